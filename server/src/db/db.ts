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
const MIGRATIONS = 'migrations';

/** How long a query may take in each respect; 0 for as long as it needs. */
export interface DbLimits {
  /** Waiting for a connection of the pool. */
  acquireMs: number;
  /** PostgreSQL ends a statement after this time, and lets go of its locks. */
  statementMs: number;
  /** Waiting for a lock. */
  lockMs: number;
  /** A transaction between two statements. */
  idleInTransactionMs: number;
  /** Bringing no byte. Longer than `statementMs`: it is for a PostgreSQL that does not answer at all. */
  silenceMs: number;
}

/** A full pool or a database that hangs is answered 503 soon instead of piling up: within 6 s. */
export const REQUEST_LIMITS: DbLimits = {
  acquireMs: 3_000,
  statementMs: 5_000,
  lockMs: 2_000,
  idleInTransactionMs: 15_000,
  silenceMs: 5_250,
};

/** For work without a waiting caller, and for what is large in itself. */
export const JOB_LIMITS: DbLimits = {
  acquireMs: 60_000,
  statementMs: 10 * 60_000,
  lockMs: 30_000,
  idleInTransactionMs: 0,
  silenceMs: 11 * 60_000,
};

/** A migration of a large table may take long. */
export const MIGRATION_LIMITS: DbLimits = { ...JOB_LIMITS, statementMs: 0, lockMs: 0, silenceMs: 0 };

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

const sessionOptions = ({ statementMs, lockMs, idleInTransactionMs }: DbLimits, durable: boolean): string =>
  [
    `-c statement_timeout=${statementMs}`,
    `-c lock_timeout=${lockMs}`,
    `-c idle_in_transaction_session_timeout=${idleInTransactionMs}`,
    ...(durable ? [] : ['-c synchronous_commit=off']),
  ].join(' ');

interface DbOptions {
  limits?: DbLimits;
  /** False: writes are not waited for until they are on the disk, as with `LAZILY`. */
  durable?: boolean;
}

export function openDb(
  url: string,
  poolSize: number,
  { limits = REQUEST_LIMITS, durable = true }: DbOptions = {},
): Db {
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'stagelink',
      keepAlive: true,
      options: sessionOptions(limits, durable),
    },
    pool: {
      min: 0,
      max: poolSize,
      afterCreate(connected: Connected, done: (cause: null, connected: Connected) => void) {
        endWhenSilent(connected, limits.silenceMs);
        done(null, connected);
      },
    },
    acquireConnectionTimeout: limits.acquireMs,
    // Knex would print each failure beside throwing it; the log tells it once, where it is caught.
    log: { warn: quiet, error: quiet, deprecate: quiet, debug: quiet },
    // A database that a newer release has migrated has migrations that this one does not know.
    migrations: { migrationSource, tableName: MIGRATIONS, disableMigrationsListValidation: true },
  });
}

/** Whether the schema is the one this code was written for, or a newer one. */
export async function hasOwnMigrations(db: Db): Promise<boolean> {
  const own = (await migrationSource.getMigrations([])).map(({ name }) => name);
  const done = await db<{ name: string }>(MIGRATIONS).whereIn('name', own).pluck('name');
  return done.length === own.length;
}

/** Brings the schema up to date. Safe when several processes start at once: Knex holds a lock. */
export async function migrate(url: string): Promise<void> {
  const db = openDb(url, 2, { limits: MIGRATION_LIMITS });
  try {
    await db.migrate.latest();
    await prepareJobs(db);
  } finally {
    await db.destroy();
  }
}
