import type { Tx } from '../../platform/db/db.ts';
import { statementByKeys } from '../../platform/db/joinedReads.ts';
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

type FoundRow = Omit<PostedRow, 'snapshot'> & Omit<EventSource, 'id'>;

const FIND = statementByKeys<FoundRow>(
  'comments_to_announce',
  'uuid',
  (
    isAsked,
  ) => `select c.id, c.snapshot_id as "snapshotId", c.parent_id as "parentId", c.text, c.is_pending as "isPending",
     c.author_id as "authorId", coalesce(u.name, c.author_name) as "authorName", c.reviewer_id as "reviewerId",
     w.email as "reviewerEmail", c.anonymous_hash as "anonymousHash", c.created_at as "createdAt",
     u.email_verified_at is not null as "isVerified", s.owner_id as "ownerId", s.project_id as "projectId", s.name,
     s.version, s.password_sealed as "passwordSealed"
   from comments c
   join snapshots s on s.id = c.snapshot_id
   left join users u on u.id = c.author_id
   left join reviewers w on w.id = c.reviewer_id
   where c.id ${isAsked} and c.announced_at is null
   order by c.created_at, c.id`,
);

/** Returns those comments that were not announced yet and are still there, oldest first. */
export async function findAll(tx: Tx, ids: readonly string[]): Promise<PostedRow[]> {
  const rows = await FIND(tx, ids);
  return rows.map(({ ownerId, projectId, name, version, passwordSealed, ...comment }) => ({
    ...comment,
    snapshot: { id: comment.snapshotId, ownerId, projectId, name, version, passwordSealed },
  }));
}

const LOCK_SNAPSHOTS = statementByKeys<{ id: string }>(
  'comments_lock_snapshots',
  'text',
  (isAsked) => `select id from snapshots where id ${isAsked} order by id for key share`,
);

/** Keeps snapshots from being deleted. */
export const lockSnapshots = (tx: Tx, ids: readonly string[]): Promise<unknown> => LOCK_SNAPSHOTS(tx, ids);

const MARK = statementByKeys<{ id: string }>(
  'comments_mark_announced',
  'uuid',
  (isAsked) =>
    `update comments set announced_at = now() where id ${isAsked} and announced_at is null returning id`,
);

/** Returns the ids without those that were announced meanwhile, or are gone. */
export async function mark(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const marked = await MARK(tx, ids);
  return new Set(marked.map(({ id }) => id));
}
