import type { Comment } from '@stagelink/shared/contracts/comments';
import { comment } from '@stagelink/shared/testing/comment';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { useComments } from './api.ts';
import { AssignButton } from './AssignButton.tsx';
import { AssignmentFacts, isOverdue } from './AssignmentFacts.tsx';
import type { ThreadActions } from './threadsContext.ts';

const ID = 'k3q9x7m2a1b4';
const BOB = { id: 'b'.repeat(32), name: 'Bob', isYou: false };
const ADA = { id: 'a'.repeat(32), name: 'Ada', isYou: true };
const canAssign = { ...comment().can, assign: true };

const failures = vi.fn();
const actions = {
  act: async (_id: string, failed: string, what: () => Promise<unknown>) => {
    await what().catch(() => failures(failed));
    return true;
  },
} as unknown as ThreadActions;

function Thread() {
  const { data = [] } = useComments(ID);
  return data.map((each) => (
    <div key={each.id}>
      <AssignmentFacts comment={each} />
      <AssignButton comment={each} actions={actions} />
    </div>
  ));
}

function start(given: Comment, more: Handlers = {}) {
  const requests = serve({
    'GET /api/snapshots/:id/comments': () => ({ comments: [given] }),
    'GET /api/snapshots/:id/assignees': () => ({ people: [ADA, BOB] }),
    ...more,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Thread />
    </QueryClientProvider>,
  );
  return requests;
}

beforeEach(() => {
  queryClient.clear();
  failures.mockClear();
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});

async function fill(person: string, dueOn: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Assign' }));
  await screen.findByRole('option', { name: person });
  await userEvent.selectOptions(screen.getByLabelText('Assigned to'), person);
  fireEvent.change(screen.getByLabelText('Due date (optional)'), { target: { value: dueOn } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
}

test('the owner assigns a thread, which shows it at once', async () => {
  const given = comment({ can: canAssign });
  const path = 'PUT /api/snapshots/:id/comments/:commentId/assignment';
  const requests = start(given, {
    [path]: () => ({ comment: { ...given, assignee: BOB, dueOn: '2199-12-24' } }),
  });
  await fill('Bob', '2199-12-24');
  await screen.findByText('Assigned to Bob');
  await screen.findByText('Due 24 Dec 2199');
  await waitFor(() =>
    expect(requests[path]?.[0]?.input).toEqual({
      id: ID,
      commentId: given.id,
      assignee: BOB.id,
      dueOn: '2199-12-24',
    }),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an assignment that is rejected is taken back with a sentence', async () => {
  const given = comment({ can: canAssign });
  start(given, {
    'PUT /api/snapshots/:id/comments/:commentId/assignment': () =>
      refusal(400, 'invalid_input', 'Gone.', { field: 'assignee' }),
  });
  await fill('Ada (you)', '');
  await waitFor(() =>
    expect(failures).toHaveBeenCalledWith('Failed to save the assignment. Please try again.'),
  );
  await waitFor(() => expect(screen.queryByText('Assigned to you')).toBeNull());
});

test('people who left stay chosen until someone else is, and others cannot assign', async () => {
  const gone = { id: 'c'.repeat(32), name: 'Cleo', isYou: false };
  start(comment({ can: canAssign, assignee: gone }));
  await userEvent.click(await screen.findByRole('button', { name: 'Assign' }));
  await screen.findByRole('option', { name: 'Bob' });
  expect(screen.getByLabelText('Assigned to')).toHaveProperty('value', gone.id);
});

test('others see the facts and no button', async () => {
  start(comment({ assignee: ADA }));
  await screen.findByText('Assigned to you');
  expect(screen.queryByRole('button', { name: 'Assign' })).toBeNull();
});

test.each([
  ['2026-11-22', 'published', true],
  ['2026-11-23', 'published', false],
  ['2026-11-24', 'published', false],
  ['2026-11-22', 'resolved', false],
  [null, 'published', false],
] as const)('on 23 November a %s thread that is %s is overdue: %s', (dueOn, state, expected) => {
  expect(isOverdue({ dueOn, state }, new Date(2026, 10, 23, 23, 59))).toBe(expected);
});
