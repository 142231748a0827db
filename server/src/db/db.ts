import type { Socket } from 'node:net';
import knex, { type Knex } from 'knex';
import { types } from 'pg';
import { migrationSource } from '../../migrations/index.ts';
import { prepareJobs } from '../jobs/jobs.ts';

/** Anything that can run a query: the pool or a transaction. */
export type Db = Knex;
/** In a signature: only inside a transaction. */
export type Tx = Knex.Transaction;

// Sizes and counters are far below 2^53, so numbers serve better than the driver's strings.
types.setTypeParser(types.builtins.INT8, Number);

/**
 * Selected in a statement, it lets the transaction end before it is on the disk: for what may be forgotten when
 * PostgreSQL itself dies within the next moments, and for nothing that somebody was promised.
 */
export const LAZILY = `set_config('synchronous_commit', 'off', true)`;

const quiet = () => undefined;

/** How long a request waits for a connection: a full pool answers 503 soon instead of piling up. */
const REQUEST_PATIENCE_MS = 3_000;
/** No query of ours is silent for so long, not even on a busy machine. */
const SILENCE_MS = 15_000;
/** Nobody is waiting for an answer while the schema is brought up to date. */
const MIGRATION_PATIENCE_MS = 60_000;

interface Connected {
  connection: { stream: Socket };
  readyForQuery: boolean;
}

/**
 * Ends a connection whose query has not brought a byte for so long: a database that hangs looks like one that works,
 * and whoever asks it would wait as long as it hangs. The connection cannot be used again, as its transaction may be
 * open still.
 */
function endWhenSilent(connected: Connected, ms: number): void {
  const { stream } = connected.connection;
  stream.on('timeout', () => {
    // Idle: the socket forgets its limit once it has been reached.
    if (connected.readyForQuery) stream.setTimeout(ms);
    else stream.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }));
  });
  stream.setTimeout(ms);
}

interface DbOptions {
  /** How long a query waits for a connection. */
  patienceMs?: number;
  /** How long a query may bring nothing; 0 for as long as it likes. */
  silenceMs?: number;
  /** False: writes are not waited for until they are on the disk, as with `LAZILY`. */
  durable?: boolean;
}

export function openDb(
  url: string,
  poolSize: number,
  { patienceMs = REQUEST_PATIENCE_MS, silenceMs = SILENCE_MS, durable = true }: DbOptions = {},
): Db {
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'stagelink',
      keepAlive: true,
      ...(durable ? {} : { options: '-c synchronous_commit=off' }),
    },
    pool: {
      min: 0,
      max: poolSize,
      afterCreate(connected: Connected, done: (cause: null, connected: Connected) => void) {
        endWhenSilent(connected, silenceMs);
        done(null, connected);
      },
    },
    acquireConnectionTimeout: patienceMs,
    // Knex would print each failure beside throwing it; the log tells it once, where it is caught.
    log: { warn: quiet, error: quiet, deprecate: quiet, debug: quiet },
    migrations: { migrationSource, tableName: 'migrations' },
  });
}

/** Brings the schema up to date. Safe when several processes start at once: Knex holds a lock. */
export async function migrate(url: string): Promise<void> {
  // A migration of a large table may be silent for long.
  const db = openDb(url, 2, { patienceMs: MIGRATION_PATIENCE_MS, silenceMs: 0 });
  try {
    await db.migrate.latest();
    await prepareJobs(db);
  } finally {
    await db.destroy();
  }
}
