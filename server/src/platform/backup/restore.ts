import { bytes } from '@stagelink/shared/domain/format';
import { Client } from 'pg';
import * as z from 'zod';
import { BASELINE, migrations } from '../../../migrations/index.ts';
import type { ObjectStore } from '../blobs/store.ts';
import { ConfigError } from '../config.ts';
import { MIGRATIONS } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { LISTENER } from '../live/listen.ts';
import { RELEASE } from '../release.ts';
import { DamagedArchive, type Entry, readArchive, textOf } from './archive.ts';
import * as contents from './contents.ts';
import { load, prepareSession } from './tables.ts';

interface Reporting {
  progress: (text: string) => void;
  signal?: AbortSignal | undefined;
}

export interface RestoreContext extends Reporting {
  /** PostgreSQL itself. */
  directUrl: string;
  blobs: ObjectStore;
}

/** A backup whose every byte was read once. */
export interface CheckedBackup extends contents.Contents {
  file: string;
  installation: string;
  /** Size of its files. */
  objectBytes: number;
}

const NOT_EMPTY =
  'This installation is not empty: restore into a new database, and a new data folder or bucket.';

const jsonOf = async (entry: Entry): Promise<unknown> => JSON.parse(await textOf(entry));

/** Reads every byte. Throws `DamagedArchive`, or an error of the parser, if something is missing or damaged. */
async function readThrough(file: string, { progress, signal }: Reporting): Promise<CheckedBackup> {
  let header: contents.Header | undefined;
  let listed: contents.Contents | undefined;
  let objectBytes = 0;
  let read = 0;
  for await (const entry of readArchive(file)) {
    signal?.throwIfAborted();
    if (header === undefined) header = contents.Header.parse(await jsonOf(entry));
    else if (entry.name === contents.CONTENTS) listed = contents.Contents.parse(await jsonOf(entry));
    else if (contents.keyOf(entry.name) !== null) objectBytes += entry.size;
    read += entry.size;
    progress(`Checking the backup: ${bytes(read)}`);
  }
  if (!header || !listed) throw new DamagedArchive('The list of its contents is missing');
  return { ...listed, file, installation: header.installation, objectBytes };
}

/** Reads a whole backup. Throws `ConfigError` unless this release can restore it completely. */
export async function checkBackup(file: string, reporting: Reporting): Promise<CheckedBackup> {
  const backup = await readThrough(file, reporting).catch((cause: unknown) => {
    if (!(cause instanceof DamagedArchive || cause instanceof SyntaxError || cause instanceof z.ZodError))
      throw cause;
    throw new ConfigError(
      `${file} is no complete backup of Stagelink: it is cut or damaged. Nothing was restored.`,
      {
        cause,
      },
    );
  });
  const own = new Set(migrations.map(({ name }) => name));
  if (backup.migrations.every((name) => name < BASELINE || own.has(name))) return backup;
  throw new ConfigError(
    `This backup is of Stagelink ${backup.release}, whose database is newer than that of this release, ${RELEASE}: restore it with ${backup.release} or newer.`,
  );
}

const isThere = async (client: Client, question: string, values: unknown[] = []): Promise<boolean> =>
  (await client.query(question, values)).rows.length > 0;

async function assertEmptyDatabase(client: Client, { migrations: wanted }: CheckedBackup): Promise<void> {
  if (!(await isThere(client, 'select where to_regclass($1) is not null', [MIGRATIONS]))) return;
  for (const table of ['users', 'snapshots', 'packs'])
    if (await isThere(client, `select from ${table} limit 1`)) throw new ConfigError(NOT_EMPTY);
  const servers =
    'select from pg_stat_activity where datname = current_database() and application_name like $1';
  if (await isThere(client, servers, [`${LISTENER} %`]))
    throw new ConfigError('A server uses this database: stop it first.');
  const newer = [...wanted, BASELINE];
  if (await isThere(client, `select from ${MIGRATIONS} where not name = any($1) limit 1`, [newer]))
    throw new ConfigError(
      'The database was made by a newer release than the backup: restore into a database that no server was started on.',
    );
}

/** Returns the sizes of files that an interrupted restore has brought back. */
async function storedBytes(
  client: Client,
  { blobs }: RestoreContext,
  { installation }: CheckedBackup,
): Promise<Map<string, number>> {
  const stored = new Map<string, number>();
  for await (const { key, bytes: size } of blobs.keys()) stored.set(key, size);
  const marker = await blobs.readMarker();
  if (marker === installation || (marker === null && stored.size === 0)) return stored;
  const isOwn = await isThere(client, 'select from installation where id::text = $1', [marker]);
  if (stored.size > 0 || !isOwn) throw new ConfigError(NOT_EMPTY);
  return stored;
}

/** Writes the files, then the database: what ends in between is continued by the next restore. */
async function restoreAll(context: RestoreContext, client: Client, backup: CheckedBackup): Promise<void> {
  const { blobs, progress, signal } = context;
  const stored = await storedBytes(client, context, backup);
  await blobs.writeMarker(backup.installation);
  const leftOver = new Set(backup.leftOver);
  let done = 0;
  await load(client, backup, async (copyRows) => {
    for await (const { name, size, body } of readArchive(backup.file)) {
      signal?.throwIfAborted();
      const key = contents.keyOf(name);
      const table = contents.tableOf(name);
      if (table !== null) await copyRows(table, body);
      if (key === null) continue;
      if (!leftOver.has(key) && stored.get(key) !== size) await blobs.write(key, body, signal);
      done += size;
      progress(`Restoring files: ${bytes(done)} of ${bytes(backup.objectBytes)}`);
    }
  });
}

/** Brings database and files back into an empty installation, and the schema to that of this release. */
export async function restore(context: RestoreContext, backup: CheckedBackup): Promise<void> {
  const { directUrl } = context;
  const client = new Client({ connectionString: directUrl, application_name: 'stagelink restore' });
  client.on('error', () => undefined); // the next statement fails with it
  await client.connect();
  try {
    await prepareSession(client);
    await assertEmptyDatabase(client, backup);
    await migrate(directUrl, ({ name }) => name === BASELINE || backup.migrations.includes(name));
    await restoreAll(context, client, backup);
  } finally {
    await client.end();
  }
  await migrate(directUrl);
}
