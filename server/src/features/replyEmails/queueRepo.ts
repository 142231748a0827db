import type { Db, Tx } from '../../platform/db/db.ts';

/**
 * A person without an account who can be emailed about a snapshot: a reviewer, or a visitor with a confirmed address.
 */
export interface CandidateRow {
  reviewerId: string | null;
  replyAddressId: string | null;
  email: string;
  name: string;
  /** They commented in the thread. */
  isInThread: boolean;
}

interface CandidateQuery {
  snapshotId: string;
  threadId: string;
  /** Users who are notified otherwise, or are the actor. */
  userIds: string[];
}

const WROTE = `select from comments c where c.snapshot_id = :snapshotId and not c.is_pending
  and (c.id = :threadId or c.parent_id = :threadId)`;

/** Reviewers first: their name comes from the owner. */
export async function candidates(tx: Tx, query: CandidateQuery): Promise<CandidateRow[]> {
  const { rows } = await tx.raw<{ rows: CandidateRow[] }>(
    `select * from (
       (select distinct on (w.email) w.id as "reviewerId", cast(null as uuid) as "replyAddressId", w.email, w.name,
          exists (${WROTE} and c.reviewer_id in (
            select k.id from reviewers k join reviews o on o.id = k.review_id
            where o.snapshot_id = :snapshotId and k.email = w.email)) as "isInThread"
        from reviewers w join reviews r on r.id = w.review_id
        where r.snapshot_id = :snapshotId and w.removed_at is null
        order by w.email, r.requested_at desc)
       union all
       select null, a.id, a.email, a.name, exists (${WROTE} and c.anonymous_hash = a.anonymous_hash)
       from reply_addresses a where a.snapshot_id = :snapshotId and a.confirmed_at is not null
     ) found
     where not exists (
       select from users u where u.email = found.email and u.email_verified_at is not null and u.id = any(:userIds))`,
    { ...query },
  );
  return rows;
}

export interface ReplyMailRow {
  id: string;
  snapshotId: string;
  commentId: string;
  kind: 'reply' | 'mention' | 'resolved' | 'assigned' | 'staged';
  byName: string;
  reviewerId: string | null;
  replyAddressId: string | null;
}

export async function insert(tx: Tx, rows: ReplyMailRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx('reply_mails').insert(
    rows.map((row) => ({
      id: row.id,
      snapshot_id: row.snapshotId,
      comment_id: row.commentId,
      kind: row.kind,
      by_name: row.byName,
      reviewer_id: row.reviewerId,
      reply_address_id: row.replyAddressId,
    })),
  );
}

const WITH_ADDRESS = `reply_mails m
  left join reviewers w on w.id = m.reviewer_id left join reply_addresses a on a.id = m.reply_address_id`;

/** Returns one queued email of each address and snapshot that was queued before `before`. */
export async function waiting(db: Db, before: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select (array_agg(m.id order by m.created_at))[1] as id from ${WITH_ADDRESS}
     group by m.snapshot_id, coalesce(w.email, a.email) having min(m.created_at) <= ?`,
    [before],
  );
  return rows.map(({ id }) => id);
}

export const addressOf = async (
  db: Db,
  id: string,
): Promise<{ email: string; snapshotId: string } | undefined> => {
  const { rows } = await db.raw<{ rows: { email: string; snapshotId: string }[] }>(
    `select coalesce(w.email, a.email) as email, m.snapshot_id as "snapshotId" from ${WITH_ADDRESS} where m.id = ?`,
    [id],
  );
  return rows[0];
};

/** One event, as it is now. */
export interface ActivityRow {
  kind: ReplyMailRow['kind'];
  byName: string;
  text: string;
  threadId: string;
  /** The beginning of the thread. */
  thread: string;
  snapshotId: string;
  snapshotName: string;
  passwordRevision: number;
  ownerName: string;
  reviewerId: string | null;
  name: string;
  /** The version that was staged for the thread. */
  stagedVersion: number | null;
}

/**
 * Removes the queued events of an address and returns those it may still receive, oldest first: the snapshot must be
 * open and have no password, or the one this person opened it with.
 */
export async function claimPending(
  tx: Tx,
  { email, snapshotId }: { email: string; snapshotId: string },
): Promise<ActivityRow[]> {
  const { rows } = await tx.raw<{ rows: ActivityRow[] }>(
    `with taken as (
       delete from reply_mails where id in (
         select m.id from ${WITH_ADDRESS} where m.snapshot_id = :snapshotId and coalesce(w.email, a.email) = :email)
       returning *
     )
     select m.kind, m.by_name as "byName", c.text, t.id as "threadId", t.text as thread,
       s.id as "snapshotId", s.name as "snapshotName", s.password_revision as "passwordRevision",
       o.name as "ownerName", w.id as "reviewerId", coalesce(w.name, a.name) as name, k.version as "stagedVersion"
     from taken m
       join comments c on c.id = m.comment_id and not c.is_pending
       join comments t on t.id = coalesce(c.parent_id, c.id)
       join snapshots s on s.id = m.snapshot_id and s.version is not null and s.expires_at > now()
       join users o on o.id = s.owner_id and o.deactivated_at is null
       left join reviewers w on w.id = m.reviewer_id
       left join reply_addresses a on a.id = m.reply_address_id
       left join thread_work k on k.comment_id = t.id and k.state = 'staged'
     where (m.kind <> 'staged' or k.comment_id is not null)
       and (w.id is null or w.removed_at is null) and (a.id is null or a.confirmed_at is not null)
       and (s.password_sealed is null or coalesce(w.password_revision, a.password_revision) = s.password_revision)
     order by m.created_at, m.id`,
    { email, snapshotId },
  );
  return rows;
}

export const removeBefore = (db: Db, before: Date): Promise<number> =>
  db('reply_mails').where('created_at', '<', before).delete();
