import type { Inspection } from '@stagelink/shared/preview/inspection';
import type { Tx } from '../../platform/db/db.ts';
import { statement } from '../../platform/db/statement.ts';
import { type ChannelEvent, publishedOf, publishing } from '../../platform/live/publish.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import {
  ALL_OF_NEW,
  checked,
  type CheckedRow,
  type CommentBytes,
  type CommentRow,
  type Reader,
} from './repo.ts';

/** What posting a comment needs of its snapshot. */
export type PostedOn = Pick<
  LiveSnapshotRow,
  | 'id'
  | 'ownerId'
  | 'name'
  | 'version'
  | 'passwordSealed'
  | 'passwordRevision'
  | 'commentPolicy'
  | 'agentFeedback'
>;

interface LockedRow extends PostedOn {
  /** The thread that is replied to; null if it is not there. */
  parent: CheckedRow | null;
  /** False: the author's account was deleted since the access check. */
  hasAuthor: boolean;
  /** Whether the author may see the version that the comment is about. */
  hasVersion: boolean;
  /** Any comment, on any snapshot, has this id. */
  isTaken: boolean;
}

interface WantedComment {
  id: string;
  snapshotId: string;
  /** The thread that it replies to. */
  parentId: string | null;
  userId: string | null;
  /** Null: the published one. */
  version: number | null;
  isOwner: boolean;
}

const PARENT = 'parent.';

// The author's account is counted before the snapshot is read, so the locks are taken in the lock order of a deletion.
const LOCK = statement<Omit<LockedRow, 'parent'> & Record<string, unknown>>(
  'comments_lock',
  `with author as (select id from users where id = :userId::uuid for key share)
   select s.id, s.owner_id as "ownerId", s.name, s.version, s.password_sealed as "passwordSealed",
     s.password_revision as "passwordRevision", s.comment_policy as "commentPolicy",
     s.agent_feedback as "agentFeedback",
     :userId::uuid is null or exists (select from author) as "hasAuthor",
     exists (select from versions v
       where v.snapshot_id = s.id and v.number = coalesce(:version::int, s.version)
         and (v.published_at is not null or :isOwner::boolean)) as "hasVersion",
     exists (select from comments t where t.id = :id::uuid) as "isTaken", ${checked(PARENT)}
   from snapshots s
   left join comments c on c.id = :parentId::uuid and c.snapshot_id = s.id
   left join users u on u.id = c.author_id
   where (select count(*) from author) >= 0 and s.id = :snapshotId and s.version is not null
   for no key update of s`,
);

/** Locks the author's account and then the snapshot, so that changes of it run one after another. */
export async function lock(tx: Tx, wanted: WantedComment): Promise<LockedRow | undefined> {
  const [row] = await LOCK(tx, { ...wanted });
  if (!row) return undefined;
  const fields = Object.entries(row).filter(([name]) => name.startsWith(PARENT));
  const parent = fields.map(([name, value]) => [name.slice(PARENT.length), value]);
  return {
    ...row,
    parent: row[`${PARENT}id`] === null ? null : (Object.fromEntries(parent) as CheckedRow),
  };
}

export type NewComment = Pick<
  CommentRow,
  | 'id'
  | 'snapshotId'
  | 'parentId'
  | 'authorId'
  | 'reviewerId'
  | 'anonymousHash'
  | 'authorName'
  | 'text'
  | 'isPending'
  | 'version'
  | 'elementSelector'
  | 'elementX'
  | 'elementY'
  | 'locator'
  | 'selection'
  | 'actions'
  | 'further'
  | 'context'
> & {
  /** Only coding agents read it. */
  inspection: Inspection | null;
  /** Assigns the snapshot's next pin number. */
  hasPin: boolean;
};

/** Parts of a comment that are stored as JSON. */
const JSON_PARTS = ['locator', 'selection', 'actions', 'further', 'context', 'inspection'] as const;

const bytesOfJson = JSON_PARTS.map((part) => `coalesce(octet_length((:${part}::jsonb)::text), 0)`).join(
  ' + ',
);

// Counts, follows, publishes and reads in the statement that inserts: the row is read once, by the columns that lists
// read.
const INSERT = statement<CommentRow & { before: number; used: CommentBytes; published: number }>(
  'comments_insert',
  `with used as (
     select count(*)::int as comments, coalesce(sum(bytes), 0)::bigint as bytes,
       coalesce(sum(bytes) filter (where author_id is null and reviewer_id is null), 0)::bigint as visitors
     from comments where snapshot_id = :snapshotId
   ), counted as (
     update snapshots set
       last_pin = last_pin + (:hasPin::boolean)::int,
       comment_count = comment_count + (not :isPending::boolean)::int
     where id = :snapshotId and not exists (select from comments where id = :id::uuid)
     returning last_pin
   ), c as (
     insert into comments (id, snapshot_id, parent_id, author_id, reviewer_id, anonymous_hash, author_name, text,
       is_pending, version, pin_number, element_selector, element_x, element_y,
       locator, selection, actions, further, context, inspection, bytes)
     select :id::uuid, :snapshotId, :parentId::uuid, :authorId::uuid, :reviewerId::uuid, :anonymousHash::bytea,
       :authorName::text, :text::text, :isPending::boolean, :version::int,
       case when :hasPin::boolean then last_pin end, :elementSelector::text, :elementX::float8, :elementY::float8,
       :locator::jsonb, :selection::jsonb, :actions::jsonb, :further::jsonb, :context::jsonb, :inspection::jsonb,
       octet_length(:text::text) + coalesce(octet_length(:elementSelector::text), 0) + ${bytesOfJson}
     from counted
     returning *
   ), followed as (
     insert into follows (id, user_id, snapshot_id, comment_id)
     select :followId::uuid, author_id, snapshot_id, coalesce(parent_id, id) from c where author_id is not null
     on conflict (user_id, snapshot_id, comment_id) do nothing
   ), ${publishing('exists (select from c)')}
   select ${ALL_OF_NEW}, (select count(*) from published) as published, used.comments as before, json_build_object(
       'all', used.bytes + coalesce(c.bytes, 0), 'visitors', used.visitors + coalesce(c.bytes, 0)) as used
   from used left join c on true left join snapshots s on s.id = c.snapshot_id left join users u on u.id = c.author_id`,
);

interface Inserted {
  /** Undefined: a comment with this id exists. */
  row: CommentRow | undefined;
  /** How many comments the snapshot had before. */
  before: number;
  /** Bytes of its comments now; those of visitors as if this one were a visitor's. */
  used: CommentBytes;
}

/**
 * Inserts and counts a comment, whose author follows the thread from now on, publishes these events and returns it as
 * lists read it. The transaction must have locked the snapshot, and should end soon: events of others wait for it.
 */
export async function insert(
  tx: Tx,
  comment: NewComment,
  { userId, persons }: Reader,
  followId: string,
  events: readonly ChannelEvent[],
): Promise<Inserted> {
  const parts = JSON_PARTS.map((part) => [part, comment[part] && JSON.stringify(comment[part])]);
  const known = { ...comment, ...Object.fromEntries(parts), userId, persons, brief: [], followId };
  const values = { ...known, ...publishedOf(events) };
  const [found] = await INSERT(tx, values);
  if (!found) throw new Error('The sums of no comments have a row');
  const { before, used, published: _, ...row } = found;
  if (row.id === null) return { row: undefined, before, used };
  // The statement does not see the follow that it inserts.
  const following = row.following ?? (comment.authorId === null ? null : true);
  return { row: { ...row, following }, before, used };
}
