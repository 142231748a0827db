import type { EmailFrequency } from '@stagelink/shared/contracts/notifications';
import { UNTOLD } from '../comments/plain.ts';
import type { Db, Tx } from '../db/db.ts';

/** What was made in this time waits for a digest. */
export interface Span {
  from: Date;
  /** Null takes all there is: the clock by which it was made may be ahead of ours. */
  before: Date | null;
}

/** People with this choice for whom something unread was made in that time and never mailed. */
export async function readersWaiting(
  db: Db,
  frequency: EmailFrequency,
  { from, before }: Span & { before: Date },
): Promise<string[]> {
  return db('users as u')
    .where('u.email_frequency', frequency)
    .whereNotNull('u.email_verified_at')
    .whereNull('u.deactivated_at')
    .whereExists(
      db('notifications as n')
        .whereRaw('n.user_id = u.id')
        .whereNull('n.mailed_at')
        .whereNull('n.read_at')
        .where('n.created_at', '>=', from)
        .where('n.created_at', '<', before),
    )
    .orderBy('u.id')
    .pluck<string[]>('u.id');
}

export interface DigestRow {
  title: string;
  message: string;
  actionUrl: string | null;
  snapshotId: string | null;
  snapshotName: string | null;
  threadId: string | null;
  /** How the thread begins, in Markdown; null for whom its snapshot may be closed by now. */
  thread: string | null;
}

/** What a digest tells of, oldest first, and how many older ones there is no room for. */
export interface Digest {
  rows: DigestRow[];
  more: number;
}

/** A mail that nobody would read to its end, and that a mail server may refuse for its size, helps nobody. */
const DIGEST_MAX = 100;

const MAY_READ = `(s.password_sealed is null or s.owner_id = :userId)`;

/** A reader's comments on one snapshot that wait to be mailed together. */
export interface BatchRow {
  userId: string;
  snapshotId: string;
}

/** Of readers who are mailed as it happens: what has waited since before that moment. */
export async function batchesWaiting(db: Db, { from, before }: Span & { before: Date }): Promise<BatchRow[]> {
  const frequency: EmailFrequency = 'immediately';
  return db('notifications as n')
    .join('users as u', 'u.id', 'n.user_id')
    .where('u.email_frequency', frequency)
    .whereNotNull('u.email_verified_at')
    .whereNull('u.deactivated_at')
    .whereNotNull('n.thread_id')
    .whereNull('n.mailed_at')
    .whereNull('n.read_at')
    .where('n.created_at', '>=', from)
    .groupBy('n.user_id', 'n.snapshot_id')
    .havingRaw('min(n.created_at) <= ?', [before])
    .select({ userId: 'n.user_id', snapshotId: 'n.snapshot_id' });
}

/**
 * Marks all, or all comments on one snapshot, as mailed and returns the newest. A second taker waits for the first, and
 * then finds none. What became closed to the reader since is left out, or loses its text.
 */
export async function take(
  tx: Tx,
  userId: string,
  { from, before }: Span,
  snapshotId: string | null = null,
): Promise<Digest> {
  const { rows } = await tx.raw<{ rows: (DigestRow & { taken: number })[] }>(
    `with taken as (
       update notifications set mailed_at = now()
       where user_id = :userId and mailed_at is null and read_at is null
         and created_at >= :from and created_at < coalesce(cast(:before as timestamptz), 'infinity')
         and (cast(:snapshotId as text) is null or snapshot_id = :snapshotId and thread_id is not null)
       returning *
     )
     select t.title, t.action_url as "actionUrl", t.snapshot_id as "snapshotId", s.name as "snapshotName",
            t.thread_id as "threadId",
            case when t.thread_id is null or ${MAY_READ} then t.message else :untold end as message,
            case when ${MAY_READ} then left(c.text, 400) end as thread,
            count(*) over () as taken
     from taken t left join snapshots s on s.id = t.snapshot_id left join users o on o.id = s.owner_id
       left join comments c on c.id = t.thread_id
     where t.thread_id is null or s.owner_id = :userId or s.expires_at > now() and o.deactivated_at is null
     order by t.created_at desc, t.id desc limit :max`,
    { userId, from, before, snapshotId, untold: UNTOLD, max: DIGEST_MAX },
  );
  return { rows: rows.toReversed(), more: (rows[0]?.taken ?? 0) - rows.length };
}
