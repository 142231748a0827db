import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { blobOf, type BlobWorld, blobWorld, sha256Of, sourceOf } from '../../testing/blobs.ts';
import { onBucket, onFolder, onRealBucket } from '../../testing/stores.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { writePack } from './packs.ts';
import { sweep, type SweepOptions } from './sweep.ts';
import { trashBytes } from './sweepRepo.ts';

let world: World;
let owner: Person;
beforeAll(async () => {
  world = await createWorld();
  owner = await world.build.user();
});
afterAll(() => world.close());
beforeEach(() => world.app.db.raw('truncate packs, uploads, snapshots cascade'));

const DAY_MS = 86_400_000;
const daysLater = (days: number) => new Date(Date.now() + days * DAY_MS);
/** Moves everything unused to the trash, regardless of age. */
const toTrash: SweepOptions = { graceMs: -60_000, waste: 0 };

const TABLES = ['snapshots', 'uploads', 'packs', 'blobs', 'upload_blobs'];

/** Copies the rows like a backup, and restores them over the current ones. */
async function backUp(): Promise<() => Promise<void>> {
  const { db } = world.app;
  await db.raw('create schema backup');
  onTestFinished(() => db.raw('drop schema backup cascade'));
  for (const table of TABLES) await db.raw('create table backup.?? as table ??', [table, table]);
  return () =>
    db.transaction(async (tx) => {
      await tx.raw('truncate packs, uploads, snapshots cascade');
      for (const table of TABLES) {
        const columns: string[] = await tx('information_schema.columns')
          .where({ table_schema: 'public', table_name: table, is_generated: 'NEVER' })
          .pluck('column_name');
        const names = columns.map(() => '??').join(', ');
        await tx.raw(`insert into ?? (${names}) select ${names} from backup.??`, [
          table,
          ...columns,
          ...columns,
          table,
        ]);
      }
    });
}

const dropUpload = (here: BlobWorld, id: string) => here.db('uploads').where({ id }).delete();
const dropBlob = (here: BlobWorld, text: string) =>
  here
    .db('upload_blobs')
    .where({ sha256: Buffer.from(sha256Of(text), 'hex') })
    .delete();
const read = async (here: BlobWorld, text: string) => String(await here.read(sha256Of(text)));

describe.each([onFolder, onBucket, ...onRealBucket])('in $name', ({ open }) => {
  let here: BlobWorld;
  beforeEach(async () => {
    const { store, close } = await open();
    here = await blobWorld(world.app.db, owner, store);
    return close;
  });

  test('a restored backup finds everything that was deleted or rewritten since', async () => {
    const deleted = await here.keep('deleted');
    await here.keep('dropped', 'kept');
    await here.db('uploads').update({ expires_at: daysLater(30) });
    const restore = await backUp();
    await dropUpload(here, deleted.uploadId);
    await dropBlob(here, 'dropped');
    expect(await sweep(here, toTrash)).toMatchObject({ blobs: 2, repacked: 1, packs: 0 });
    expect(await read(here, 'kept')).toBe('kept');
    expect(await here.read(sha256Of('deleted'))).toBeUndefined();

    await restore();
    expect(await sweep(here, toTrash)).toMatchObject({ orphans: 1, packs: 0 });
    for (const text of ['deleted', 'dropped', 'kept']) expect(await read(here, text)).toBe(text);

    expect(await sweep(here, { ...toTrash, now: daysLater(8) })).toMatchObject({ packs: 1 });
    for (const text of ['deleted', 'dropped', 'kept']) expect(await read(here, text)).toBe(text);
  });
});

describe('deleted bytes', () => {
  let here: BlobWorld;
  beforeEach(async () => {
    here = await blobWorld(world.app.db, owner);
  });

  async function remove(text: string, now: Date): Promise<void> {
    const { uploadId } = await here.keep(text);
    await dropUpload(here, uploadId);
    await sweep(here, { ...toTrash, now });
  }

  test('stay for the configured days, are counted, then are removed', async () => {
    await remove('deleted', new Date());
    expect(await sweep(here, { ...toTrash, now: daysLater(6.9) })).toMatchObject({ packs: 0 });
    expect(await here.stored()).toEqual({ objects: 1, bytes: 7 });
    expect(await trashBytes(here.db)).toBe(7);
    expect(await sweep(here, { ...toTrash, now: daysLater(7.1) })).toMatchObject({ packs: 1 });
    expect(await here.stored()).toEqual({ objects: 0, bytes: 0 });
    expect(await trashBytes(here.db)).toBe(0);
  });

  test('are removed early beyond the size limit, oldest first, except adopted orphans', async () => {
    await here.blobs.write(randomUUID(), [Buffer.from('unknown')]);
    await remove('oldest', new Date());
    await remove('newer', daysLater(1));
    expect(await sweep(here, { ...toTrash, now: daysLater(1), trashBytes: 5 })).toMatchObject({ packs: 1 });
    expect(await here.stored()).toEqual({ objects: 2, bytes: 'unknown'.length + 'newer'.length });
  });

  test('of strangers are removed at once, but not those that are rewritten: a backup refers to them', async () => {
    const { uploadId } = await here.upload({ expiresAt: daysLater(30) });
    const source = sourceOf(blobOf('dropped'), blobOf('kept'));
    await writePack(here, source, here.refer(uploadId), { skipsTrash: true });
    await dropBlob(here, 'dropped');
    expect(await sweep(here, toTrash)).toMatchObject({ repacked: 1, packs: 0 });
    expect(await here.stored()).toEqual({ objects: 2, bytes: 'dropped'.length + 2 * 'kept'.length });
    await dropUpload(here, uploadId);
    expect(await sweep(here, toTrash)).toMatchObject({ trashed: 1, packs: 1 });
    expect(await here.stored()).toEqual({ objects: 1, bytes: 'dropped'.length + 'kept'.length });
  });

  test('make space on a nearly full disk, only as much as needed', async () => {
    await remove('old', new Date());
    await remove('newer', daysLater(1));
    const space = async () => ({ freeBytes: 11 - (await here.stored()).bytes, totalBytes: 100 });
    const nearlyFull = { ...here, blobs: { ...here.blobs, space } };
    expect(await sweep(nearlyFull, { ...toTrash, now: daysLater(1) })).toMatchObject({ packs: 1 });
    expect(await here.stored()).toEqual({ objects: 1, bytes: 'newer'.length });
  });
});
