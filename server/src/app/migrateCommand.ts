import { BASELINE, migrations } from '../../migrations/index.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import { type Db, MIGRATION_LIMITS, MIGRATIONS, openDb } from '../platform/db/db.ts';
import { startDatabase } from './run.ts';

const USAGE = 'Usage: npm run migrate -- status, or npm run migrate -- down <last migration to keep>';

const own = migrations.map(({ name }) => name);

/** Returns the applied migrations, oldest first. */
async function done(db: Db): Promise<string[]> {
  if (!(await db.schema.hasTable(MIGRATIONS))) return [];
  return db<{ name: string }>(MIGRATIONS).orderBy('id').pluck('name');
}

/** Names begin with the time they were made at. */
function describe(name: string): string {
  if (own.includes(name)) return name;
  return `${name} (${name < BASELINE ? 'from before 0.1.0' : 'of a newer release'})`;
}

async function status(db: Db): Promise<string> {
  const names = await done(db);
  const missing = own.filter((name) => !names.includes(name));
  return [
    ...names.map(describe),
    ...missing.map((name) => `${name} (missing, applied at the next start)`),
    `The last migration of this release is ${own.at(-1)}.`,
  ].join('\n');
}

/** Reverts every migration after `last`, newest first, each in its own transaction. */
async function down(db: Db, last: string): Promise<string> {
  const names = await done(db);
  if (!names.includes(last)) throw new ConfigError(`This database has no migration named ${last}.`);
  if (last < BASELINE) {
    throw new ConfigError(`Migrations up to ${BASELINE} cannot be reverted. Restore a backup instead.`);
  }
  const later = names.slice(names.indexOf(last) + 1).toReversed();
  const foreign = later.find((name) => !own.includes(name));
  if (foreign !== undefined) {
    throw new ConfigError(
      `${foreign} belongs to a newer release: run this command in the folder of that one.`,
    );
  }
  for (const name of later) await db.migrate.down({ name });
  return later.length === 0 ? 'There is nothing to revert.' : `Reverted: ${later.join(', ')}.`;
}

function act(db: Db, [what, last, ...more]: string[]): Promise<string> {
  if (what === 'status' && last === undefined) return status(db);
  if (what === 'down' && last !== undefined && more.length === 0) return down(db, last);
  throw new ConfigError(USAGE);
}

/** Runs `npm run migrate -- …` on the configured database. Resolves to the output. */
export async function runMigrateCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (args.length === 0) throw new ConfigError(USAGE);
  const { directUrl, embedded } = await startDatabase(readConfig(env));
  const db = openDb(directUrl, 2, { limits: MIGRATION_LIMITS });
  try {
    return await act(db, args);
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
}
