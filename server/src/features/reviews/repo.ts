import type { Db, Tx } from '../../platform/db/db.ts';
import { statement } from '../../platform/db/statement.ts';

const HAS_ANSWERED = `w.status in ('approved', 'changes_requested')`;

/** Invited, has not responded, and still may. */
const IS_WAITED_FOR = `(not ${HAS_ANSWERED} and w.removed_at is null)`;

// SQL of reviews for other queries. Each function takes the alias of the table it refers to.

/** The ids of a snapshot's current reviewers, as an array. */
export const reviewerIds = (snapshot: string) => `array(
  select w.id::text from reviewers w join reviews r on r.id = w.review_id
  where r.snapshot_id = ${snapshot}.id and w.removed_at is null)`;

/** Whether a user is a reviewer of a snapshot, by a verified address. */
export const isReviewerOf = (user: string, snapshot: string) => `exists (
  select from reviewers w join reviews r on r.id = w.review_id
  where r.snapshot_id = ${snapshot}.id and w.email = ${user}.email and w.removed_at is null
    and ${user}.email_verified_at is not null)`;

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
  /** The version the decision is about. */
  version: number | null;
  /** Set when the owner removed the reviewer, or closed the review before the response. */
  removedAt: Date | null;
  /** Set when the mail server rejected the address, or the address has unsubscribed. */
  undeliverableAt: Date | null;
}

/** A review with its reviewers in their original order. */
export interface ReviewWithReviewers {
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

async function withReviewers(db: Db, reviews: ReviewRow[]): Promise<ReviewWithReviewers[]> {
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
export async function ofSnapshot(db: Db, snapshotId: string): Promise<ReviewWithReviewers[]> {
  const reviews: ReviewRow[] = await db('reviews')
    .where({ snapshot_id: snapshotId })
    .orderBy('requested_at', 'desc')
    .select(reviewColumns);
  return withReviewers(db, reviews);
}

/** Locks the review so that responses are processed one after another. */
export async function lockForUpdate(tx: Tx, id: string): Promise<ReviewWithReviewers | undefined> {
  const reviews: ReviewRow[] = await tx('reviews').where({ id }).forUpdate().select(reviewColumns);
  const [state] = await withReviewers(tx, reviews);
  return state;
}

export async function snapshotOf(db: Db, id: string): Promise<string | undefined> {
  const row: { snapshotId: string } | undefined = await db('reviews')
    .where({ id })
    .first({ snapshotId: 'snapshot_id' });
  return row?.snapshotId;
}

/** Counts the addresses that belong to no account and never answered a review of this owner. */
export async function countStrangers(tx: Tx, ownerId: string, emails: string[]): Promise<number> {
  const { rows } = await tx.raw<{ rows: { strangers: number }[] }>(
    `select count(*)::int as strangers from unnest(cast(:emails as text[])) as named (email)
     where not exists (select from users u where u.email = named.email and u.email_verified_at is not null)
       and not exists (
         select from reviewers w join reviews r on r.id = w.review_id join snapshots s on s.id = r.snapshot_id
         where w.email = named.email and w.reviewed_at is not null and s.owner_id = :ownerId)`,
    { emails, ownerId },
  );
  return rows[0]?.strangers ?? 0;
}

/** Returns whether a review of this snapshot has pending reviewers. */
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
  reviewers: ReviewerIdentity[],
  passwordRevision: number,
): Promise<void> {
  const { id, snapshotId, notes, deadline } = review;
  await tx('reviews').insert({ id, snapshot_id: snapshotId, notes, deadline });
  await tx('reviewers').insert(
    reviewers.map((reviewer) => ({ ...reviewer, review_id: id, password_revision: passwordRevision })),
  );
}

/** Returns whether this reviewer has not decided yet. */
export async function isWaitedFor(db: Db, reviewerId: string): Promise<boolean> {
  const waiting = db('reviewers').where({ id: reviewerId }).whereIn('status', ['pending', 'reviewing']);
  return (await waiting.first('id')) !== undefined;
}

/** Marks the review as started by this reviewer. */
export async function start(tx: Tx, reviewerId: string): Promise<void> {
  await tx('reviewers').where({ id: reviewerId }).update({ status: 'reviewing' });
}

export async function decide(
  tx: Tx,
  reviewerId: string,
  { status, feedback, version }: Pick<ReviewerRow, 'status' | 'feedback' | 'version'>,
): Promise<void> {
  const answered = { status, feedback, reviewed_version: version, reviewed_at: tx.fn.now() };
  await tx('reviewers').where({ id: reviewerId }).update(answered);
}

/** Removes these reviewers from their review; their responses stay. */
export async function removeReviewers(tx: Tx, ids: string[]): Promise<void> {
  await tx('reviewers').whereIn('id', ids).whereNull('removed_at').update({ removed_at: tx.fn.now() });
}

/** Removes an address from every review of a snapshot. */
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

/** Marks a reviewer as unreachable by email. Returns the review; undefined if the reviewer is gone. */
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

export type ReviewerIdentity = Pick<ReviewerRow, 'id' | 'email' | 'name'>;

/** Selects the reviewer with an address in the newest review that invited it. */
const reviewerWith = (email: string) =>
  `select w.id, w.email, w.name from reviewers w join reviews r on r.id = w.review_id
   where r.snapshot_id = :snapshotId and w.email = (${email}) and w.removed_at is null
   order by r.requested_at desc limit 1`;

const BY_ACCOUNT = statement<ReviewerIdentity>(
  'reviewers_by_account',
  reviewerWith('select email from users where id = :userId and email_verified_at is not null'),
);

const BY_ID = statement<ReviewerIdentity>(
  'reviewers_by_id',
  reviewerWith(
    `select k.email from reviewers k join reviews o on o.id = k.review_id
     where k.id = :id and o.snapshot_id = :snapshotId and k.removed_at is null`,
  ),
);

/** Finds a reviewer by an account with a verified address. */
export async function findReviewerByAccount(
  db: Db,
  snapshotId: string,
  userId: string,
): Promise<ReviewerIdentity | undefined> {
  const [row] = await BY_ACCOUNT(db, { snapshotId, userId });
  return row;
}

/** Finds a reviewer by an id of this or an older review of the snapshot that is still valid. */
export async function findReviewerById(
  db: Db,
  snapshotId: string,
  id: string,
): Promise<ReviewerIdentity | undefined> {
  const [row] = await BY_ID(db, { snapshotId, id });
  return row;
}

export const findReviewer = (
  db: Db,
  id: string,
): Promise<(ReviewerIdentity & { snapshotId: string }) | undefined> =>
  db('reviewers as w')
    .join('reviews as r', 'r.id', 'w.review_id')
    .where('w.id', id)
    .whereNull('w.removed_at')
    .first({ id: 'w.id', email: 'w.email', name: 'w.name', snapshotId: 'r.snapshot_id' });
