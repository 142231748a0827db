import type { Comment, ReactionCount } from '@stagelink/shared/contracts/comments';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { comment } from '@stagelink/shared/testing/comment';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { anonymousId, rememberName } from '../../lib/anonymousIdentity.ts';
import { useFocusKept } from '../../kit/useFocusKept.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { useComments } from './api.ts';
import { ReactButton, Reactions } from './Reactions.tsx';
import { reactionLabel, reactionNames } from './reactionsCopy.ts';
import type { ThreadActions } from './threadsContext.ts';

const ID = 'k3q9x7m2a1b4';
const canReact = { ...comment().can, react: true };
const heart = (more: Partial<ReactionCount> = {}): ReactionCount => ({
  reaction: 'heart',
  count: 1,
  names: ['Ada'],
  isMine: false,
  ...more,
});

const failures = vi.fn();
const actions = {
  act: async (_id: string, failed: string, what: () => Promise<unknown>) => {
    await what().catch(() => failures(failed));
    return true;
  },
} as unknown as ThreadActions;

function Thread({ you }: { you: SnapshotView['you'] }) {
  const { data = [] } = useComments(ID);
  const snapshot = { you } as SnapshotView;
  return data.map((each) => (
    <div key={each.id}>
      <ReactButton comment={each} snapshot={snapshot} actions={actions} />
      <Reactions comment={each} snapshot={snapshot} actions={actions} />
    </div>
  ));
}

const REACT = 'PUT /api/snapshots/:id/comments/:commentId/reactions/:reaction';
const TAKE_BACK = 'DELETE /api/snapshots/:id/comments/:commentId/reactions/:reaction';
const VISITOR: SnapshotView['you'] = { kind: 'visitor', name: null };

function start(given: Comment, more: Handlers = {}, you = VISITOR) {
  const requests = serve({ 'GET /api/snapshots/:id/comments': () => ({ comments: [given] }), ...more });
  render(
    <QueryClientProvider client={queryClient}>
      <Thread you={you} />
    </QueryClientProvider>,
  );
  return requests;
}

const chip = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  failures.mockClear();
});

test('a reaction appears at once, with the browser’s secret and name, and then as the server counts it', async () => {
  rememberName('Vera');
  const given = comment({ can: canReact });
  let reply: (() => void) | undefined;
  const counted = [heart({ count: 3, names: ['Ada', 'Bob'], isMine: true })];
  const requests = start(given, {
    [REACT]: async () => {
      await new Promise<void>((done) => (reply = done));
      return { reactions: counted };
    },
  });
  await userEvent.click(await chip('Add a reaction'));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Heart' }));
  expect((await chip('You reacted with heart')).getAttribute('aria-pressed')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a reaction' }));
  await waitFor(() => expect(reply).toBeDefined());
  reply?.();
  expect((await chip('3 people reacted with heart, including you')).getAttribute('title')).toBe(
    'Ada, Bob, and you',
  );
  expect(requests[REACT]?.[0]?.input).toEqual({
    id: ID,
    commentId: given.id,
    reaction: 'heart',
    anonymousUserId: anonymousId(),
    authorName: 'Vera',
  });
});

test('a rejected reaction is taken back, and the person reads why', async () => {
  const given = comment({ can: canReact, reactions: [heart()] });
  start(given, {
    [REACT]: () => refusal(429, 'rate_limited', 'Too many.'),
  });
  await userEvent.click(await chip('1 person reacted with heart'));
  await waitFor(() =>
    expect(failures).toHaveBeenCalledWith('Failed to save your reaction. Please try again.'),
  );
  expect((await chip('1 person reacted with heart')).getAttribute('aria-pressed')).toBe('false');
});

test('pressed twice, it is sent in that order, and the last press counts', async () => {
  const given = comment({ can: canReact, reactions: [heart()] });
  const order: string[] = [];
  let reply: (() => void) | undefined;
  start(given, {
    [REACT]: async () => {
      order.push('PUT');
      await new Promise<void>((done) => (reply = done));
      return { reactions: [heart({ count: 2, isMine: true })] };
    },
    [TAKE_BACK]: () => {
      order.push('DELETE');
      return { reactions: [heart()] };
    },
  });
  await userEvent.click(await chip('1 person reacted with heart'));
  await userEvent.click(await chip('2 people reacted with heart, including you'));
  await chip('1 person reacted with heart');
  expect(order).toEqual(['PUT']);
  reply?.();
  await waitFor(() => expect(order).toEqual(['PUT', 'DELETE']));
  await chip('1 person reacted with heart');
});

test('the last reaction that is taken back leaves the keyboard in its thread', async () => {
  function List() {
    const { data = [] } = useComments(ID);
    return (
      <div ref={useFocusKept()}>
        {data.map((each) => (
          <article key={each.id} tabIndex={-1}>
            <Reactions comment={each} snapshot={{ you: VISITOR } as SnapshotView} actions={actions} />
          </article>
        ))}
      </div>
    );
  }
  serve({
    'GET /api/snapshots/:id/comments': () => ({
      comments: [comment({ can: canReact, reactions: [heart({ isMine: true })] })],
    }),
    [TAKE_BACK]: () => ({ reactions: [] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  );
  (await screen.findByRole('button')).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('article'));
});

test('people who may not react see reactions, and can take their own back', async () => {
  start(comment({ reactions: [heart(), heart({ reaction: 'eyes', isMine: true, names: [] })] }));
  expect(await chip('1 person reacted with heart')).toHaveProperty('disabled', true);
  expect(await chip('You reacted with eyes')).toHaveProperty('disabled', false);
  expect(screen.queryByRole('button', { name: 'Add a reaction' })).toBeNull();
});

test('names end with how many more there are', () => {
  expect(reactionNames(heart({ count: 4 }))).toBe('Ada and 3 others');
  expect(reactionNames(heart({ count: 3, isMine: true }))).toBe('Ada, you, and 1 other');
  expect(reactionLabel(heart({ reaction: 'thumbs_up', count: 2, isMine: true }))).toBe(
    '2 people reacted with thumbs up, including you',
  );
});
