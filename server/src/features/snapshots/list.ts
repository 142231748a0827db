import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import type { App } from '../../platform/context.ts';
import { type ListPage, readCursor, splitPage } from '../../platform/db/keyset.ts';
import { listed, type ListedText } from './listed.ts';
import * as repo from './listRepo.ts';
import { matchesOf } from './matches.ts';

interface SnapshotPage extends ListPage<ListedText> {
  matching: number;
  total: number;
  asOf: string;
}

export const wordsOf = (tags = '') => tags.split(',').flatMap((tag) => tag.trim() || []);

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
  const state = await repo.stateOf(db, ownerId);
  const { ids, ...counted } = await matchesOf(db, ownerId, filter, state);
  const found = await repo.page(db, ownerId, { ...filter, sort, order, limit, place, ids });
  const { rows, nextCursor } = splitPage(secrets, name, limit, found);
  return { rows: await listed(app, rows), nextCursor, ...counted, total: state.total };
}
