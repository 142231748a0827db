import type { Inspection } from '@stagelink/shared/preview/inspection';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { listThreads } from '@stagelink/shared/contracts/threads';
import type { Db } from '../../platform/db/db.ts';
import type { PinStatus } from '../pins/repo.ts';
import { type CommentRow, comments, type Reader } from './repo.ts';

type ThreadQuery = Parsed<typeof listThreads>;

const literally = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

const STATES = { open: 'c.resolved_at is null', resolved: 'c.resolved_at is not null', all: 'true' };

/** The page of a route: the part before its query and hash. The question mark is escaped because it is no binding. */
const PAGE = `substring(c.context->>'route' from '^[^\\?#]*')`;

/** Whose threads are read, and whether only those that were sent to agents. */
export interface ThreadReader {
  userId: string;
  isAgent: boolean;
}

/** `thread_work` has a row for each thread that was sent, by the owner or by the snapshot's setting. */
const WAS_SENT = 'exists (select from thread_work w where w.comment_id = c.id)';

function matching(
  db: Db,
  { userId, isAgent }: ThreadReader,
  { state, snapshotId, route, author }: ThreadQuery,
) {
  const query = db('comments as c')
    .join('snapshots as s', 's.id', 'c.snapshot_id')
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .whereNull('c.parent_id')
    .where('s.owner_id', userId)
    .whereNotNull('s.version')
    .whereRaw(STATES[state]);
  if (isAgent) query.whereRaw(WAS_SENT);
  if (snapshotId === undefined) query.whereRaw('s.expires_at > now()');
  else query.where('s.id', snapshotId);
  if (route !== undefined) query.whereRaw(`(${PAGE} = ? or c.context->>'route' = ?)`, [route, route]);
  if (author !== undefined)
    query.whereRaw('lower(coalesce(u.name, c.author_name)) like lower(?)', literally(author));
  return query;
}

export const countMatching = async (db: Db, reader: ThreadReader, question: ThreadQuery): Promise<number> => {
  const row: { count: number } | undefined = await matching(db, reader, question).first({
    count: db.raw('count(*)'),
  });
  return row?.count ?? 0;
};

/** Returns a page of threads, newest first, and whether there are more. */
export async function page(
  db: Db,
  reader: ThreadReader,
  question: ThreadQuery,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const query = matching(db, reader, question);
  if (question.after !== undefined)
    query.whereRaw('(c.created_at, c.id) < (select created_at, id from comments where id = ?)', [
      question.after,
    ]);
  const ids: string[] = await query
    .orderBy([
      { column: 'c.created_at', order: 'desc' },
      { column: 'c.id', order: 'desc' },
    ])
    .limit(question.limit + 1)
    .pluck('c.id');
  return { ids: ids.slice(0, question.limit), hasMore: ids.length > question.limit };
}

/** Returns the snapshot of a thread on one of this owner's snapshots. */
export async function ownSnapshotOf(db: Db, ownerId: string, id: string): Promise<string | undefined> {
  const row: { snapshotId: string } | undefined = await db('comments as c')
    .join('snapshots as s', 's.id', 'c.snapshot_id')
    .where({ 'c.id': id, 's.owner_id': ownerId })
    .whereNull('c.parent_id')
    .whereNotNull('s.version')
    .first({ snapshotId: 'c.snapshot_id' });
  return row?.snapshotId;
}

/** Returns those of these threads of a snapshot that are open, and that everyone may see. */
export const openAmong = async (
  db: Db,
  snapshotId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    await db('comments')
      .where({ snapshot_id: snapshotId, is_pending: false })
      .whereIn('id', [...ids])
      .whereNull('parent_id')
      .whereNull('resolved_at')
      .pluck<string[]>('id'),
  );

/** Returns those of these threads of a snapshot that have a pin, and whether its page tree is kept. */
export async function pinnedAmong(
  db: Db,
  snapshotId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const rows: { id: string; hasTree: boolean }[] = await db('comments as c')
    .where({ 'c.snapshot_id': snapshotId })
    .whereIn('c.id', [...ids])
    .whereNotNull('c.pin_number')
    .select('c.id', db.raw('exists (select from pin_trees p where p.comment_id = c.id) as "hasTree"'));
  return new Map(rows.map(({ id, hasTree }) => [id, hasTree]));
}

/** The author of a thread, and how they can be emailed: at most one is set. */
interface ThreadAuthor {
  id: string;
  authorId: string | null;
  /** Set for a reviewer without an account. */
  reviewerId: string | null;
  /** The confirmed address of a visitor. */
  replyAddressId: string | null;
}

/** Returns the authors of these threads of a snapshot. */
export const authorsOf = (db: Db, snapshotId: string, ids: readonly string[]): Promise<ThreadAuthor[]> =>
  db('comments as c')
    .leftJoin('reply_addresses as a', (join) =>
      join
        .on('a.snapshot_id', 'c.snapshot_id')
        .on('a.anonymous_hash', 'c.anonymous_hash')
        .onNotNull('a.confirmed_at'),
    )
    .where({ 'c.snapshot_id': snapshotId })
    .whereIn('c.id', [...ids])
    .whereNull('c.parent_id')
    .select({
      id: 'c.id',
      authorId: 'c.author_id',
      reviewerId: 'c.reviewer_id',
      replyAddressId: 'a.id',
    });

/** Returns whether this is a thread on a snapshot of this owner that the reader may read. */
export async function isReadable(db: Db, { userId, isAgent }: ThreadReader, id: string): Promise<boolean> {
  const query = db('comments as c')
    .join('snapshots as s', 's.id', 'c.snapshot_id')
    .where({ 'c.id': id, 's.owner_id': userId })
    .whereNull('c.parent_id')
    .whereNotNull('s.version');
  if (isAgent) query.whereRaw(WAS_SENT);
  const row: unknown = await query.first('c.id');
  return row !== undefined;
}

/** Returns the comments of these threads: each thread's first comment, then its replies, oldest first. */
export const ofThreads = (db: Db, ids: string[], reader: Reader): Promise<CommentRow[]> =>
  comments(db, reader)
    .where((either) => either.whereIn('c.id', ids).orWhereIn('c.parent_id', ids))
    .orderByRaw('c.parent_id is not null, c.created_at, c.id');

export interface FindingRow {
  id: string;
  status: PinStatus;
  confidence: number;
}

/** Returns the pin results of these threads on the published versions. */
export const findingsOf = (db: Db, ids: string[]): Promise<FindingRow[]> =>
  db('pin_findings as f')
    .join('comments as c', 'c.id', 'f.comment_id')
    .join('snapshots as s', 's.id', 'c.snapshot_id')
    .whereIn('c.id', ids)
    .whereRaw('f.version = s.version')
    .select('c.id', 'f.status', 'f.confidence');

/** Returns what was seen when these threads were written. */
export async function inspectionsOf(db: Db, ids: string[]): Promise<ReadonlyMap<string, Inspection>> {
  const rows: { id: string; inspection: Inspection }[] = await db('comments')
    .whereIn('id', ids)
    .whereNotNull('inspection')
    .select('id', 'inspection');
  return new Map(rows.map(({ id, inspection }) => [id, inspection]));
}
