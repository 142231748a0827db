import type { Knex } from 'knex';
import type { Db, Tx } from '../db/db.ts';

const HAS_ANSWERED = `w.status in ('approved', 'changes_requested')`;

/** Has been asked, has not answered, and still may. */
const IS_WAITED_FOR = `(not ${HAS_ANSWERED} and w.removed_at is null)`;

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
    select count(*) filter (where ${HAS_ANSWERED} or w.removed_at is null) as asked,
      count(*) filter (where ${HAS_ANSWERED}) as answered
    from reviewers w where w.review_id = r.id
  ) counted
  where r.snapshot_id = s.id and ${IS_NEWEST})`;

/** The ids of the reviewers of the snapshot `s` who have not been removed, as an array. */
export const REVIEWER_IDS = `array(
  select w.id::text from reviewers w join reviews r on r.id = w.review_id
  where r.snapshot_id = s.id and w.removed_at is null)`;

/** The user `u` is one of those asked to review the snapshot `s`, by an address they have proven. */
export const IS_NAMED = `exists (
  select from reviewers w join reviews r on r.id = w.review_id
  where r.snapshot_id = s.id and w.email = u.email and w.removed_at is null and u.email_verified_at is not null)`;

export interface ReviewRow {
  id: string;
  snapshotId: string;
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
  /** The version the answer is about. */
  version: number | null;
  /** The owner has ended their access, or closed the review before they answered. */
  removedAt: Date | null;
  /** Their address was refused by the mail server, or takes no mail from here. */
  undeliverableAt: Date | null;
}

/** A review with whoever was asked for it, in the order in which they were named. */
export interface Asked {
  review: ReviewRow;
  reviewers: ReviewerRow[];
}

const reviewColumns = {
  id: 'id',
  snapshotId: 'snapshot_id',
  notes: 'notes',
  deadline: 'deadline',
  requestedAt: 'requested_at',
} satisfies Record<keyof ReviewRow, string>;

const reviewerColumns = {
  id: 'id',
  email: 'email',
  name: 'name',
  status: 'status',
  feedback: 'feedback',
  reviewedAt: 'reviewed_at',
  version: 'reviewed_version',
  removedAt: 'removed_at',
  undeliverableAt: 'undeliverable_at',
} satisfies Record<keyof ReviewerRow, string>;

async function withReviewers(db: Db, reviews: ReviewRow[]): Promise<Asked[]> {
  const rows: (ReviewerRow & { reviewId: string })[] = await db('reviewers')
    .whereIn(
      'review_id',
      reviews.map(({ id }) => id),
    )
    .orderBy('id')
    .select({ ...reviewerColumns, reviewId: 'review_id' });
  const byReview = Map.groupBy(rows, ({ reviewId }) => reviewId);
  return reviews.map((review) => ({ review, reviewers: byReview.get(review.id) ?? [] }));
}

/** The newest first. */
export async function ofSnapshot(db: Db, snapshotId: string): Promise<Asked[]> {
  const reviews: ReviewRow[] = await db('reviews')
    .where({ snapshot_id: snapshotId })
    .orderBy('requested_at', 'desc')
    .select(reviewColumns);
  return withReviewers(db, reviews);
}

/** Holds the review until the transaction ends, so that answers to it come one after the other. */
export async function lock(tx: Tx, id: string): Promise<Asked | undefined> {
  const reviews: ReviewRow[] = await tx('reviews').where({ id }).forUpdate().select(reviewColumns);
  const [asked] = await withReviewers(tx, reviews);
  return asked;
}

export async function snapshotOf(db: Db, id: string): Promise<string | undefined> {
  const row: { snapshotId: string } | undefined = await db('reviews')
    .where({ id })
    .first({ snapshotId: 'snapshot_id' });
  return row?.snapshotId;
}

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
  review: Omit<ReviewRow, 'requestedAt'>,
  reviewers: NamedRow[],
  passwordRevision: number,
): Promise<void> {
  const { id, snapshotId, notes, deadline } = review;
  await tx('reviews').insert({ id, snapshot_id: snapshotId, notes, deadline });
  await tx('reviewers').insert(
    reviewers.map((reviewer) => ({ ...reviewer, review_id: id, password_revision: passwordRevision })),
  );
}

/** Notes that somebody has begun to look. */
export async function start(tx: Tx, reviewerId: string): Promise<void> {
  await tx('reviewers').where({ id: reviewerId }).update({ status: 'reviewing' });
}

export async function answer(
  tx: Tx,
  reviewerId: string,
  { status, feedback, version }: Pick<ReviewerRow, 'status' | 'feedback' | 'version'>,
): Promise<void> {
  const answered = { status, feedback, reviewed_version: version, reviewed_at: tx.fn.now() };
  await tx('reviewers').where({ id: reviewerId }).update(answered);
}

/** Ends the part of these reviewers in their review; their responses stay. */
export async function removeReviewers(tx: Tx, ids: string[]): Promise<void> {
  await tx('reviewers').whereIn('id', ids).whereNull('removed_at').update({ removed_at: tx.fn.now() });
}

/** Ends the access of an address to a snapshot, whichever of its reviews names it. */
export async function removeAddress(tx: Tx, snapshotId: string, email: string): Promise<void> {
  const reviews = tx('reviews').where({ snapshot_id: snapshotId }).select('id');
  const rows: { id: string }[] = await tx('reviewers')
    .where({ email })
    .whereIn('review_id', reviews)
    .select('id');
  await removeReviewers(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Notes that no mail reaches a reviewer. Of what; undefined when they are gone. */
export async function markUndeliverable(
  tx: Tx,
  reviewerId: string,
): Promise<{ snapshotId: string; ownerId: string } | undefined> {
  const { rows } = await tx.raw<{ rows: { snapshotId: string; ownerId: string }[] }>(
    `update reviewers w set undeliverable_at = now() from reviews r join snapshots s on s.id = r.snapshot_id
     where w.id = ? and r.id = w.review_id returning s.id as "snapshotId", s.owner_id as "ownerId"`,
    [reviewerId],
  );
  return rows[0];
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx('reviews').where({ id }).delete();
}

/** A reviewer, as far as it matters who they are. */
export type NamedRow = Pick<ReviewerRow, 'id' | 'email' | 'name'>;

/** Whoever has this address, as the newest review that names it knows them. */
async function named(db: Db, snapshotId: string, email: Knex.QueryBuilder): Promise<NamedRow | undefined> {
  return db('reviewers as w')
    .join('reviews as r', 'r.id', 'w.review_id')
    .where('r.snapshot_id', snapshotId)
    .where('w.email', email)
    .whereNull('w.removed_at')
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
      .whereNull('k.removed_at')
      .select('k.email'),
  );

export const findReviewer = (db: Db, id: string): Promise<(NamedRow & { snapshotId: string }) | undefined> =>
  db('reviewers as w')
    .join('reviews as r', 'r.id', 'w.review_id')
    .where('w.id', id)
    .whereNull('w.removed_at')
    .first({ id: 'w.id', email: 'w.email', name: 'w.name', snapshotId: 'r.snapshot_id' });
