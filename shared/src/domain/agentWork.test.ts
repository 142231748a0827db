import { expect, test } from 'vitest';
import { nextWorkState, WORK_EVENTS, WORK_STATES, type WorkEvent, type WorkState } from './agentWork.ts';

type From = WorkState | 'none';

/** Every state that an event leads to. What is not here is refused. */
const EXPECTED: Record<From, Partial<Record<WorkEvent, WorkState>>> = {
  none: { send: 'sent' },
  sent: {
    send: 'sent',
    propose: 'proposed',
    take: 'inProgress',
    stage: 'staged',
    withdraw: 'back',
    interrupt: 'sent',
  },
  proposed: { propose: 'proposed', accept: 'accepted', correct: 'sent', withdraw: 'back' },
  accepted: {
    accept: 'accepted',
    take: 'inProgress',
    stage: 'staged',
    withdraw: 'back',
    interrupt: 'accepted',
  },
  inProgress: {
    propose: 'proposed',
    take: 'inProgress',
    stage: 'staged',
    withdraw: 'back',
    interrupt: 'sent',
  },
  staged: { send: 'sent', stage: 'staged', confirm: 'confirmed', notYet: 'back', withdraw: 'back' },
  confirmed: { send: 'sent', confirm: 'confirmed' },
  back: { send: 'sent', withdraw: 'back' },
};

const FROM: From[] = ['none', ...WORK_STATES];
const CASES = FROM.flatMap((from) =>
  WORK_EVENTS.map((event) => ({ from, event, to: EXPECTED[from][event] ?? null })),
);

test.each(CASES)('$from, $event: $to', ({ from, event, to }) => {
  const status = from === 'none' ? null : { state: from, isAccepted: false };
  expect(nextWorkState(status, event)).toBe(to);
});

test('work that was accepted returns to that when its agent is interrupted', () => {
  expect(nextWorkState({ state: 'inProgress', isAccepted: true }, 'interrupt')).toBe('accepted');
});
