import * as z from 'zod/mini';
import { AnonymousId, Comment, CommentText } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { AGENT_WAIT_SECONDS, FEEDBACK_PAGE, FEEDBACK_PAGE_MAX } from './limits.ts';
import { SnapshotId, VersionInPath } from './snapshots.ts';
import { Thread } from './threads.ts';
import { Agent, Marked, Plan, StagedFor, ThreadIds } from './threadWork.ts';

export const sendThreads = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/threads/send',
  summary: 'Send threads of one of your snapshots to coding agents: these, or all open ones.',
  auth: 'user',
  tokenScope: 'comments:write',
  rateLimit: 'agentWork',
  input: z.strictObject({
    id: SnapshotId,
    threads: z.union([z.literal('open'), ThreadIds]),
  }),
  reply: z.object({
    /** Threads that agents receive because of this call. */
    sent: z.int(),
  }),
});

/** A thread for an agent, and where to go on after it. */
export const Feedback = z.object({ thread: Thread, cursor: z.string() });
export type Feedback = z.infer<typeof Feedback>;

/** Changes nothing but who is shown as watching. A POST, because a cursor belongs into no log. */
export const waitForFeedback = endpoint({
  method: 'POST',
  path: '/api/agent/feedback',
  summary:
    'Wait until threads of your snapshots are sent to coding agents, up to `seconds`. Returns threads after `cursor`, or without one all that agents have to work on. Meanwhile the agent is shown as watching.',
  auth: 'user',
  tokenScope: 'comments:read',
  rateLimit: 'agentWait',
  input: z.strictObject({
    agent: Agent,
    /** Only threads of this snapshot. */
    snapshotId: z.optional(SnapshotId),
    /** `cursor` of the last thread that was received, or of the last reply. */
    cursor: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(200)))),
    seconds: z._default(z.int().check(z.gte(0), z.lte(AGENT_WAIT_SECONDS)), AGENT_WAIT_SECONDS),
    limit: z._default(z.int().check(z.gte(1), z.lte(FEEDBACK_PAGE_MAX)), FEEDBACK_PAGE),
  }),
  reply: z.object({
    /** Oldest first. */
    feedback: z.array(Feedback),
    cursor: z.nullable(z.string()),
    /** Whether the server stops: the next call reaches another process, or the same one after its start. */
    isStopping: z.boolean(),
  }),
});

const OneThread = z.object({ thread: Thread });

export const takeThread = endpoint({
  method: 'POST',
  path: '/api/threads/:id/take',
  summary:
    'Take a thread that was sent, as a coding agent, or report that you still work on it. Another agent gets `409 conflict` with who has it.',
  auth: 'user',
  tokenScope: 'comments:write',
  rateLimit: 'agentWork',
  input: z.strictObject({ id: z.uuid(), agent: Agent }),
  reply: OneThread,
});

export const proposePlan = endpoint({
  method: 'POST',
  path: '/api/threads/:id/plan',
  summary: 'Propose, as a coding agent, what you would do about a thread that was sent.',
  auth: 'user',
  tokenScope: 'comments:write',
  rateLimit: 'agentWork',
  input: z.strictObject({ id: z.uuid(), agent: Agent, plan: Plan }),
  reply: OneThread,
});

/** What the owner says to a proposal, or to an agent that works. */
export const WORK_DECISIONS = ['accept', 'correct', 'withdraw'] as const;

export const decideWork = endpoint({
  method: 'PUT',
  path: '/api/threads/:id/plan',
  summary:
    'Accept a coding agent’s proposal, correct it with words, or take the thread back from agents. The words become your reply to the thread.',
  auth: 'user',
  tokenScope: 'comments:write',
  rateLimit: 'comment',
  input: z.strictObject({
    id: z.uuid(),
    decision: z.enum(WORK_DECISIONS),
    text: z.optional(CommentText),
  }),
  reply: OneThread,
});

export const markStaged = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/versions/:version/threads',
  summary:
    'Mark threads as staged with a published version of one of your snapshots. Their authors can confirm them then. Marking them again changes nothing. An upload that names its threads needs no second request.',
  auth: 'user',
  tokenScope: 'comments:write',
  rateLimit: 'agentWork',
  input: z.extend(StagedFor, { id: SnapshotId, version: VersionInPath }),
  reply: Marked,
});

export const confirmThread = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/comments/:commentId/confirmation',
  summary:
    'Say whether the version that was staged for your thread is what you meant. “Not yet” needs words, which become your reply.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'comment',
  input: z.strictObject({
    id: SnapshotId,
    commentId: z.uuid(),
    isConfirmed: z.boolean(),
    text: z.optional(CommentText),
    anonymousUserId: z.optional(AnonymousId),
    /** Proof that the caller began the thread: the link in an email about it contains one. */
    answerToken: z.optional(z.string().check(z.maxLength(400))),
  }),
  reply: z.object({ comment: Comment }),
});
