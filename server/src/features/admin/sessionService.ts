import type { listActiveSessions } from '@stagelink/shared/contracts/admin';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { App } from '../../platform/context.ts';
import { placeOf, splitPage } from './keyset.ts';
import * as repo from './sessionRepo.ts';

const NAME = 'sessions';

export async function list(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  { cursor, limit }: Parsed<typeof listActiveSessions>,
): Promise<{ rows: repo.AdminSessionRow[]; nextCursor: string | null; total: number }> {
  const [found, total] = await Promise.all([
    repo.page(db, limit, placeOf(secrets, NAME, cursor)),
    repo.count(db),
  ]);
  return { ...splitPage(secrets, NAME, limit, found), total };
}
