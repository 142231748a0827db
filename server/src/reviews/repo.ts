import type { Knex } from 'knex';
import type { Db, Tx } from '../db/db.ts';

/** Has been asked and has not answered. */
const IS_WAITED_FOR = `w.status in ('pending', 'reviewing')`;

/** The review `r` is the newest of its snapshot, the one that counts: those before it are completed. */
export const IS_NEWEST = `not exists (
  select from reviews n where n.snapshot_id = r.snapshot_id and n.requested_at > r.requested_at)`;

/**
 * How far the review `r` has come; everything that shows it or filters by it says it in these words. A deadline that
 * passes makes it overdue only while somebody is still waited for.
 */
export const STATUS_OF_REVIEW = `case
  when (select bool_and(not ${IS_WAITED_FOR}) from reviewers w where w.review_id = r.id) then 'completed'
  when r.deadline < now() then 'overdue'
  else 'pending' end`;

/** The newest review of the snapshot `s` in short, as JSON; null when none was requested. */
export const REVIEW_IN_SHORT = `(
  select json_build_object('status', ${STATUS_OF_REVIEW}, 'checkedOffCount', answered, 'totalReviewers', asked)
  from reviews r cross join lateral (
    select count(*) as asked, count(*) filter (where not ${IS_WAITED_FOR}) as answered
    from reviewers w where w.review_id = r.id
  ) counted
  where r.snapshot_id = s.id and ${IS_NEWEST})`;

/** The ids of everybody who was asked to review the snapshot `s`, as an array. */
export const REVIEWER_IDS = `array(
  select w.id::text from reviewers w join reviews r on r.id = w.review_id where r.snapshot_id = s.id)`;

export interface ReviewRow {
  id: string;
  status: 'pending' | 'completed' | 'overdue';
  notes: string;
  deadline: Date | null;
  requestedAt: Date;
}

export interface ReviewerRow {
  id: string;
  email: string;
  name: string;
  status: 'pending' | 'reviewing' | 'approved' | 'changes_requested';
  feedback: string;
  reviewedAt: Date | null;
}

const reviewerColumns = {
  id: 'id',
  email: 'email',
  name: 'name',
  status: 'status',
  feedback: 'feedback',
  reviewedAt: 'reviewed_at',
} satisfies Record<keyof ReviewerRow, string>;

export const find = (db: Db, id: string): Promise<ReviewRow | undefined> =>
  db('reviews as r')
    .where({ id })
    .first({
      id: 'r.id',
      status: db.raw(STATUS_OF_REVIEW),
      notes: 'r.notes',
      deadline: 'r.deadline',
      requestedAt: 'r.requested_at',
    });

export const reviewersOf = (db: Db, reviewId: string): Promise<ReviewerRow[]> =>
  db('reviewers').where({ review_id: reviewId }).orderBy('id').select(reviewerColumns);

/** Whether somebody has still to answer a review of this snapshot. */
export async function isUnderway(tx: Tx, snapshotId: string): Promise<boolean> {
  const row: unknown = await tx('reviews as r')
    .join('reviewers as w', 'w.review_id', 'r.id')
    .where('r.snapshot_id', snapshotId)
    .whereRaw(IS_WAITED_FOR)
    .first('r.id');
  return row !== undefined;
}

export async function insert(
  tx: Tx,
  review: Pick<ReviewRow, 'id' | 'notes' | 'deadline'> & { snapshotId: string },
  reviewers: Pick<ReviewerRow, 'id' | 'email' | 'name'>[],
): Promise<void> {
  const { id, snapshotId, notes, deadline } = review;
  await tx('reviews').insert({ id, snapshot_id: snapshotId, notes, deadline });
  await tx('reviewers').insert(reviewers.map((reviewer) => ({ ...reviewer, review_id: id })));
}

/** A reviewer, as far as it matters who they are. */
export type NamedRow = Pick<ReviewerRow, 'id' | 'email' | 'name'>;

/** Whoever has this address, as the newest review that names it knows them. */
async function named(db: Db, snapshotId: string, email: Knex.QueryBuilder): Promise<NamedRow | undefined> {
  return db('reviewers as w')
    .join('reviews as r', 'r.id', 'w.review_id')
    .where('r.snapshot_id', snapshotId)
    .where('w.email', email)
    .orderBy('r.requested_at', 'desc')
    .first({ id: 'w.id', email: 'w.email', name: 'w.name' });
}

/** By an account whose address is proven. */
export const namedByAccount = (db: Db, snapshotId: string, userId: string) =>
  named(db, snapshotId, db('users').where({ id: userId }).whereNotNull('email_verified_at').select('email'));

/** By what they were in this or an older review of the snapshot that still counts. */
export const namedById = (db: Db, snapshotId: string, id: string) =>
  named(
    db,
    snapshotId,
    db('reviewers as k')
      .join('reviews as o', 'o.id', 'k.review_id')
      .where({ 'k.id': id, 'o.snapshot_id': snapshotId })
      .select('k.email'),
  );

export const findReviewer = (db: Db, id: string): Promise<(NamedRow & { snapshotId: string }) | undefined> =>
  db('reviewers as w')
    .join('reviews as r', 'r.id', 'w.review_id')
    .where('w.id', id)
    .first({ id: 'w.id', email: 'w.email', name: 'w.name', snapshotId: 'r.snapshot_id' });
