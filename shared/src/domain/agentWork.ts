/** How far a coding agent's work on a thread is. A thread that was never sent has none. */
export const WORK_STATES = [
  /** Its owner sent it; agents that wait receive it. */
  'sent',
  /** An agent proposed what it would do. */
  'proposed',
  /** The owner accepted the proposal. */
  'accepted',
  'inProgress',
  /** A version was staged for it. */
  'staged',
  /** Its author confirmed that this is what they meant. */
  'confirmed',
  /** It needs a person before an agent receives it again. */
  'back',
] as const;
export type WorkState = (typeof WORK_STATES)[number];

/** What happens to a thread's work. */
export const WORK_EVENTS = [
  'send',
  'propose',
  'accept',
  /** The owner asks for another proposal, in words. */
  'correct',
  /** The owner takes it back from agents. */
  'withdraw',
  'take',
  'stage',
  'confirm',
  /** Its author asks for more, in words. */
  'notYet',
  /** Its agent gave no sign of life for too long. */
  'interrupt',
] as const;
export type WorkEvent = (typeof WORK_EVENTS)[number];

/** What decides which state follows. */
export interface WorkStatus {
  state: WorkState;
  /** Whether the owner accepted the proposal that is worked on. */
  isAccepted: boolean;
}

type Follower = WorkState | ((status: WorkStatus) => WorkState);

const interrupted = ({ isAccepted }: WorkStatus): WorkState => (isAccepted ? 'accepted' : 'sent');

const FOLLOWERS: Record<WorkState | 'none', Partial<Record<WorkEvent, Follower>>> = {
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
    interrupt: interrupted,
  },
  staged: { send: 'sent', stage: 'staged', confirm: 'confirmed', notYet: 'back', withdraw: 'back' },
  confirmed: { send: 'sent', confirm: 'confirmed' },
  back: { send: 'sent', withdraw: 'back' },
};

/** Returns the state after an event; null when the event is not possible now. */
export function nextWorkState(status: WorkStatus | null, event: WorkEvent): WorkState | null {
  const follower = FOLLOWERS[status?.state ?? 'none'][event];
  if (follower === undefined) return null;
  return typeof follower === 'function' && status ? follower(status) : (follower as WorkState);
}
