import type { listActivity } from '@stagelink/shared/contracts/admin';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import * as z from 'zod';
import * as accounts from '../identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import * as repo from './activityRepo.ts';
import { type ListPage, readCursor, splitPage, withTotal } from '../../platform/db/keyset.ts';

type ActivityQuery = Parsed<typeof listActivity>;

const ANONYMOUS = 'anonymous';
/** An id that no account has. */
const UNKNOWN = '00000000-0000-0000-0000-000000000000';

/** Returns the account’s id, or null for events without one. */
async function resolveUser(db: Db, typed: string): Promise<string | null> {
  if (typed.toLowerCase() === ANONYMOUS) return null;
  if (z.uuid().safeParse(typed).success) return typed;
  const user = await accounts.findByEmail(db, typed.toLowerCase());
  return user?.id ?? UNKNOWN;
}

/** Only the moments of the chosen filter count, so that a switch back and forth loses none of them. */
function periodOf(query: ActivityQuery): Pick<repo.ActivityFilter, 'from' | 'to'> {
  switch (query.timeFilterType) {
    case 'before':
      return { to: query.timeFilterBefore };
    case 'after':
      return { from: query.timeFilterAfter };
    case 'between':
      return { from: query.timeFilterStart, to: query.timeFilterEnd };
    default:
      return {};
  }
}

async function filterOf(db: Db, query: ActivityQuery): Promise<repo.ActivityFilter> {
  const { eventType: types, page, userId } = query;
  return { ...periodOf(query), types, page, ...(userId && { userId: await resolveUser(db, userId) }) };
}

export async function page(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  query: ActivityQuery,
): Promise<ListPage<repo.ActivityRow>> {
  const { sortBy, limit, cursor } = query;
  const name = `activity ${sortBy}`;
  const order = sortBy === 'recent' ? 'desc' : 'asc';
  const place = readCursor(secrets, name, cursor);
  const found = await repo.page(db, await filterOf(db, query), { order, limit, place });
  return splitPage(secrets, name, limit, found);
}

const count = async (db: Db, query: ActivityQuery): Promise<number> =>
  repo.count(db, await filterOf(db, query));

export const list = (app: Pick<App, 'db' | 'secrets'>, query: ActivityQuery) =>
  withTotal(page(app, query), count(app.db, query));
