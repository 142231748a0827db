import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { type listSnapshots, SnapshotId, SORTS } from '@stagelink/shared/contracts/snapshots';
import * as z from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import * as repo from './listRepo.ts';

type ListQuery = Parsed<typeof listSnapshots>;

export interface ListPage {
  rows: repo.ListedRow[];
  nextCursor: string | null;
  matching: number;
  total: number;
  asOf: string;
}

const Cursor = z.tuple([z.enum(SORTS), z.enum(['asc', 'desc']), z.string(), SnapshotId]);

/** Returns a signed cursor after a row. Its content needs no further checks. */
function cursorAt(secrets: Secrets, { sort, order }: ListQuery, last: repo.ListedRow): string {
  return secrets.sign('cursor', JSON.stringify([sort, order, last.sortKey, last.id]));
}

function placeOf(secrets: Secrets, { cursor, sort, order }: ListQuery): repo.ListPlace | null {
  if (cursor === undefined) return null;
  const payload = secrets.verify('cursor', cursor);
  const read = payload === null ? undefined : Cursor.safeParse(JSON.parse(payload)).data;
  if (!read || read[0] !== sort || read[1] !== order) {
    throw new AppError('invalid_input', 'The cursor does not belong to this list.', { field: 'cursor' });
  }
  return { sortKey: read[2], id: read[3] };
}

export const wordsOf = (tags = '') => tags.split(',').flatMap((tag) => tag.trim() || []);

/** Returns a page of the owner's snapshots. Uses keyset pagination, so that later pages are not slower. */
export async function list(
  { db, secrets }: { db: Db; secrets: Secrets },
  ownerId: string,
  question: ListQuery,
): Promise<ListPage> {
  const { cursor: _cursor, tags, ...filters } = question;
  const query = { ...filters, tags: wordsOf(tags) };
  const place = placeOf(secrets, question);
  const [found, counts] = await Promise.all([
    repo.page(db, ownerId, { ...query, place, limit: query.limit + 1 }),
    repo.counts(db, ownerId, query),
  ]);
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  const nextCursor = found.length > rows.length && last ? cursorAt(secrets, question, last) : null;
  return { rows, nextCursor, ...counts };
}
