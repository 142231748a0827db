import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import type { App } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { type ListPage, readCursor, splitPage } from '../../platform/db/keyset.ts';
import { listed, type ListedText } from './listed.ts';
import * as repo from './listRepo.ts';
import { matchesOf, orderOf } from './matches.ts';

interface SnapshotPage extends ListPage<ListedText> {
  matching: number;
  total: number;
  asOf: string;
}

export const wordsOf = (tags = '') => tags.split(',').flatMap((tag) => tag.trim() || []);

/** Returns the ids of a page, after the one that the page before it ended with; undefined if that is gone. */
function sliceOf(
  ascending: string[],
  { order, most, place }: Pick<repo.PageQuery, 'order' | 'most' | 'place'>,
): string[] | undefined {
  const ids = order === 'asc' ? ascending : ascending.toReversed();
  if (!place) return ids.slice(0, most);
  const before = ids.indexOf(place.id);
  return before === -1 ? undefined : ids.slice(before, before + 1 + most);
}

/** Reads a page by the ids that are known to be on it; undefined if one was deleted or has moved meanwhile. */
async function knownPage(
  db: Db,
  ownerId: string,
  query: repo.PageQuery,
  ascending: string[],
): Promise<repo.PageRow[] | undefined> {
  const { place } = query;
  const ids = sliceOf(ascending, query);
  if (!ids) return undefined;
  const rows = await repo.page(db, ownerId, { ...query, ids, most: ids.length, place: null });
  const isExact = rows.length === ids.length && rows.every(({ id }, at) => id === ids[at]);
  if (!isExact || (place && rows[0]?.sortKey !== place.sortKey)) return undefined;
  return place ? rows.slice(1) : rows;
}

/** Whether reading all matches costs less than looking for a page of them in an index of all snapshots. */
const areFew = ({ length }: string[], most: number, total: number) => length * length < most * total;

/** Returns a page of the owner's snapshots. */
export async function list(
  app: Pick<App, 'config' | 'db' | 'secrets'>,
  ownerId: string,
  { cursor, tags, ...filters }: Parsed<typeof listSnapshots>,
): Promise<SnapshotPage> {
  const { db, secrets } = app;
  const { sort, order, limit, ...rest } = filters;
  const name = `own snapshots ${sort} ${order}`;
  const filter = { ...rest, tags: wordsOf(tags) };
  const place = readCursor(secrets, name, cursor);
  const { total, seq } = await repo.stateOf(db, ownerId);
  const question = { ownerId, filter, seq };
  const { matches, isRepeated } = await matchesOf(db, question);
  const { ids, ...counted } = matches;
  const most = limit + 1;
  const query = { ...filter, sort, order, most, place, ids: ids && areFew(ids, most, total) ? ids : null };
  // Sorting all of them is not worth it for one page.
  const ascending = ids && isRepeated ? await orderOf(db, question, sort, ids) : null;
  const known = ascending && (await knownPage(db, ownerId, query, ascending));
  const found = known ?? (await repo.page(db, ownerId, query));
  const { rows, nextCursor } = splitPage(secrets, name, limit, found);
  return { rows: await listed(app, rows), nextCursor, ...counted, total };
}
