import type { Tx } from '../../platform/db/db.ts';
import { statement } from '../../platform/db/statement.ts';
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

const FIND = statement<FoundRow>(
  'comments_to_announce',
  `select c.id, c.snapshot_id as "snapshotId", c.parent_id as "parentId", c.text, c.is_pending as "isPending",
     c.author_id as "authorId", coalesce(u.name, c.author_name) as "authorName", c.reviewer_id as "reviewerId",
     w.email as "reviewerEmail", c.anonymous_hash as "anonymousHash", c.created_at as "createdAt",
     u.email_verified_at is not null as "isVerified", s.owner_id as "ownerId", s.project_id as "projectId", s.name,
     s.version, s.password_sealed as "passwordSealed"
   from comments c
   join snapshots s on s.id = c.snapshot_id
   left join users u on u.id = c.author_id
   left join reviewers w on w.id = c.reviewer_id
   where c.id = :id and c.announced_at is null`,
);

/** Returns a comment that was not announced yet, if it is still there. */
export async function find(tx: Tx, id: string): Promise<PostedRow | undefined> {
  const [row] = await FIND(tx, { id });
  if (!row) return undefined;
  const { ownerId, projectId, name, version, passwordSealed, ...comment } = row;
  const snapshot = { id: comment.snapshotId, ownerId, projectId, name, version, passwordSealed };
  return { ...comment, snapshot };
}

const MARK = statement<{ id: string }>(
  'comments_mark_announced',
  'update comments set announced_at = now() where id = :id and announced_at is null returning id',
);

/** Returns false if it was announced meanwhile, or is gone. */
export async function mark(tx: Tx, id: string): Promise<boolean> {
  const marked = await MARK(tx, { id });
  return marked.length === 1;
}
