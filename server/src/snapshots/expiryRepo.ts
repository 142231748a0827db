import { EXPIRY_WARNING_HOURS } from '@stagelink/shared/contracts/limits';
import type { Db, Tx } from '../db/db.ts';

/** What lives no longer than two warnings' time is warned of in the middle, not as soon as it was made. */
const IS_DUE = `expiry_warned_for is distinct from expires_at and expires_at > :now
  and expires_at - least(make_interval(hours => ${EXPIRY_WARNING_HOURS}), (expires_at - created_at) / 2) <= :now`;

/** Snapshots whose owners are to be warned that they expire soon. */
export const dueForWarning = (db: Db, now: Date): Promise<string[]> =>
  db('snapshots')
    .whereNotNull('version')
    .whereRaw(IS_DUE, { now })
    .orderBy('expires_at')
    .pluck<string[]>('id');

export interface EndingRow {
  ownerId: string;
  name: string;
  expiresAt: Date;
}

/** Takes the warning of this expiry on; undefined when somebody else has, or it is no longer due. */
export async function takeWarning(tx: Tx, id: string, now: Date): Promise<EndingRow | undefined> {
  const rows: EndingRow[] = await tx('snapshots')
    .where({ id })
    .whereRaw(IS_DUE, { now })
    .update({ expiry_warned_for: tx.ref('expires_at') })
    .returning(['owner_id as ownerId', 'name', 'expires_at as expiresAt']);
  return rows[0];
}

/** Snapshots that expired before this moment. */
export const expiredBefore = (db: Db, moment: Date): Promise<string[]> =>
  db('snapshots')
    .whereNotNull('version')
    .where('expires_at', '<=', moment)
    .orderBy('expires_at')
    .pluck<string[]>('id');
