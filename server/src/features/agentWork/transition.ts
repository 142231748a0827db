import type { Agent } from '@stagelink/shared/contracts/threadWork';
import { nextWorkState, type WorkEvent, type WorkState } from '@stagelink/shared/domain/agentWork';
import { AppError } from '../../platform/http/errors.ts';
import type { WorkPatch, WorkRow } from './repo.ts';

const WHY_NOT: Record<WorkState | 'none', string> = {
  none: 'This thread was not sent to an agent. Its owner can send it.',
  sent: 'This thread was sent, and no agent works on it yet.',
  proposed: 'A proposal for this thread waits for its owner.',
  accepted: 'The proposal for this thread was accepted already.',
  inProgress: 'An agent works on this thread.',
  staged: 'A version was staged for this thread and waits for its author.',
  confirmed: 'The author of this thread confirmed it already.',
  back: 'This thread was taken back from agents. Its owner can send it again.',
};

/** Returns the state after an event. Throws `conflict` when the event is not possible now. */
export function stateAfter(work: WorkRow | undefined, event: WorkEvent): WorkState {
  const state = nextWorkState(work ?? null, event);
  if (state === null) throw new AppError('conflict', WHY_NOT[work?.state ?? 'none']);
  return state;
}

/** Throws `conflict` with who has the thread, if another agent has it. */
function assertFree(work: WorkRow | undefined, agent: Agent): void {
  if (!work?.isTaken || work.agentId === agent.id) return;
  throw new AppError(
    'conflict',
    `Another session of ${work.agentName ?? 'an agent'} has this thread. Take another one.`,
  );
}

/** What an agent does to a thread. */
export interface AgentAction {
  event: 'take' | 'propose' | 'stage';
  agent: Agent;
  patch: Omit<WorkPatch, 'state' | 'agent'>;
}

/** Returns what an agent's action changes. Throws `conflict` when it is not possible. */
export function patchFor(
  work: WorkRow | undefined,
  { resolvedAt }: { resolvedAt: Date | null },
  { event, agent, patch }: AgentAction,
): WorkPatch {
  assertFree(work, agent);
  const state = stateAfter(work, event);
  if (resolvedAt !== null) throw new AppError('conflict', 'This thread is resolved.');
  return { ...patch, state, agent };
}
