import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import type { App } from '../../platform/context.ts';
import { type ListPage, readCursor, splitPage } from '../../platform/db/keyset.ts';
import * as repo from './listRepo.ts';

interface SnapshotPage extends ListPage<repo.ListedRow> {
  matching: number;
  total: number;
  asOf: string;
}

export const wordsOf = (tags = '') => tags.split(',').flatMap((tag) => tag.trim() || []);

/** Returns a page of the owner's snapshots. */
export async function list(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  ownerId: string,
  { cursor, tags, ...filters }: Parsed<typeof listSnapshots>,
): Promise<SnapshotPage> {
  const name = `own snapshots ${filters.sort} ${filters.order}`;
  const query = { ...filters, tags: wordsOf(tags) };
  const place = readCursor(secrets, name, cursor);
  const [found, counts] = await Promise.all([
    repo.page(db, ownerId, { ...query, place }),
    repo.counts(db, ownerId, query),
  ]);
  return { ...splitPage(secrets, name, query.limit, found), ...counts };
}
