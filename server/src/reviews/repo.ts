import type { Db, Tx } from '../db/db.ts';

/** Has been asked and has not answered. */
const IS_WAITED_FOR = `w.status in ('pending', 'reviewing')`;

/**
 * How far the review `r` has come; everything that shows it or filters by it says it in these words. A deadline that
 * passes makes it overdue only while somebody is still waited for.
 */
export const STATUS_OF_REVIEW = `case
  when (select bool_and(not ${IS_WAITED_FOR}) from reviewers w where w.review_id = r.id) then 'completed'
  when r.deadline < now() then 'overdue'
  else 'pending' end`;

/** The review of the snapshot `s` in short, as JSON; null when none was requested. */
export const REVIEW_IN_SHORT = `(
  select json_build_object('status', ${STATUS_OF_REVIEW}, 'checkedOffCount', answered, 'totalReviewers', asked)
  from reviews r cross join lateral (
    select count(*) as asked, count(*) filter (where not ${IS_WAITED_FOR}) as answered
    from reviewers w where w.review_id = r.id
  ) counted
  where r.snapshot_id = s.id)`;

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

/** False when a review of this snapshot was requested before. */
export async function insert(
  tx: Tx,
  review: Pick<ReviewRow, 'id' | 'notes' | 'deadline'> & { snapshotId: string },
  reviewers: Pick<ReviewerRow, 'id' | 'email' | 'name'>[],
): Promise<boolean> {
  const { id, snapshotId, notes, deadline } = review;
  const inserted = await tx('reviews')
    .insert({ id, snapshot_id: snapshotId, notes, deadline })
    .onConflict('snapshot_id')
    .ignore()
    .returning('id');
  if (inserted.length === 0) return false;
  await tx('reviewers').insert(reviewers.map((reviewer) => ({ ...reviewer, review_id: id })));
  return true;
}
