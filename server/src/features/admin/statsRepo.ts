import { type Stats, SUBSCRIPTION_FILTERS } from '@stagelink/shared/contracts/admin';
import type { Db } from '../../platform/db/db.ts';
import * as sessions from './sessionRepo.ts';
import * as snapshots from './snapshotRepo.ts';
import { EXISTING, HAS_STATUS } from './userRepo.ts';

type Subscriptions = Stats['subscriptions'];

/** The conditions of the lists, so that each figure is the length of the list it links to. */
async function users(db: Db): Promise<Subscriptions & { total: number }> {
  const counts = SUBSCRIPTION_FILTERS.map(
    (name) => `count(*) filter (where ${HAS_STATUS[name]}) as "${name}"`,
  );
  const { rows } = await db.raw<{ rows: [Subscriptions & { total: number }] }>(
    `select count(*) as total, ${counts.join(', ')} from users u where ${EXISTING}`,
  );
  return rows[0];
}

export async function totals(db: Db): Promise<Stats> {
  const [{ total: totalUsers, ...subscriptions }, totalSnapshots, activeSessions] = await Promise.all([
    users(db),
    snapshots.count(db, { q: '' }),
    sessions.count(db),
  ]);
  return { system: { totalUsers, totalSnapshots, activeSessions }, subscriptions };
}
