import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { listThreads } from '@stagelink/shared/contracts/threads';
import type { Db } from '../db/db.ts';
import type { PinStatus } from '../versions/pinRepo.ts';
import { type CommentRow, comments } from './repo.ts';

type Question = Parsed<typeof listThreads>;

const literally = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

const STATES = { open: 'c.resolved_at is null', resolved: 'c.resolved_at is not null', all: 'true' };

/** A route's page: what comes before its query and its hash. The question mark is no binding. */
const PAGE = `substring(c.context->>'route' from '^[^\\?#]*')`;

function matching(db: Db, ownerId: string, { state, snapshotId, route, author }: Question) {
  const query = db('comments as c')
    .join('snapshots as s', 's.id', 'c.snapshot_id')
    .leftJoin('users as u', 'u.id', 'c.author_id')
    .whereNull('c.parent_id')
    .where('s.owner_id', ownerId)
    .whereNotNull('s.version')
    .whereRaw(STATES[state]);
  if (snapshotId === undefined) query.whereRaw('s.expires_at > now()');
  else query.where('s.id', snapshotId);
  if (route !== undefined) query.whereRaw(`(${PAGE} = ? or c.context->>'route' = ?)`, [route, route]);
  if (author !== undefined)
    query.whereRaw('lower(coalesce(u.name, c.author_name)) like lower(?)', literally(author));
  return query;
}

export const countMatching = async (db: Db, ownerId: string, question: Question): Promise<number> => {
  const row: { count: number } | undefined = await matching(db, ownerId, question).first({
    count: db.raw('count(*)'),
  });
  return row?.count ?? 0;
};

/** The threads of a page, newest first, and whether there are more. */
export async function page(
  db: Db,
  ownerId: string,
  question: Question,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const query = matching(db, ownerId, question);
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

/** Whether this is the id of a thread on a snapshot of this owner's. */
export async function isOwned(db: Db, ownerId: string, id: string): Promise<boolean> {
  const row: unknown = await db('comments as c')
    .join('snapshots as s', 's.id', 'c.snapshot_id')
    .where({ 'c.id': id, 's.owner_id': ownerId })
    .whereNull('c.parent_id')
    .whereNotNull('s.version')
    .first('c.id');
  return row !== undefined;
}

/** The comments of these threads: each thread's first, then its replies, oldest first. */
export const ofThreads = (db: Db, ids: string[], readerId: string): Promise<CommentRow[]> =>
  comments(db, readerId)
    .where((either) => either.whereIn('c.id', ids).orWhereIn('c.parent_id', ids))
    .orderByRaw('c.parent_id is not null, c.created_at, c.id');

export interface FindingRow {
  id: string;
  status: PinStatus;
  confidence: number;
}

/** What became of their pins on the version each link shows. */
export const findingsOf = (db: Db, ids: string[]): Promise<FindingRow[]> =>
  db('pin_findings as f')
    .join('comments as c', 'c.id', 'f.comment_id')
    .join('snapshots as s', 's.id', 'c.snapshot_id')
    .whereIn('c.id', ids)
    .whereRaw('f.version = s.version')
    .select('c.id', 'f.status', 'f.confidence');
