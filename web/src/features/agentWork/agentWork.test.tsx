import type { Comment } from '@stagelink/shared/contracts/comments';
import type { ThreadWork } from '@stagelink/shared/contracts/threadWork';
import { comment } from '@stagelink/shared/testing/comment';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { locator } from '@stagelink/shared/testing/locator';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { useComments } from '../comments/api.ts';
import type { ThreadActions } from '../comments/threadsContext.ts';
import { AgentWork } from './AgentWork.tsx';
import { isSendable } from './api.ts';
import { ghostId, ghostsOf } from './ghosts.ts';

const ID = 'k3q9x7m2a1b4';
const DECIDE = 'PUT /api/threads/:id/plan';
const ANSWER = 'PUT /api/snapshots/:id/comments/:commentId/confirmation';
const PLAN = {
  text: 'Replace the green with teal',
  marks: [{ thread: '0190a0e2-6b1c-7c3e-9000-000000000001', label: 'becomes **teal**' }],
};

const work = (more: Partial<ThreadWork>): ThreadWork => ({
  state: 'sent',
  sentBy: 'Ada',
  sentAt: Date.now(),
  changedAt: Date.now(),
  agentName: null,
  isTaken: false,
  plan: null,
  version: null,
  ...more,
});

const outline = vi.fn();
const actions = {
  act: async (_id: string, _failed: string, what: () => Promise<unknown>) => {
    await what();
    return true;
  },
  outline,
  reveal: vi.fn(),
  send: () => false,
  listen: () => () => undefined,
} as unknown as ThreadActions;

function Shown({ isOwner }: { isOwner: boolean }) {
  const { data = [] } = useComments(ID);
  const [root] = data;
  return root ? (
    <AgentWork root={root} actions={actions} isOwner={isOwner} status={null} version={4} />
  ) : null;
}

const threadOf = (root: Comment) => ({
  comment: root,
  replies: [],
  snapshot: { id: ID, name: 'Shop', url: `https://stagelink.test/s/${ID}`, version: 4 },
  pin: null,
  inspection: null,
  url: `https://stagelink.test/s/${ID}#thread=${root.id}`,
});

function start(
  given: Comment,
  { isOwner = false, ...more }: { isOwner?: boolean; handlers?: Handlers } = {},
) {
  const requests = serve({
    'GET /api/snapshots/:id/comments': () => ({ comments: [given] }),
    ...more.handlers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Shown isOwner={isOwner} />
    </QueryClientProvider>,
  );
  return requests;
}

const mine = { ...comment().can, confirm: true };

beforeEach(() => {
  queryClient.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', `/s/${ID}`);
});

describe('a proposal', () => {
  const proposed = () =>
    comment({ work: work({ state: 'proposed', agentName: 'Claude Code', isTaken: true, plan: PLAN }) });

  test('is shown as plain text, and only its owner decides', async () => {
    start(proposed());
    expect(await screen.findByText('Claude Code proposes')).toBeTruthy();
    expect(screen.getByText('Replace the green with teal')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'becomes **teal**' })).toBeTruthy();
    expect(screen.getByText('The owner decides on this proposal.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  test('is accepted', async () => {
    const root = proposed();
    const accepted = { ...root, work: work({ ...root.work, state: 'accepted' }) };
    const handlers = { [DECIDE]: () => ({ thread: threadOf(accepted) }) };
    const requests = start(root, { isOwner: true, handlers });
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('The proposal was accepted. Claude Code can begin.')).toBeTruthy();
    expect(screen.getByText('Accepted proposal of Claude Code')).toBeTruthy();
    expect(screen.queryByText('Claude Code proposes')).toBeNull();
    expect(requests[DECIDE]).toMatchObject([{ input: { id: root.id, decision: 'accept' } }]);
  });

  test('is corrected with words, which stay when they could not be sent', async () => {
    const root = proposed();
    let isUp = false;
    const handlers = {
      [DECIDE]: () =>
        isUp
          ? { thread: threadOf({ ...root, work: work({ agentName: 'Claude Code' }) }) }
          : refusal(429, 'rate_limited', 'Too many comments. Try again in a minute.'),
    };
    const requests = start(root, { isOwner: true, handlers });
    await userEvent.click(await screen.findByRole('button', { name: 'Correct' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'What has to change?' }), 'Only the header');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect((await screen.findByRole('alert')).textContent).toContain('Try again in a minute');
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Send correction' }));
    expect(await screen.findByText('Sent')).toBeTruthy();
    expect(requests[DECIDE]?.map(({ input }) => input.text)).toEqual(['Only the header', 'Only the header']);
  });

  test('links its lines with the frames in the preview, by mouse and keyboard', async () => {
    const root = proposed();
    start(root);
    const line = await screen.findByRole('button', { name: 'becomes **teal**' });
    await userEvent.hover(line);
    expect(outline).toHaveBeenLastCalledWith(ghostId(root.id, 0));
    await userEvent.unhover(line);
    expect(outline).toHaveBeenLastCalledWith(null);
    line.focus();
    expect(outline).toHaveBeenLastCalledWith(ghostId(root.id, 0));
  });

  test('is drawn on the elements that its marks describe', () => {
    const pinned = comment({ pinNumber: 1, locator: locator() });
    const tree = { version: 1, hash: 'a'.repeat(64), node: 3 };
    const kept = comment({ pinNumber: 2, locator: locator(), trees: [tree] });
    const marks = [
      { thread: pinned.id, label: 'one' },
      { thread: kept.id, node: 7, label: 'two' },
      { thread: pinned.id, node: 7, label: 'nothing describes it' },
      { thread: comment().id, label: 'not on this snapshot' },
    ];
    const root = comment({ work: work({ state: 'proposed', plan: { text: 'x', marks } }) });
    const ghosts = ghostsOf(root, { threads: [root, pinned, kept], version: 1 });
    expect(ghosts).toMatchObject([
      { id: ghostId(root.id, 0), ghost: 'one', locator: locator() },
      { id: ghostId(root.id, 1), ghost: 'two', tree: { hash: tree.hash, node: 7 } },
    ]);
    expect(ghosts[0]?.id).not.toBe(root.id);
  });
});

