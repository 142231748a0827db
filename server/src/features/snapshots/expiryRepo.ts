import { EXPIRY_WARNING_HOURS } from '@stagelink/shared/contracts/limits';
import { UNCLAIMED_OWNER } from '../identity/accounts/unclaimed.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { isAwaited } from '../webhooks/repo.ts';

/** A lifetime of less than two warning periods is warned about halfway, not right after staging. */
const IS_DUE = `expiry_warned_for is distinct from expires_at and expires_at > :now
  and expires_at - least(make_interval(hours => ${EXPIRY_WARNING_HOURS}), (expires_at - created_at) / 2) <= :now`;

/** Returns snapshots that are due for an expiry warning. */
export const dueForWarning = (db: Db, now: Date): Promise<string[]> =>
  db('snapshots')
    .where({ is_sample: false })
    .whereNot({ owner_id: UNCLAIMED_OWNER.id })
    .whereNotNull('version')
    .whereRaw(IS_DUE, { now })
    .orderBy('expires_at')
    .pluck<string[]>('id');

export interface ExpiringRow {
  ownerId: string;
  name: string;
  expiresAt: Date;
}

/** Claims the warning of this expiry; undefined if another process has it or it is no longer due. */
export async function claimWarning(tx: Tx, id: string, now: Date): Promise<ExpiringRow | undefined> {
  const rows: ExpiringRow[] = await tx('snapshots')
    .where({ id })
    .whereRaw(IS_DUE, { now })
    .update({ expiry_warned_for: tx.ref('expires_at') })
    .returning(['owner_id as ownerId', 'name', 'expires_at as expiresAt']);
  return rows[0];
}

const IS_OVER = `s.expires_at <= :now and s.expiry_announced_for is distinct from s.expires_at`;

/** Returns snapshots that have expired, of owners with a webhook for that. */
export async function dueForAnnouncement(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select s.id from snapshots s where s.version is not null and ${IS_OVER}
       and ${isAwaited('snapshot.expired', 's.owner_id', 's.expires_at')}
     order by s.expires_at`,
    { now },
  );
  return rows.map(({ id }) => id);
}

/** Claims the event of this expiry. Returns false if another process has it or the snapshot was extended. */
export async function claimAnnouncement(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `update snapshots s set expiry_announced_for = s.expires_at where s.id = :id and ${IS_OVER}`,
    { id, now },
  );
  return rowCount === 1;
}

/** Returns snapshots that expired before this moment, and all expired unclaimed ones, which cannot be extended. */
export const expiredBefore = (db: Db, moment: Date, now: Date): Promise<string[]> =>
  db('snapshots')
    .whereNotNull('version')
    .whereRaw('expires_at <= case when owner_id = ? then ?::timestamptz else ? end', [
      UNCLAIMED_OWNER.id,
      now,
      moment,
    ])
    .orderBy('expires_at')
    .pluck<string[]>('id');
