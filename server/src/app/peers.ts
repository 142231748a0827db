import { ConfigError } from '../platform/config.ts';
import type { Db } from '../platform/db/db.ts';
import { LISTENER, listenerName } from '../platform/live/listen.ts';

/** Links expire and sign-ins are checked by both clocks. */
const CLOCK_TOLERANCE_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

/** Throws `ConfigError` if this computer and the database disagree about the time. */
export async function checkClock(db: Db, now = Date.now()): Promise<void> {
  const statement = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms';
  const { rows } = await db.raw<{ rows: { ms: number }[] }>(statement);
  const aheadMs = now - (rows[0]?.ms ?? now);
  if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) return;
  const hours = (Math.abs(aheadMs) / HOUR_MS).toFixed(1);
  throw new ConfigError(
    `This computer’s clock is ${hours} hours ${aheadMs > 0 ? 'ahead of' : 'behind'} the database’s: set it, for example with NTP.`,
  );
}

/** Throws `ConfigError` if a running server of this database has another master key. */
export async function checkMasterKeyOfPeers(db: Db, keyId: string): Promise<void> {
  const peer: unknown = await db('pg_stat_activity')
    .whereRaw('datname = current_database()')
    .where('application_name', 'like', `${LISTENER} %`)
    .whereNot('application_name', listenerName(keyId))
    .first('pid');
  if (peer === undefined) return;
  throw new ConfigError(
    'Another server that uses this database has another master key: set STAGELINK_SECRET to the same text for all of them.',
  );
}