describe('what was staged', () => {
  const staged = (more: Partial<Comment> = {}) =>
    comment({
      locator: locator(),
      work: work({ state: 'staged', version: 4, agentName: 'Claude Code' }),
      ...more,
    });

  test('says for others whose answer it waits for', async () => {
    start(staged());
    expect(await screen.findByText('In version 4')).toBeTruthy();
    expect(screen.getByText('Waits for Grace to confirm.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  test('is confirmed by its author at once', async () => {
    const root = staged({ can: mine });
    const confirmed = { ...root, work: work({ ...root.work, state: 'confirmed' }), can: comment().can };
    const requests = start(root, { handlers: { [ANSWER]: () => ({ comment: confirmed }) } });
    expect(await screen.findByText('Is this what you meant?')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Confirmed in version 4')).toBeTruthy();
    expect(requests[ANSWER]).toMatchObject([{ input: { commentId: root.id, isConfirmed: true } }]);
  });

  test('comes back with words', async () => {
    const root = staged({ can: mine });
    const back = { ...root, work: work({ ...root.work, state: 'back' }), can: comment().can };
    const requests = start(root, { handlers: { [ANSWER]: () => ({ comment: back }) } });
    await userEvent.click(await screen.findByRole('button', { name: 'Not yet' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    await userEvent.keyboard('Still green');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Back')).toBeTruthy();
    expect(requests[ANSWER]).toMatchObject([{ input: { isConfirmed: false, text: 'Still green' } }]);
  });

  test('is asked about by an emailed link, and answered with its proof', async () => {
    const root = staged();
    window.history.replaceState(null, '', `/s/${ID}#answer=abc.def&thread=${root.id}`);
    const confirmed = { ...root, work: work({ ...root.work, state: 'confirmed' }) };
    const requests = start(root, { handlers: { [ANSWER]: () => ({ comment: confirmed }) } });
    const button = await screen.findByRole('button', { name: 'Confirm' });
    expect(requests[ANSWER]).toBeUndefined();
    await userEvent.click(button);
    expect(await screen.findByText('Confirmed in version 4')).toBeTruthy();
    expect(requests[ANSWER]).toMatchObject([{ input: { answerToken: 'abc.def' } }]);
  });

  test('is compared in the newest version only', async () => {
    start(staged({ work: work({ state: 'staged', version: 5 }) }));
    expect(await screen.findByText('Shown is version 4. Open the newest version to compare.')).toBeTruthy();
  });
});

test('only open threads that no agent has, and that wait for no answer, are sent', () => {
  const withState = (state: ThreadWork['state']) => comment({ work: work({ state }) });
  expect([comment(), withState('back'), withState('confirmed')].map(isSendable)).toEqual([true, true, true]);
  const others = [
    withState('sent'),
    withState('proposed'),
    withState('inProgress'),
    withState('staged'),
    comment({ state: 'resolved' }),
    comment({ isPending: true }),
    comment({ parentId: comment().id }),
  ];
  expect(others.some(isSendable)).toBe(false);
});
