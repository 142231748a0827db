import { ConfigError } from '../config.ts';
import type { Db } from '../db/db.ts';
import { type ObjectStore, StoreRejected } from './store.ts';

interface Binding {
  db: Db;
  blobs: ObjectStore;
}

const BATCH = 1000;
const ADOPT = 'run “npm run store -- adopt”';

async function installationId(db: Db): Promise<string> {
  const { id }: { id: string } = await db('installation').first('id');
  return id;
}

async function knowsAny(db: Db, keys: string[]): Promise<boolean> {
  return (await db('packs').whereIn('id', keys).first('id')) !== undefined;
}

async function hasPacks(db: Db): Promise<boolean> {
  return (await db('packs').where('bytes', '>', 0).first('id')) !== undefined;
}

/** Returns why an unmarked store does not match this database. They match if they share an object or are both empty. */
async function findMismatch({ db, blobs }: Binding): Promise<string | undefined> {
  let keys: string[] = [];
  let count = 0;
  for await (const { key } of blobs.keys()) {
    count += 1;
    keys.push(key);
    if (keys.length < BATCH) continue;
    if (await knowsAny(db, keys)) return undefined;
    keys = [];
  }
  if (await knowsAny(db, keys)) return undefined;
  if (count > 0)
    return `The database knows none of the files in ${blobs.location}: set DATABASE_URL to the database they belong to, or ${ADOPT} to use them with this one.`;
  if (await hasPacks(db))
    return `None of the files the database knows is in ${blobs.location}: set STAGELINK_DATA or S3_BUCKET to where they are, or ${ADOPT} to go on without them.`;
  return undefined;
}

/** Marks this store as belonging to the database, whatever its marker was. */
export async function adoptStore({ db, blobs }: Binding): Promise<void> {
  await blobs.writeMarker(await installationId(db));
}

async function bind(app: Binding): Promise<void> {
  const { db, blobs } = app;
  const id = await installationId(db);
  if ((await blobs.readMarker()) === null) {
    const mismatch = await findMismatch(app);
    if (mismatch) throw new ConfigError(mismatch);
    await blobs.writeMarker(id);
  }
  // Read again after writing: another installation may have marked the store at the same moment.
  if ((await blobs.readMarker()) !== id) {
    throw new ConfigError(
      `The files in ${blobs.location} belong to another installation: set DATABASE_URL to its database, or ${ADOPT} to use them with this one.`,
    );
  }
}

/**
 * Checks that the store belongs to this database and marks a new store. Throws `ConfigError` otherwise, and when the
 * store refuses this server: the sweeper deletes objects its database does not know, so it would empty another
 * installation's store.
 */
export async function bindStore(app: Binding): Promise<void> {
  try {
    await bind(app);
  } catch (cause) {
    throw cause instanceof StoreRejected ? new ConfigError(cause.remedy, { cause }) : cause;
  }
}
