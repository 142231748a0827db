import type { listActivity } from '@stagelink/shared/contracts/admin';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import * as z from 'zod';
import * as accounts from '../identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import * as repo from './activityRepo.ts';
import { placeOf, splitPage } from './keyset.ts';

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

export async function list(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  query: ActivityQuery,
): Promise<{ rows: repo.ActivityRow[]; nextCursor: string | null; total: number }> {
  const { sortBy, limit, cursor, eventType: types, page, userId } = query;
  const name = `activity ${sortBy}`;
  const order = sortBy === 'recent' ? 'desc' : 'asc';
  const filter: repo.ActivityFilter = {
    ...periodOf(query),
    types,
    page,
    ...(userId && { userId: await resolveUser(db, userId) }),
  };
  const [found, total] = await Promise.all([
    repo.page(db, filter, { order, limit, place: placeOf(secrets, name, cursor) }),
    repo.count(db, filter),
  ]);
  return { ...splitPage(secrets, name, limit, found), total };
}
