import { setTimeout as wait } from 'node:timers/promises';
import { isNewer } from '@stagelink/shared/domain/semver';
import { Client } from 'pg';
import { migrationsBefore010 } from '../../../migrations/before010.ts';
import { BASELINE, type Migration, migrations, sourceOf } from '../../../migrations/index.ts';
import { ConfigError } from '../config.ts';
import { prepareJobs } from '../jobs/jobs.ts';
import { RELEASE } from '../release.ts';
import { renewSortedNames } from './collation.ts';
import { type Db, MIGRATION_LIMITS, MIGRATIONS, openDb } from './db.ts';

/** Comment of a schema that older releases cannot use. */
const NEEDS = /^needs (\d+\.\d+\.\d+)$/;
const LOCK_NOT_AVAILABLE = '55P03';
const ATTEMPTS = 60;
const PAUSE_MS = 1_000;
/** Key of the advisory lock; its value only has to stay the same. */
const LOCK = 4_600_010;

const waitedForLock = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && cause.code === LOCK_NOT_AVAILABLE;

/** Returns what leads this database to the present schema: its first migrations depend on when it began. */
async function pathOf(db: Db): Promise<readonly Migration[]> {
  const names = (await db.schema.hasTable(MIGRATIONS))
    ? await db<{ name: string }>(MIGRATIONS).pluck('name')
    : [];
  if (names.length === 0 || names.includes(BASELINE)) return migrations;
  return [...(await migrationsBefore010()), ...migrations.filter(({ name }) => name !== BASELINE)];
}

/**
 * Throws `ConfigError` if the schema no longer has what this release reads. A migration that removes something says so
 * in the comment of the table of migrations.
 */
async function refuseNewerSchema(db: Db): Promise<void> {
  const statement = 'select obj_description(to_regclass(?)) as comment';
  const { rows } = await db.raw<{ rows: { comment: string | null }[] }>(statement, [MIGRATIONS]);
  const needed = NEEDS.exec(rows[0]?.comment ?? '')?.[1];
  if (needed === undefined || !isNewer(needed, RELEASE)) return;
  throw new ConfigError(
    `The database needs Stagelink ${needed} or newer, and this is ${RELEASE}: start that release, or restore a backup from before it.`,
  );
}

type Wanted = (migration: Migration) => boolean;

/** Applies missing migrations, each together with its row, so that a server that is killed leaves none half done. */
async function applyAll(db: Db, isWanted: Wanted): Promise<void> {
  const migrationSource = sourceOf((await pathOf(db)).filter(isWanted));
  // Left by a server that was killed: nothing else migrates now.
  await db.migrate.forceFreeMigrationsLock();
  let applied: string[];
  do {
    [, applied] = (await db.migrate.up({ migrationSource })) as [number, string[]];
  } while (applied.length > 0);
}

/**
 * A migration that waits for a lock makes every later statement on the table wait behind it. So each gives up soon, lets
 * them pass, and is tried again.
 */
async function migrateBetweenStatements(db: Db, isWanted: Wanted): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await applyAll(db, isWanted);
      return;
    } catch (cause) {
      if (attempt === ATTEMPTS || !waitedForLock(cause)) throw cause;
      await wait(PAUSE_MS);
    }
  }
}

/**
 * Runs `work` while no other server migrates this database. PostgreSQL ends this lock with the connection, also that of
 * a killed server. Neither a transaction nor a statement that waits may hold it: an index that is built concurrently
 * would wait for their snapshots.
 */
async function alone(url: string, work: () => Promise<void>): Promise<void> {
  const guard = new Client({ connectionString: url, application_name: 'stagelink', keepAlive: true });
  guard.on('error', () => undefined); // migrations find out themselves that the database does not answer
  await guard.connect();
  const isLocked = async () => {
    const { rows } = await guard.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      LOCK,
    ]);
    return rows[0]?.isOurs === true;
  };
  try {
    while (!(await isLocked())) await wait(PAUSE_MS);
    await work();
  } finally {
    await guard.end();
  }
}

/**
 * Migrates the schema, to an earlier state if not all migrations are wanted. Safe when several servers start at once,
 * and when one is killed. See docs/decisions/0002.
 */
export async function migrate(url: string, isWanted: Wanted = () => true): Promise<void> {
  const db = openDb(url, 2, { limits: MIGRATION_LIMITS });
  try {
    await alone(url, async () => {
      await refuseNewerSchema(db);
      await migrateBetweenStatements(db, isWanted);
      await renewSortedNames(db);
      await prepareJobs(db);
    });
  } finally {
    await db.destroy();
  }
}
