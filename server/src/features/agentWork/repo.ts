import { AGENT_SILENCE_MINUTES } from '@stagelink/shared/contracts/limits';
import type { Agent, Plan } from '@stagelink/shared/contracts/threadWork';
import { nextWorkState, WORK_STATES, type WorkState } from '@stagelink/shared/domain/agentWork';
import type { Db, Tx } from '../../platform/db/db.ts';
import { userChannel } from '../../platform/live/events.ts';

export interface WorkRow {
  commentId: string;
  state: WorkState;
  isAccepted: boolean;
  agentId: string | null;
  agentName: string | null;
  /** Whether the agent has the thread now. */
  isTaken: boolean;
  version: number | null;
}

/** A proposal waits for its owner as long as that takes. */
const IS_TAKEN = `(w.state = 'proposed' or coalesce(w.taken_until > now(), false))`;
const LEASE = `now() + make_interval(mins => ${AGENT_SILENCE_MINUTES})`;

const COLUMNS = `w.comment_id as "commentId", w.state, w.is_accepted as "isAccepted", w.agent_id as "agentId",
  w.agent_name as "agentName", ${IS_TAKEN} as "isTaken", w.version`;

/** Returns the work on these threads of a snapshot by thread. The transaction must have locked the snapshot. */
export async function findAll(
  tx: Tx,
  snapshotId: string,
  ids: readonly string[],
): Promise<Map<string, WorkRow>> {
  const { rows } = await tx.raw<{ rows: WorkRow[] }>(
    `select ${COLUMNS} from thread_work w where w.snapshot_id = ? and w.comment_id = any(?::uuid[])`,
    [snapshotId, [...ids]],
  );
  return new Map(rows.map((row) => [row.commentId, row]));
}

/** States in which sending a thread changes something. */
const SENDABLE = WORK_STATES.filter(
  (state) => state !== 'sent' && nextWorkState({ state, isAccepted: false }, 'send') === 'sent',
);

/** Which threads are sent: these, or all. */
export type Sent = readonly string[] | 'open';

/** Sends the open threads among these and returns those that were not sent yet, or whose work had ended. */
export async function send(tx: Tx, snapshotId: string, threads: Sent, sentBy: string): Promise<string[]> {
  const { rows } = await tx.raw<{ rows: { id: string }[] }>(
    `insert into thread_work as w (comment_id, snapshot_id, state, seq, sent_by)
     select c.id, c.snapshot_id, 'sent', 0, :sentBy from comments c
     where c.snapshot_id = :snapshotId and c.parent_id is null and not c.is_pending and c.resolved_at is null
       and (:ids::uuid[] is null or c.id = any(:ids::uuid[]))
     order by c.id
     on conflict (comment_id) do update set state = 'sent', sent_by = excluded.sent_by, sent_at = now(),
       changed_at = now(), agent_id = null, agent_name = null, taken_until = null, is_accepted = false,
       plan = null, version = null
     where w.state = any(:sendable::text[])
     returning w.comment_id as id`,
    { snapshotId, sentBy, ids: threads === 'open' ? null : [...threads], sendable: SENDABLE },
  );
  return rows.map(({ id }) => id);
}

/** What an event changes besides the state. Missing fields stay unchanged. */
export interface WorkPatch {
  state: WorkState;
  agent?: Agent;
  /** Whether the agent has the thread from now on, until it has been silent for too long. */
  isTaken: boolean;
  isAccepted?: boolean;
  plan?: Plan;
  version?: number;
}

export async function update(
  tx: Tx,
  commentId: string,
  { state, agent, isTaken, isAccepted, plan, version }: WorkPatch,
): Promise<void> {
  const changed = {
    state,
    changed_at: tx.fn.now(),
    taken_until: isTaken ? tx.raw(LEASE) : null,
    agent_id: agent?.id,
    agent_name: agent?.name,
    is_accepted: isAccepted,
    plan: plan && JSON.stringify(plan),
    version,
  };
  const fields = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
  await tx('thread_work').where({ comment_id: commentId }).update(fields);
}

/**
 * Gives changed threads the number of the owner's channel, which the transaction has published on: its row stays
 * locked until the commit, so numbers grow in the order of commits and no reader passes one that follows later. See docs/decisions/0361.
 */
export async function number(tx: Tx, ownerId: string, ids: readonly string[]): Promise<void> {
  await tx.raw(
    `update thread_work set seq = (select seq from channels where id = ?) where comment_id = any(?::uuid[])`,
    [userChannel(ownerId), [...ids]],
  );
}

/** Returns the version that was staged for a thread and waits for its author's answer. */
export async function stagedVersion(db: Db, commentId: string): Promise<number | undefined> {
  const row: { version: number } | undefined = await db('thread_work')
    .where({ comment_id: commentId, state: 'staged' })
    .first('version');
  return row?.version;
}

/** Extends what an agent has taken: it gave a sign of life. */
export async function renew(db: Db, ownerId: string, agentId: string): Promise<void> {
  await db.raw(
    `update thread_work w set taken_until = ${LEASE} from snapshots s
     where s.id = w.snapshot_id and s.owner_id = ? and w.agent_id = ? and w.taken_until > now()
       and w.taken_until < ${LEASE} - interval '1 minute'`,
    [ownerId, agentId],
  );
}

/** Returns threads whose agents were silent for too long, with their snapshots. */
export async function findSilent(db: Db): Promise<{ id: string; snapshotId: string }[]> {
  return db('thread_work')
    .where('taken_until', '<=', db.fn.now())
    .orderBy('taken_until')
    .limit(1000)
    .select({ id: 'comment_id', snapshotId: 'snapshot_id' });
}

/** Whether an agent has given up a thread by being silent, as `findSilent` saw it. */
export async function isSilent(tx: Tx, commentId: string): Promise<boolean> {
  const row: unknown = await tx('thread_work')
    .where({ comment_id: commentId })
    .where('taken_until', '<=', tx.fn.now())
    .forUpdate()
    .first('comment_id');
  return row !== undefined;
}
