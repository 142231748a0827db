import type { Socket } from 'node:net';
import knex, { type Knex } from 'knex';
import { type Client, types } from 'pg';
import { migrations, sourceOf } from '../../../migrations/index.ts';
import { CONNECTION_WAIT_MS } from './connections.ts';
import { setUpEachTransaction } from './pooledConnection.ts';

/** The pool or a transaction. */
export type Db = Knex;
/** A function that takes it runs inside a transaction only. */
export type Tx = Knex.Transaction;

// Sizes and counters are far below 2^53, so parse them as numbers.
types.setTypeParser(types.builtins.INT8, Number);

/**
 * Selected in a statement, lets the transaction commit before it is on disk. Only for data that may be lost when
 * PostgreSQL itself crashes right afterwards.
 */
export const ASYNC_COMMIT = `set_config('synchronous_commit', 'off', true)`;

const quiet = () => undefined;
/** Table of the applied migrations. */
export const MIGRATIONS = 'migrations';

/** Time limits of a query; 0 means none. */
export interface DbLimits {
  /** Waiting for a pool connection. */
  acquireMs: number;
  /** PostgreSQL cancels the statement after this time and releases its locks. */
  statementMs: number;
  lockMs: number;
  /** Idle between two statements of a transaction. */
  idleInTransactionMs: number;
  /** No data received. Longer than `statementMs`: detects a PostgreSQL that does not respond at all. */
  silenceMs: number;
}

/** Answers 503 within a second when the pool is full, and within 6 s when the database hangs. */
export const REQUEST_LIMITS: DbLimits = {
  acquireMs: CONNECTION_WAIT_MS,
  statementMs: 5_000,
  lockMs: 2_000,
  idleInTransactionMs: 15_000,
  silenceMs: 5_250,
};

/** Limits for work without a waiting client, and for large work. */
export const JOB_LIMITS: DbLimits = {
  acquireMs: 60_000,
  statementMs: 10 * 60_000,
  lockMs: 30_000,
  idleInTransactionMs: 0,
  silenceMs: 11 * 60_000,
};

/** A migration of a large table may take long. */
export const MIGRATION_LIMITS: DbLimits = { ...JOB_LIMITS, statementMs: 0, lockMs: 0, silenceMs: 0 };

type Connected = Client & {
  connection: { stream: Socket };
  readyForQuery: boolean;
};

/**
 * Destroys a connection whose query has received no data for this time: a hanging database looks like a working one.
 * The connection cannot be reused because its transaction may still be open.
 */
function endWhenSilent(connected: Connected, ms: number): void {
  const { stream } = connected.connection;
  stream.on('timeout', () => {
    // Idle: the socket clears its timeout once it has fired.
    if (connected.readyForQuery) stream.setTimeout(ms);
    else stream.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }));
  });
  stream.setTimeout(ms);
}

/** Settings of PostgreSQL, as `name=value`. */
const settingsOf = ({ statementMs, lockMs, idleInTransactionMs }: DbLimits, durable: boolean): string[] => [
  `statement_timeout=${statementMs}`,
  `lock_timeout=${lockMs}`,
  `idle_in_transaction_session_timeout=${idleInTransactionMs}`,
  ...(durable ? [] : ['synchronous_commit=off']),
];

interface DbOptions {
  limits?: DbLimits;
  /** False: commits do not wait for the disk, as with `ASYNC_COMMIT`. */
  durable?: boolean;
  /** True: the URL leads to a pooler that gives each transaction another session of PostgreSQL. */
  isPooled?: boolean;
}

export function openDb(
  url: string,
  poolSize: number,
  { limits = REQUEST_LIMITS, durable = true, isPooled = false }: DbOptions = {},
): Db {
  const settings = settingsOf(limits, durable);
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'stagelink',
      keepAlive: true,
      ...(isPooled ? {} : { options: settings.map((setting) => `-c ${setting}`).join(' ') }),
    },
    pool: {
      min: 0,
      max: poolSize,
      afterCreate(connected: Connected, done: (cause: null, connected: Connected) => void) {
        endWhenSilent(connected, limits.silenceMs);
        if (isPooled) setUpEachTransaction(connected, settings);
        done(null, connected);
      },
    },
    acquireConnectionTimeout: limits.acquireMs,
    // Knex would print each failure in addition to throwing it.
    log: { warn: quiet, error: quiet, deprecate: quiet, debug: quiet },
    // A database migrated by a newer release has migrations unknown to this one.
    migrations: {
      migrationSource: sourceOf(migrations),
      tableName: MIGRATIONS,
      disableMigrationsListValidation: true,
    },
  });
}

/** Returns whether the schema is the one this code expects, or newer. */
export async function hasOwnMigrations(db: Db): Promise<boolean> {
  const own = migrations.map(({ name }) => name);
  const done = await db<{ name: string }>(MIGRATIONS).whereIn('name', own).pluck('name');
  return done.length === own.length;
}
