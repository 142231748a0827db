import * as api from '@stagelink/shared/contracts/agentWork';
import type { Comment } from '@stagelink/shared/contracts/comments';
import { SEND_MAX } from '@stagelink/shared/contracts/limits';
import { type AgentFeedback, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import type { Thread } from '@stagelink/shared/contracts/threads';
import type { ThreadWork } from '@stagelink/shared/contracts/threadWork';
import { call } from '../../lib/api.ts';
import { changeComment, changeComments, proof, upserted, withFields } from '../comments/api.ts';
import { invalidateSnapshotView } from '../snapshots/viewApi.ts';
import { answerTokenFor } from './answerToken.ts';

const sentNow = (sentBy: string): ThreadWork => ({
  state: 'sent',
  sentBy,
  sentAt: Date.now(),
  changedAt: Date.now(),
  agentName: null,
  isTaken: false,
  plan: null,
  version: null,
});

/** Whether a thread is open, and no agent has it or waits for its author. */
export const isSendable = ({ parentId, state, isPending, work }: Comment): boolean =>
  parentId === null &&
  state === 'published' &&
  !isPending &&
  (!work || ['back', 'confirmed'].includes(work.state));

/** Sends threads to agents, shown at once. */
export async function sendThreads(snapshotId: string, ids: readonly string[], by: string): Promise<void> {
  const sent = new Set(ids);
  await changeComments(snapshotId, {
    apply: (comments) => comments.map((each) => (sent.has(each.id) ? { ...each, work: sentNow(by) } : each)),
    async act() {
      for (let at = 0; at < ids.length; at += SEND_MAX)
        await call(api.sendThreads, { id: snapshotId, threads: ids.slice(at, at + SEND_MAX) });
    },
  });
}

/** The state that a decision leads to; the server has the rules. */
const AFTER = {
  accept: 'accepted',
  correct: 'sent',
  withdraw: 'back',
  confirm: 'confirmed',
  notYet: 'back',
} as const;

const workAfter = ({ work }: Comment, decision: keyof typeof AFTER): ThreadWork | null =>
  work ? { ...work, state: AFTER[decision], changedAt: Date.now() } : null;

const withThread =
  ({ comment, replies }: Thread) =>
  (comments: Comment[]) =>
    [comment, ...replies].reduce((all, each) => upserted(each)(all), comments);

type WorkDecision = (typeof api.WORK_DECISIONS)[number];

/** Accepts or corrects a proposal, or takes the thread back. Words become a reply, which is written once. */
export async function decide(comment: Comment, decision: WorkDecision, text?: string): Promise<void> {
  await changeComment(comment, {
    apply: withFields(comment.id, { work: workAfter(comment, decision) }),
    act: () => call(api.decideWork, { id: comment.id, decision, ...(text !== undefined && { text }) }),
    isRepeatable: text === undefined,
    taken: ({ thread }) => withThread(thread),
  });
}

/** Says whether what was staged is what the author meant. Words become a reply, which is written once. */
export async function answerStaged(comment: Comment, isConfirmed: boolean, text?: string): Promise<void> {
  const { id, snapshotId, can } = comment;
  const token = answerTokenFor(id);
  await changeComment(comment, {
    apply: withFields(id, {
      work: workAfter(comment, isConfirmed ? 'confirm' : 'notYet'),
      can: { ...can, confirm: false },
    }),
    act: () =>
      call(api.confirmThread, {
        id: snapshotId,
        commentId: id,
        isConfirmed,
        ...(text !== undefined && { text }),
        ...proof(comment),
        ...(token !== null && { answerToken: token }),
      }),
    isRepeatable: text === undefined,
    taken: (reply) => upserted(reply.comment),
  });
}

export async function setAgentFeedback(snapshotId: string, agentFeedback: AgentFeedback): Promise<void> {
  await call(updateSnapshot, { id: snapshotId, agentFeedback });
  await invalidateSnapshotView(snapshotId);
}
