import type { EmailFrequency } from '@stagelink/shared/contracts/notifications';
import { HIDDEN_TEXT } from '../comments/stripMarkdown.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

/** The period of notifications that a digest covers. */
export interface Span {
  from: Date;
  /** Null takes everything: the clock of the process that created them may run ahead. */
  before: Date | null;
}

/** A recipient has this time zone until a browser reports another. */
const TIME_ZONE = `coalesce(u.time_zone, 'UTC')`;

const recipients = (db: Db, frequency: EmailFrequency) =>
  db('users as u')
    .where('u.email_frequency', frequency)
    .whereNotNull('u.email_verified_at')
    .whereNull('u.deactivated_at');

/** Returns the time zones of users with this setting. */
export async function timeZonesOf(db: Db, frequency: EmailFrequency): Promise<string[]> {
  const rows: { zone: string }[] = await recipients(db, frequency)
    .distinct()
    .select(db.raw(`${TIME_ZONE} as zone`));
  return rows.map(({ zone }) => zone);
}

/** The digest that is due in a time zone. */
export interface ZoneSpan extends Span {
  timeZone: string;
  before: Date;
}

/** Returns users with this setting who have unread, unsent notifications from the period of their time zone. */
export function recipientsDue(
  db: Db,
  frequency: EmailFrequency,
  spans: ZoneSpan[],
): Promise<{ userId: string; timeZone: string }[]> {
  const columns = [
    spans.map(({ timeZone }) => timeZone),
    spans.map(({ from }) => from),
    spans.map(({ before }) => before),
  ];
  return recipients(db, frequency)
    .joinRaw(
      `join unnest(?::text[], ?::timestamptz[], ?::timestamptz[]) as due (zone, since, until) on due.zone = ${TIME_ZONE}`,
      columns,
    )
    .whereExists(
      db('notifications as n')
        .whereRaw('n.user_id = u.id')
        .whereNull('n.mailed_at')
        .whereNull('n.read_at')
        .whereRaw('n.created_at >= due.since and n.created_at < due.until'),
    )
    .orderBy('u.id')
    .select({ userId: 'u.id', timeZone: 'due.zone' });
}

export interface DigestRow {
  title: string;
  message: string;
  actionUrl: string | null;
  snapshotId: string | null;
  snapshotName: string | null;
  threadId: string | null;
  /** The beginning of the thread in Markdown; null if the recipient may no longer have access. */
  thread: string | null;
}

/** Notifications of an email, oldest first, and how many older ones are left out. */
export interface Digest {
  rows: DigestRow[];
  more: number;
}

/** A longer email would not be read and may exceed a mail server's size limit. */
const DIGEST_MAX = 100;

const MAY_READ = `(s.password_sealed is null or s.owner_id = :userId)`;

/** A recipient's unsent comments on one snapshot. */
export interface BatchRow {
  userId: string;
  snapshotId: string;
}

/** Returns the batches whose oldest notification was created before `before`. */
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
 * Marks all notifications, or those about one snapshot, as sent and returns the newest. A concurrent call waits and
 * then finds none. Leaves out notifications the recipient may no longer see, or their text.
 */
export async function claimPending(
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
    { userId, from, before, snapshotId, untold: HIDDEN_TEXT, max: DIGEST_MAX },
  );
  return { rows: rows.toReversed(), more: (rows[0]?.taken ?? 0) - rows.length };
}
