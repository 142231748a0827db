import type { Tx } from '../../platform/db/db.ts';
import type { CommentRow } from './repo.ts';
import type { EventSource } from '../webhooks/emit.ts';

/** A comment that was posted, with what notifications say of it. */
export interface PostedRow extends Pick<
  CommentRow,
  | 'id'
  | 'snapshotId'
  | 'parentId'
  | 'text'
  | 'isPending'
  | 'authorId'
  | 'authorName'
  | 'reviewerId'
  | 'reviewerEmail'
  | 'anonymousHash'
  | 'createdAt'
> {
  /** The author's account has a verified address. */
  isVerified: boolean;
  snapshot: EventSource;
}

/** Returns a comment that was not announced yet, if it is still there. */
export async function find(tx: Tx, id: string): Promise<PostedRow | undefined> {
  const row = (await tx('comments as c')
    .join('snapshots as s', 's.id', 'c.snapshot_id')
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .leftJoin('reviewers as w', 'w.id', 'c.reviewer_id')
    .where({ 'c.id': id, 'c.announced_at': null })
    .first({
      id: 'c.id',
      snapshotId: 'c.snapshot_id',
      parentId: 'c.parent_id',
      text: 'c.text',
      isPending: 'c.is_pending',
      authorId: 'c.author_id',
      authorName: tx.raw('coalesce(u.name, c.author_name)'),
      reviewerId: 'c.reviewer_id',
      reviewerEmail: 'w.email',
      anonymousHash: 'c.anonymous_hash',
      createdAt: 'c.created_at',
      isVerified: tx.raw('u.email_verified_at is not null'),
      ownerId: 's.owner_id',
      projectId: 's.project_id',
      name: 's.name',
      version: 's.version',
      passwordSealed: 's.password_sealed',
    })) as (Omit<PostedRow, 'snapshot'> & Omit<PostedRow['snapshot'], 'id'>) | undefined;
  if (!row) return undefined;
  const { ownerId, projectId, name, version, passwordSealed, ...comment } = row;
  const snapshot = { id: comment.snapshotId, ownerId, projectId, name, version, passwordSealed };
  return { ...comment, snapshot };
}

/** Returns false if it was announced meanwhile, or is gone. */
export async function mark(tx: Tx, id: string): Promise<boolean> {
  const marked = await tx('comments').where({ id, announced_at: null }).update({ announced_at: tx.fn.now() });
  return marked === 1;
}
