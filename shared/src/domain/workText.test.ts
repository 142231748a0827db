import { expect, test } from 'vitest';
import { WORK_STATES } from './agentWork.ts';
import { WITH_AGENT, workText } from './workText.ts';

const work = { agentName: null, version: null };

test.each([
  [{ ...work, state: 'sent' }, 'Sent'],
  [{ ...work, state: 'proposed' }, 'Proposed'],
  [{ ...work, state: 'accepted' }, 'Accepted'],
  [{ ...work, state: 'inProgress', agentName: 'Claude Code' }, 'In progress · Claude Code'],
  [{ ...work, state: 'inProgress' }, 'In progress'],
  [{ ...work, state: 'staged', version: 4 }, 'In version 4'],
  [{ ...work, state: 'confirmed', version: 4 }, 'Confirmed'],
  [{ ...work, state: 'back', version: 4 }, 'Back'],
] as const)('%j is named “%s”', (given, text) => {
  expect(workText(given)).toBe(text);
});

test('a thread that was never sent, or was taken back before an agent had it, is not named', () => {
  expect(workText(null)).toBeNull();
  expect(workText(undefined)).toBeNull();
  expect(workText({ ...work, state: 'back' })).toBeNull();
});

test('an agent has to do with every state before a version was staged', () => {
  expect(WORK_STATES.filter((state) => !WITH_AGENT.includes(state))).toEqual(['staged', 'confirmed', 'back']);
});
