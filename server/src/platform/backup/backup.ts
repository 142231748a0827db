import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { bytes } from '@stagelink/shared/domain/format';
import { Client } from 'pg';
import { migrationsBefore010 } from '../../../migrations/before010.ts';
import { BASELINE, migrations } from '../../../migrations/index.ts';
import type { ObjectStore } from '../blobs/store.ts';
import { ConfigError } from '../config.ts';
import { MIGRATIONS } from '../db/db.ts';
import { syncFolder } from '../durable.ts';
import { RELEASE } from '../release.ts';
import { ArchiveWriter, type Entry, textOf } from './archive.ts';
import * as contents from './contents.ts';
import { dump, prepareSession } from './tables.ts';

export interface BackupContext {
  /** PostgreSQL itself. */
  directUrl: string;
  blobs: ObjectStore;
  keyId: string;
  progress: (text: string) => void;
  signal?: AbortSignal;
}

interface Pack {
  id: string;
  bytes: number;
}

/** Suffix of a backup that is not complete. */
const UNFINISHED = '.part';

const names = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATIONS} order by id`);
  return rows.map(({ name }) => name);
};

/** Throws `ConfigError` if this release could not restore a database in this state. */
async function assertKnownSchema(applied: string[]): Promise<void> {
  const before = await migrationsBefore010();
  const known = new Set([...before, ...migrations].map(({ name }) => name));
  const unknown = applied.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new ConfigError(
      `The database is of a newer release than this, ${RELEASE}: back it up with the release of the server.`,
    );
  }
  if (applied.includes(BASELINE) || before.every(({ name }) => applied.includes(name))) return;
  throw new ConfigError(`The database is from before 0.1.0: start this release once, then back it up.`);
}

async function installationOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from installation');
  return rows[0]?.id ?? '';
}

/** What is not in the trash: in there is nothing that a snapshot needs. */
async function packsOf(client: Client): Promise<Pack[]> {
  const { rows } = await client.query<Pack>(
    'select id, bytes from packs where bytes > 0 and removed_at is null order by id',
  );
  return rows;
}

/** Returns which entries of an unfinished backup can stay: files never change. */
function keptOf(installation: string, file: string) {
  return async (entry: Entry): Promise<boolean> => {
    if (entry.name !== contents.HEADER) return contents.keyOf(entry.name) !== null;
    const header = contents.Header.safeParse(JSON.parse(await textOf(entry)));
    if (header.success && header.data.installation === installation) return true;
    throw new ConfigError(`${file} is an unfinished backup of another installation: choose another file.`);
  };
}

async function copyPacks(
  { blobs, progress, signal }: BackupContext,
  archive: ArchiveWriter,
  packs: Pack[],
): Promise<void> {
  const total = packs.reduce((sum, pack) => sum + pack.bytes, 0);
  let done = 0;
  for (const { id, bytes: size } of packs) {
    signal?.throwIfAborted();
    const name = contents.objectName(id);
    if (archive.sizes.get(name) !== size)
      await archive.add(name, size, await blobs.read(id, { offset: 0, length: size }));
    done += size;
    progress(`Backing up files: ${bytes(done)} of ${bytes(total)}`);
  }
}

/** Adds the database as it is now, and the files that were added since they were copied. */
async function addDatabase(context: BackupContext, client: Client, archive: ArchiveWriter): Promise<void> {
  await client.query('begin transaction isolation level repeatable read read only');
  const packs = await packsOf(client);
  await copyPacks(context, archive, packs);
  let written = 0;
  const { tables, sequences } = await dump(client, async (table, piece, number) => {
    context.signal?.throwIfAborted();
    await archive.add(contents.rowsName(table, number), piece.length, [piece]);
    written += piece.length;
    context.progress(`Backing up the database: ${bytes(written)}`);
  });
  const applied = await names(client);
  await client.query('commit');
  const needed = new Set(packs.map(({ id }) => id));
  const copied = [...archive.sizes.keys()].flatMap((name) => contents.keyOf(name) ?? []);
  await archive.addText(
    contents.CONTENTS,
    JSON.stringify({
      release: RELEASE,
      createdAt: new Date().toISOString(),
      keyId: context.keyId,
      migrations: applied,
      tables,
      sequences,
      leftOver: copied.filter((key) => !needed.has(key)),
    } satisfies contents.Contents),
  );
}

/**
 * Files are copied first, while the sweep waits: it alone deletes them. So each file that the database names when it is
 * read afterwards, in one transaction, exists and is copied.
 */
async function writeAll(context: BackupContext, client: Client, part: string): Promise<void> {
  const installation = await installationOf(client);
  context.progress('Waiting for the removal of old files to end');
  await client.query(`select pg_advisory_lock(hashtext('stagelink sweep'))`);
  const archive = await ArchiveWriter.open(part, keptOf(installation, part));
  try {
    if (archive.sizes.size === 0)
      await archive.addText(contents.HEADER, JSON.stringify(contents.headerOf(installation)));
    await copyPacks(context, archive, await packsOf(client));
    await addDatabase(context, client, archive);
    await archive.finish();
  } finally {
    await archive.close();
  }
}

async function assertNew(file: string): Promise<void> {
  const found = await stat(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  if (found) throw new ConfigError(`${file} exists already: choose another name.`);
}

/**
 * Writes database and files into one file, while servers run. What an interrupted backup to the same file copied stays.
 * Resolves to the size. See docs/decisions/0001.
 */
export async function backUp(context: BackupContext, file: string): Promise<{ bytes: number }> {
  await assertNew(file);
  const client = new Client({ connectionString: context.directUrl, application_name: 'stagelink backup' });
  client.on('error', () => undefined); // the next statement fails with it
  await client.connect();
  try {
    await prepareSession(client);
    await assertKnownSchema(await names(client));
    const part = file + UNFINISHED;
    await writeAll(context, client, part);
    await rename(part, file);
    await syncFolder(path.dirname(file));
    return { bytes: (await stat(file)).size };
  } finally {
    await client.end();
  }
}
