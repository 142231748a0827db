import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import type { App } from '../../platform/context.ts';
import { type ListPage, readCursor, splitPage } from '../../platform/db/keyset.ts';
import { listed, type ListedText } from './listed.ts';
import * as repo from './listRepo.ts';
import { matchesOf, pageOf } from './matches.ts';

interface SnapshotPage extends ListPage<ListedText> {
  matching: number;
  total: number;
  asOf: string;
}

export const wordsOf = (tags = '') => tags.split(',').flatMap((tag) => tag.trim() || []);

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
  const { ids, ...counted } = await matchesOf(db, question);
  const at = { sort, order, most: limit + 1, place };
  const page = await pageOf(db, question, at, async () => {
    const among = ids && areFew(ids, at.most, total) ? ids : null;
    const found = await repo.page(db, ownerId, { ...filter, ...at, ids: among });
    const { rows, nextCursor } = splitPage(secrets, name, limit, found);
    return { rows: await listed(app, rows), nextCursor };
  });
  return { ...page, ...counted, total };
}
