import knex from 'knex';
import { ConfigError } from '../platform/config.ts';
import type { Db } from '../platform/db/db.ts';

const FIRST_CONNECTION_MS = 30_000;

/**
 * Opens the first connection of a pool: while a machine starts, that may take longer than a request waits for one.
 * Throws `ConfigError` if none is accepted in time.
 */
export async function openFirstConnection(db: Db, withinMs = FIRST_CONNECTION_MS): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      await db.raw('select 1');
      return;
    } catch (cause) {
      if (!(cause instanceof knex.KnexTimeoutError)) throw cause;
      if (Date.now() > deadline)
        throw new ConfigError(
          `PostgreSQL accepted no connection within ${withinMs / 1_000} seconds. Check DATABASE_URL and the load of its machine.`,
        );
    }
  }
}
