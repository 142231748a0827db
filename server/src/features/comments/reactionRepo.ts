import type { Reaction } from '@stagelink/shared/contracts/comments';
import type { Db, Tx } from '../../platform/db/db.ts';

export interface NewReaction {
  commentId: string;
  snapshotId: string;
  reaction: Reaction;
  /** Key of the person, the same for each of their reactions. */
  person: string;
  userId: string | null;
  reviewerId: string | null;
  /** Name of a person without an account. */
  name: string;
}

/** The person may have several keys, of which one was written. */
interface OwnReaction {
  commentId: string;
  reaction: Reaction;
  persons: readonly string[];
}

const own = (db: Db, { commentId, reaction, persons }: OwnReaction) =>
  db('comment_reactions').where({ comment_id: commentId, reaction }).whereIn('person', persons);

export const has = async (tx: Tx, reaction: OwnReaction): Promise<boolean> =>
  (await own(tx, reaction).first('person')) !== undefined;

/** Returns whether there was one. */
export const remove = async (tx: Tx, reaction: OwnReaction): Promise<boolean> =>
  (await own(tx, reaction).delete()) > 0;

export async function insert(tx: Tx, row: NewReaction): Promise<void> {
  await tx('comment_reactions').insert({
    comment_id: row.commentId,
    snapshot_id: row.snapshotId,
    reaction: row.reaction,
    person: row.person,
    user_id: row.userId,
    reviewer_id: row.reviewerId,
    name: row.name,
  });
}

interface ReactionTotals {
  all: number;
  visitors: number;
}

/** Counts the reactions to all comments of a snapshot. */
export async function countOn(tx: Tx, snapshotId: string): Promise<ReactionTotals> {
  const { rows } = await tx.raw<{ rows: [ReactionTotals] }>(
    `select count(*) as all, count(*) filter (where user_id is null and reviewer_id is null) as visitors
     from comment_reactions where snapshot_id = ?`,
    [snapshotId],
  );
  return rows[0];
}
