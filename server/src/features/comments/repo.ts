import type { CommentContext, PinTree, ReactionCount } from '@stagelink/shared/contracts/comments';
import { REACTION_NAMES_MAX } from '@stagelink/shared/contracts/limits';
import type { Further } from '@stagelink/shared/preview/further';
import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import type { Selection } from '@stagelink/shared/preview/selection';
import type { ThreadWork } from '@stagelink/shared/contracts/threadWork';
import type { Locator } from '@stagelink/shared/locator/locator';
import type { FileRow } from '../attachments/repo.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { statement } from '../../platform/db/statement.ts';
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
  further: Further | null;
  context: CommentContext | null;
  /** Oldest first. */
  trees: PinTree[];
  /** Locator, selection, actions, further elements, trees and context exist but were not read. */
  isBrief: boolean;
  resolvedAt: Date | null;
  resolvedBy: string | null;
  resolvedVersion: number | null;
  editedAt: Date | null;
  createdAt: Date;
  /** Files in the order in which they were sent. */
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
  /** Address of the issue that the thread became, for its snapshot’s owner only. */
  issueUrl: string | null;
  isIssueClosed: boolean;
  /** A coding agent's work on the thread it begins. */
  work: ThreadWork | null;
  /** Counts in any order. */
  reactions: ReactionCount[];
}

/** Who reads comments. */
export interface Reader {
  userId: string | null;
  /** Their keys in reactions. */
  persons: readonly string[];
}

const epochMs = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`;

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
  further: `case when not ${BRIEF} then c.further end`,
  context: `case when not ${BRIEF} then c.context end`,
  trees: `case when not ${BRIEF} then (
    select coalesce(json_agg(json_strip_nulls(json_build_object('version', p.version,
      'hash', encode(p.hash, 'hex'), 'node', p.node, 'further', p.further)) order by p.version), '[]')
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
  issueUrl: '(select i.url from thread_issues i where i.comment_id = c.id)',
  isIssueClosed: 'coalesce((select i.is_closed from thread_issues i where i.comment_id = c.id), false)',
  work: `(
    select json_build_object(
      'state', w.state, 'sentBy', w.sent_by, 'sentAt', ${epochMs('w.sent_at')}, 'changedAt', ${epochMs('w.changed_at')},
      'agentName', w.agent_name, 'isTaken', w.state = 'proposed' or coalesce(w.taken_until > now(), false),
      'plan', w.plan, 'version', w.version)
    from thread_work w where w.comment_id = c.id)`,
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

/** Nothing refers to a comment that is being inserted. */
const NEW_COLUMNS = {
  ...COLUMNS,
  trees: `'[]'::json`,
  files: `'[]'::json`,
  reactions: `'[]'::json`,
  isUnread: 'false',
  assigneeEmail: 'null',
  assigneeName: 'null',
  issueUrl: 'null',
  isIssueClosed: 'false',
  work: 'null',
};

const selected = (fields: readonly (keyof CommentRow)[], columns = COLUMNS): string =>
  fields.map((field) => `${columns[field]} as "${field}"`).join(', ');

const FIELDS = Object.keys(COLUMNS) as (keyof CommentRow)[];

/** Every column of comments `c` on snapshots `s` by users `u`, for `:userId` with `:persons`. */
const ALL = selected(FIELDS);

/** The same of a comment that the statement inserts. */
export const ALL_OF_NEW = selected(FIELDS, NEW_COLUMNS);

/** Locator and context are not read for comments in `brief`. */
export const comments = (db: Db, { userId, persons }: Reader, brief: readonly string[] = []) =>
  db('comments as c')
    .join('snapshots as s', 's.id', 'c.snapshot_id')
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .select(db.raw(ALL, { userId, persons, brief }));

/** What decides who may do what with a comment, and what its changes need: nothing that may be large but its text. */
const CHECKED = [
  'id',
  'snapshotId',
  'parentId',
  'authorId',
  'authorName',
  'reviewerEmail',
  'anonymousHash',
  'isPending',
  'pinNumber',
  'text',
  'resolvedAt',
  'assigneeId',
  'assigneeEmail',
  'assigneeName',
  'dueOn',
] as const satisfies (keyof CommentRow)[];

/** The columns that checks need, of the comments `c` by users `u`, as fields whose names begin with this. */
export const checked = (prefix: string): string =>
  CHECKED.map((field) => `${COLUMNS[field]} as "${prefix}${field}"`).join(', ');

/** The part of a comment that is read to check an action on it. */
export type CheckedRow = Pick<CommentRow, (typeof CHECKED)[number]>;

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

const FIND = statement<CommentRow>(
  'comments_find',
  `select ${ALL} from comments c join snapshots s on s.id = c.snapshot_id left join users u on u.id = c.author_id
   where c.snapshot_id = :snapshotId and c.id = :id`,
);

export async function find(
  db: Db,
  snapshotId: string,
  id: string,
  { userId, persons }: Reader,
): Promise<CommentRow | undefined> {
  const [row] = await FIND(db, { snapshotId, id, userId, persons, brief: [] });
  return row;
}

export const findChecked = (db: Db, snapshotId: string, id: string): Promise<CheckedRow | undefined> =>
  db('comments as c')
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .where({ 'c.snapshot_id': snapshotId, 'c.id': id })
    .first(db.raw(selected(CHECKED)));

/** What a thread began with. */
export interface ThreadBeginning {
  text: string;
  /** Path, query and hash within the prototype. */
  route: string | null;
  /** Name of the pinned element. */
  element: string | null;
}

export const findBeginning = (db: Db, id: string): Promise<ThreadBeginning | undefined> =>
  db('comments as c')
    .where({ id })
    .first({
      text: 'c.text',
      route: db.raw(`coalesce(c.context ->> 'route', c.locator ->> 'route')`),
      element: db.raw(`nullif(c.context ->> 'elementName', '')`),
    });

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

export const hasReplySince = async (tx: Tx, threadId: string, since: Date): Promise<boolean> =>
  (await tx('comments').where({ parent_id: threadId }).where('created_at', '>', since).first('id')) !==
  undefined;
