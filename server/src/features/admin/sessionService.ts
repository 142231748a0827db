import type { listActiveSessions } from '@stagelink/shared/contracts/admin';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { App } from '../../platform/context.ts';
import { type ListPage, readCursor, splitPage, withTotal } from '../../platform/db/keyset.ts';
import * as repo from './sessionRepo.ts';

const NAME = 'sessions';

export async function page(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  { cursor, limit }: Parsed<typeof listActiveSessions>,
): Promise<ListPage<repo.AdminSessionRow>> {
  return splitPage(secrets, NAME, limit, await repo.page(db, limit, readCursor(secrets, NAME, cursor)));
}

export const list = (app: Pick<App, 'db' | 'secrets'>, query: Parsed<typeof listActiveSessions>) =>
  withTotal(page(app, query), repo.count(app.db));
