import type { CommentContext, PinTree, ReactionCount } from '@stagelink/shared/contracts/comments';
import { REACTION_NAMES_MAX } from '@stagelink/shared/contracts/limits';
import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import type { Selection } from '@stagelink/shared/preview/selection';
import type { Locator } from '@stagelink/shared/locator/locator';
import type { FileRow } from '../attachments/repo.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { isThreadUnread } from './readRepo.ts';

/** The name of visitors without one. */
export const ANONYMOUS = 'Anonymous';

export interface CommentRow {
  id: string;
  snapshotId: string;
  /** Null for the first comment of a thread. */
  parentId: string | null;
  authorId: string | null;
  reviewerId: string | null;
  /** Identifies a reviewer across reviews. */
  reviewerEmail: string | null;
  /** Hash of the secret in the visitor's browser. */
  anonymousHash: Buffer | null;
  authorName: string;
  /** The author is a reviewer. */
  isReviewer: boolean;
  isOwner: boolean;
  text: string;
  isPending: boolean;
  version: number;
  pinNumber: number | null;
  elementSelector: string | null;
  elementX: number | null;
  elementY: number | null;
  locator: Locator | null;
  selection: Selection | null;
  actions: RecordedAction[] | null;
  context: CommentContext | null;
  /** Oldest first. */
  trees: PinTree[];
  /** Locator, selection, actions, trees and context exist but were not read. */
  isBrief: boolean;
  resolvedAt: Date | null;
  resolvedBy: string | null;
  resolvedVersion: number | null;
  editedAt: Date | null;
  createdAt: Date;
  /** In the order in which they were sent. */
  files: FileRow[];
  /** Whether the thread it begins has comments that the reader has not read. */
  isUnread: boolean;
  /** The author's last decision in a review requests changes. */
  requestsChanges: boolean;
  /** Whether the reader follows the thread; null if they never did. */
  following: boolean | null;
  assigneeId: string | null;
  /** Set if the assignee is a reviewer without an account. */
  assigneeEmail: string | null;
  assigneeName: string | null;
  /** A calendar day. */
  dueOn: string | null;
  /** In any order. */
  reactions: ReactionCount[];
}

/** Who reads comments. */
export interface Reader {
  userId: string | null;
  /** Their keys in reactions. */
  persons: readonly string[];
}

/** Reads without a reader's own marks. */
const NO_READER: Reader = { userId: null, persons: [] };

const BRIEF = '(c.id = any(:brief::uuid[]))';
const COLUMNS: Record<keyof CommentRow, string> = {
  id: 'c.id',
  snapshotId: 'c.snapshot_id',
  parentId: 'c.parent_id',
  authorId: 'c.author_id',
  reviewerId: 'c.reviewer_id',
  reviewerEmail: '(select w.email from reviewers w where w.id = c.reviewer_id)',
  anonymousHash: 'c.anonymous_hash',
  authorName: 'coalesce(u.name, c.author_name)',
  isReviewer: `exists (
    select from reviewers w join reviews r on r.id = w.review_id
    where r.snapshot_id = c.snapshot_id and (w.id = c.reviewer_id or w.email = u.email and u.email_verified_at is not null))`,
  isOwner: 'coalesce(c.author_id = s.owner_id, false)',
  text: 'c.text',
  isPending: 'c.is_pending',
  version: 'c.version',
  pinNumber: 'c.pin_number',
  elementSelector: 'c.element_selector',
  elementX: 'c.element_x',
  elementY: 'c.element_y',
  locator: `case when not ${BRIEF} then c.locator end`,
  selection: `case when not ${BRIEF} then c.selection end`,
  actions: `case when not ${BRIEF} then c.actions end`,
  context: `case when not ${BRIEF} then c.context end`,
  trees: `case when not ${BRIEF} then (
    select coalesce(json_agg(json_build_object(
      'version', p.version, 'hash', encode(p.hash, 'hex'), 'node', p.node) order by p.version), '[]')
    from pin_trees p where p.comment_id = c.id) else '[]' end`,
  isBrief: `${BRIEF} and (c.locator is not null or c.context is not null)`,
  resolvedAt: 'c.resolved_at',
  resolvedBy: 'c.resolved_by',
  resolvedVersion: 'c.resolved_version',
  editedAt: 'c.edited_at',
  createdAt: 'c.created_at',
  files: `(
    select coalesce(json_agg(json_build_object(
      'id', a.id, 'filename', a.filename, 'mimeType', a.mime_type, 'size', a.size, 'isCrop', a.is_crop,
      'sha256', encode(a.sha256, 'hex')) order by a.position), '[]')
    from attachments a where a.comment_id = c.id)`,
  isUnread: isThreadUnread(':userId::uuid'),
  requestsChanges: `coalesce((
    select w.status = 'changes_requested'
    from reviewers w join reviews r on r.id = w.review_id
    where r.snapshot_id = c.snapshot_id and w.reviewed_at is not null
      and (w.email = (select own.email from reviewers own where own.id = c.reviewer_id)
        or w.email = u.email and u.email_verified_at is not null)
    order by w.reviewed_at desc limit 1), false)`,
  following: `(
    select f.is_active from follows f
    where f.user_id = :userId and f.snapshot_id = c.snapshot_id and f.comment_id = coalesce(c.parent_id, c.id))`,
  assigneeId: 'c.assignee_id',
  assigneeEmail: '(select w.email from reviewers w where w.id = c.assignee_reviewer_id)',
  assigneeName: `coalesce(
    (select a.name from users a where a.id = c.assignee_id),
    (select w.name from reviewers w where w.id = c.assignee_reviewer_id))`,
  dueOn: `to_char(c.due_on, 'YYYY-MM-DD')`,
  reactions: `(
    select coalesce(json_agg(json_build_object(
      'reaction', g.reaction, 'count', g.count, 'names', g.names, 'isMine', g.is_mine)), '[]')
    from (
      select x.reaction, count(*) as count, bool_or(x.person = any(:persons::text[])) as is_mine,
        coalesce((array_agg(coalesce(xu.name, xw.name, x.name) order by x.created_at, x.person)
          filter (where x.person <> all(:persons::text[])))[1:${REACTION_NAMES_MAX}], '{}') as names
      from comment_reactions x
      left join users xu on xu.id = x.user_id
      left join reviewers xw on xw.id = x.reviewer_id
      where x.comment_id = c.id group by x.reaction
    ) g)`,
};

