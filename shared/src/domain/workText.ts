import type { WorkState } from './agentWork.ts';
import { sentence } from './sentence.ts';

/** What of the work on a thread is named in lists. */
interface NamedWork {
  state: WorkState;
  agentName: string | null;
  version: number | null;
}

/** States in which an agent has something to do, or waits for the owner's decision. */
export const WITH_AGENT: readonly WorkState[] = ['sent', 'proposed', 'accepted', 'inProgress'];

const NAMES: Record<WorkState, (work: NamedWork) => string | null> = {
  sent: () => 'Sent',
  proposed: () => 'Proposed',
  accepted: () => 'Accepted',
  inProgress: ({ agentName }) => (agentName === null ? 'In progress' : sentence`In progress · ${agentName}`),
  staged: ({ version }) => (version === null ? 'Staged' : `In version ${version}`),
  confirmed: () => 'Confirmed',
  // Taken back before an agent did anything: as if it had never been sent.
  back: ({ agentName, version }) => (agentName === null && version === null ? null : 'Back'),
};

/** Names the work on a thread in few words, such as “In progress · Claude Code”; null when there is nothing to say. */
export const workText = (work: NamedWork | null | undefined): string | null =>
  work ? NAMES[work.state](work) : null;