const SELECTED = Object.entries(COLUMNS)
  .map(([field, column]) => `${column} as "${field}"`)
  .join(', ');

/** Locator and context are not read for comments in `brief`. */
export const comments = (db: Db, { userId, persons }: Reader, brief: readonly string[] = []) =>
  db('comments as c')
    .join('snapshots as s', 's.id', 'c.snapshot_id')
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .select(db.raw(SELECTED, { userId, persons, brief }));

/** Returns the whole thread of a comment, oldest first, including pending comments. */
export const ofThread = (
  db: Db,
  { id, parentId, snapshotId }: Pick<CommentRow, 'id' | 'parentId' | 'snapshotId'>,
  reader: Reader,
): Promise<CommentRow[]> => {
  const rootId = parentId ?? id;
  return comments(db, reader)
    .where('c.snapshot_id', snapshotId)
    .where((either) => either.where('c.id', rootId).orWhere('c.parent_id', rootId))
    .orderByRaw('c.parent_id is not null, c.created_at, c.id');
};

/** An entry in the comment list of a snapshot. */
export interface ListedRow {
  id: string;
  /** Approximate size in the list. */
  bytes: number;
  /** The thread is resolved and has no reply since. */
  isSettled: boolean;
}

/** Lists threads newest first, replies oldest first, including pending comments. */
export async function listed(db: Db, snapshotId: string): Promise<ListedRow[]> {
  const { rows } = await db.raw<{ rows: ListedRow[] }>(
    `with answered as (
       select parent_id, max(created_at) as at from comments
       where snapshot_id = :snapshotId and parent_id is not null group by parent_id
     )
     select c.id, c.bytes,
            t.resolved_at is not null and coalesce(a.at <= t.resolved_at, true) as "isSettled"
     from comments c
     join comments t on t.id = coalesce(c.parent_id, c.id)
     left join answered a on a.parent_id = t.id
     where c.snapshot_id = :snapshotId
     order by t.created_at desc, t.id desc, c.parent_id is not null, c.created_at, c.id`,
    { snapshotId },
  );
  return rows;
}

export async function countThreads(db: Db, snapshotId: string): Promise<number> {
  const row: { count: number } | undefined = await db('comments')
    .where({ snapshot_id: snapshotId })
    .whereNull('parent_id')
    .first({ count: db.raw('count(*)') });
  return row?.count ?? 0;
}

/** Returns these comments in this order, without deleted ones. */
export async function readListed(
  db: Db,
  listed: ListedRow[],
  reader: Reader,
  brief: string[],
): Promise<CommentRow[]> {
  const ids = listed.map(({ id }) => id);
  const rows: CommentRow[] = await comments(db, reader, brief).whereIn('c.id', ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const find = (
  db: Db,
  snapshotId: string,
  id: string,
  reader: Reader = NO_READER,
): Promise<CommentRow | undefined> =>
  comments(db, reader).where({ 'c.snapshot_id': snapshotId, 'c.id': id }).first();

/** Returns those of these comments that are on the snapshot. */
export const findAll = (
  db: Db,
  snapshotId: string,
  ids: readonly string[],
  reader: Reader,
): Promise<CommentRow[]> =>
  comments(db, reader)
    .where('c.snapshot_id', snapshotId)
    .whereIn('c.id', [...ids]);

/** The counts and sizes that limit a new comment. */
export interface CommentCapacity {
  /** Including pending ones. */
  comments: number;
  hasVersion: boolean;
  /** Any comment, on any snapshot, has this id. */
  isTaken: boolean;
}

/** Counts a draft version only for its owner. */
export async function capacityFor(
  tx: Tx,
  comment: Pick<CommentRow, 'id' | 'snapshotId' | 'version'>,
  isOwner: boolean,
): Promise<CommentCapacity> {
  const { rows } = await tx.raw<{ rows: [CommentCapacity] }>(
    `select (select count(*) from comments where snapshot_id = :snapshotId) as comments,
            exists (select from versions where snapshot_id = :snapshotId and number = :version
                    and (published_at is not null or :isOwner)) as "hasVersion",
            exists (select from comments where id = :id) as "isTaken"`,
    { ...comment, isOwner },
  );
  return rows[0];
}

export async function hasVersion(
  tx: Tx,
  snapshotId: string,
  version: number,
  isOwner: boolean,
): Promise<boolean> {
  const row: unknown = await tx('versions')
    .where({ snapshot_id: snapshotId, number: version })
    .whereRaw('(published_at is not null or ?)', [isOwner])
    .first('number');
  return row !== undefined;
}

export type NewComment = Omit<
  CommentRow,
  | 'reviewerEmail'
  | 'isReviewer'
  | 'isOwner'
  | 'pinNumber'
  | 'resolvedAt'
  | 'resolvedBy'
  | 'resolvedVersion'
  | 'editedAt'
  | 'createdAt'
  | 'files'
  | 'isUnread'
  | 'requestsChanges'
  | 'following'
  | 'reactions'
  | 'assigneeId'
  | 'assigneeEmail'
  | 'assigneeName'
  | 'dueOn'
  | 'isBrief'
  | 'trees'
> & {
  /** Assigns the snapshot's next pin number. */
  hasPin: boolean;
};

const json = (value: object | null) => value && JSON.stringify(value);

/** Inserts and counts a comment. The transaction must have locked the snapshot. */
export async function insert(tx: Tx, row: NewComment): Promise<void> {
  await tx.raw(
    `with counted as (
       update snapshots set
         last_pin = last_pin + (:hasPin::boolean)::int,
         comment_count = comment_count + (not :isPending::boolean)::int
       where id = :snapshotId returning last_pin
     )
     insert into comments (id, snapshot_id, parent_id, author_id, reviewer_id, anonymous_hash, author_name, text, is_pending,
       version, pin_number, element_selector, element_x, element_y, locator, selection, actions, context)
     select :id, :snapshotId, :parentId, :authorId, :reviewerId, :anonymousHash, :authorName, :text, :isPending,
       :version, case when :hasPin::boolean then last_pin end, :elementSelector, :elementX, :elementY, :locator, :selection, :actions, :context
     from counted`,
    {
      ...row,
      locator: json(row.locator),
      selection: json(row.selection),
      actions: json(row.actions),
      context: json(row.context),
    },
  );
  await countBytes(tx, row.id);
}

/** Stores the comment's size in the list. */
async function countBytes(tx: Tx, id: string): Promise<void> {
  await tx.raw(
    `update comments set bytes = octet_length(text) + coalesce(octet_length(element_selector), 0)
       + coalesce(octet_length(locator::text), 0) + coalesce(octet_length(selection::text), 0)
       + coalesce(octet_length(actions::text), 0) + coalesce(octet_length(context::text), 0)
     where id = ?`,
    [id],
  );
}

export interface CommentBytes {
  all: number;
  visitors: number;
}

/** Sums the sizes of a snapshot's comments. */
export async function bytesOn(tx: Tx, snapshotId: string): Promise<CommentBytes> {
  const { rows } = await tx.raw<{ rows: [CommentBytes] }>(
    `select coalesce(sum(bytes), 0)::bigint as all,
            coalesce(sum(bytes) filter (where author_id is null and reviewer_id is null), 0)::bigint as visitors
     from comments where snapshot_id = ?`,
    [snapshotId],
  );
  return rows[0];
}

export type CommentPatch = Partial<
  Pick<
    CommentRow,
    | 'text'
    | 'resolvedAt'
    | 'resolvedBy'
    | 'resolvedVersion'
    | 'elementSelector'
    | 'elementX'
    | 'elementY'
    | 'locator'
    | 'selection'
    | 'actions'
    | 'context'
    | 'version'
    | 'editedAt'
  >
>;

const PATCHED: Record<keyof CommentPatch, string> = {
  text: 'text',
  resolvedAt: 'resolved_at',
  resolvedBy: 'resolved_by',
  resolvedVersion: 'resolved_version',
  elementSelector: 'element_selector',
  elementX: 'element_x',
  elementY: 'element_y',
  locator: 'locator',
  selection: 'selection',
  actions: 'actions',
  context: 'context',
  version: 'version',
  editedAt: 'edited_at',
};

export const hasReplySince = async (tx: Tx, threadId: string, since: Date): Promise<boolean> =>
  (await tx('comments').where({ parent_id: threadId }).where('created_at', '>', since).first('id')) !==
  undefined;

/** Missing fields stay unchanged. */
export async function update(tx: Tx, id: string, patch: CommentPatch): Promise<void> {
  const changed = Object.entries(patch).map(([field, value]) => [
    PATCHED[field as keyof CommentPatch],
    // The driver would make an array of PostgreSQL of it.
    Array.isArray(value) ? json(value) : value,
  ]);
  await tx('comments')
    .where({ id })
    .update(Object.fromEntries(changed) as Record<string, unknown>);
  await countBytes(tx, id);
}

/** Makes a pending comment visible and counts it. */
export async function approve(
  tx: Tx,
  { id, snapshotId }: Pick<CommentRow, 'id' | 'snapshotId'>,
): Promise<void> {
  await tx('comments').where({ id }).update({ is_pending: false });
  await tx('snapshots').where({ id: snapshotId }).increment('comment_count');
}

/** Deletes a comment with its replies and corrects the counts. */
export async function remove(
  tx: Tx,
  { id, snapshotId }: Pick<CommentRow, 'id' | 'snapshotId'>,
): Promise<void> {
  await tx.raw(
    `with gone as (
       select id, is_pending from comments where id = :id or parent_id = :id
     ), counted as (
       update snapshots set comment_count = comment_count - (select count(*) from gone where not is_pending)
       where id = :snapshotId
     )
     delete from comments where id in (select id from gone)`,
    { id, snapshotId },
  );
}

/** Keeps a deleted account's comments on others' snapshots, under a generic name. */
export async function detachAuthor(tx: Tx, userId: string, name: string): Promise<void> {
  await tx('comments').where({ author_id: userId }).update({ author_id: null, author_name: name });
}

/** A person known to a snapshot. */
export interface KnownPersonRow {
  /** Null without an account. */
  userId: string | null;
  name: string;
  isOwner: boolean;
  /** Only follows the snapshot: visitors do not see the name. */
  isSilent: boolean;
}

/** Returns the owner, reviewers, followers and all named commenters, each once. */
export async function peopleOf(db: Db, snapshotId: string): Promise<KnownPersonRow[]> {
  const { rows } = await db.raw<{ rows: KnownPersonRow[] }>(
    `with known as (
       select u.id as user_id, u.name, true as is_owner, false as is_silent
       from snapshots s join users u on u.id = s.owner_id where s.id = :snapshotId
       union all
       select u.id, coalesce(u.name, w.name), false, false
       from reviews r join reviewers w on w.review_id = r.id
       left join users u on u.email = w.email and u.email_verified_at is not null
       where r.snapshot_id = :snapshotId
       union all
       select distinct u.id, coalesce(u.name, c.author_name), false, false
       from comments c left join users u on u.id = c.author_id
       where c.snapshot_id = :snapshotId and not c.is_pending and coalesce(u.name, c.author_name) <> :anonymous
       union all
       select u.id, u.name, false, true
       from follows f join users u on u.id = f.user_id and u.deactivated_at is null
       where f.snapshot_id = :snapshotId and f.is_active
     )
     select user_id as "userId", name, bool_or(is_owner) as "isOwner", bool_and(is_silent) as "isSilent" from known
     group by user_id, name order by bool_or(is_owner) desc, name`,
    { snapshotId, anonymous: ANONYMOUS },
  );
  return rows;
}
