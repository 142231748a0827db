import {
  createSnapshot,
  finalizeUpload,
  getUpload,
  sendBlobs,
  uploadSnapshot,
} from '@stagelink/shared/contracts/staging';
import { listSnapshots, viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { expect, test } from 'vitest';
import type { ObjectStore } from '../../platform/blobs/store.ts';
import { forgeZip } from '../../testing/forgeZip.ts';
import { asForm, asZip, blobZip, manifestOf, sha256Of, stage } from '../../testing/stage.ts';
import { type World, worldForTest } from '../../testing/world.ts';

/** Accepts some bytes and then fails like a full disk. */
function fullDisk(store: ObjectStore): ObjectStore {
  const write: ObjectStore['write'] = async (_key, body) => {
    for await (const piece of body) {
      if (piece.length > 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    return { bytes: 0 };
  };
  return Object.create(store, { write: { value: write } }) as ObjectStore;
}

const source = { client: 'cli' } as const;
const files = { 'index.html': '<h1>hello</h1>' };
const full = { status: 507, code: 'storage_full' };

async function remains({ app }: World): Promise<unknown[]> {
  return (await Promise.all(['uploads', 'snapshots', 'packs', 'blobs'].map((table) => app.db(table)))).flat();
}

test('on a full disk an upload fails with a message, everything else works, and later it works again', async () => {
  const world = await worldForTest();
  const ada = await world.build.user();
  const call = world.as(ada);
  const older = await stage(world, ada, { 'old.html': 'old' }, { password: null });
  const { uploadId } = await call(createSnapshot, { source, files: manifestOf(files) });
  const disk = world.app.blobs;
  const send = () => call(sendBlobs, { uploadId }, asZip(blobZip(Object.values(files))));

  world.app.blobs = fullDisk(disk);
  await expect(send()).rejects.toMatchObject({
    ...full,
    message: expect.stringContaining('run out of space') as string,
  });
  expect((await call(getUpload, { uploadId })).missing).toEqual([sha256Of(files['index.html'])]);
  expect((await call(listSnapshots, {})).total).toBe(1);
  expect((await world.as(null)(viewSnapshot, { id: older.snapshot.id })).snapshot.version).toBe(1);

  world.app.blobs = disk;
  expect(await send()).toEqual({ missing: [] });
  expect((await call(finalizeUpload, { uploadId })).version).toBe(1);
});

test('on a full disk an upload in one request fails and leaves nothing', async () => {
  const world = await worldForTest();
  const call = world.as(await world.build.user());
  const disk = world.app.blobs;
  world.app.blobs = fullDisk(disk);
  for (const body of [asZip(forgeZip([{ name: 'a.html', data: 'a' }])), asForm(files)]) {
    await expect(call(uploadSnapshot, {}, body)).rejects.toMatchObject(full);
  }
  expect(await remains(world)).toEqual([]);
  world.app.blobs = disk;
  expect((await call(uploadSnapshot, {}, asForm(files))).version).toBe(1);
});

test('while eight zip bombs are read, other requests are served, and all eight are rejected', async () => {
  const world = await worldForTest();
  const call = world.as(await world.build.user());
  const bomb = forgeZip([
    { name: 'bomb', data: Buffer.alloc(60_000_000), deflate: true, descriptor: 'honest' },
  ]);
  const uploads = Array.from({ length: 8 }, () => call(uploadSnapshot, {}, asZip(bomb)));
  const answers = Promise.all(
    uploads.map((upload) =>
      upload.then(
        () => 200,
        (cause: { status: number }) => cause.status,
      ),
    ),
  );
  expect((await call(listSnapshots, {})).total).toBe(0);
  expect(await answers).toEqual(Array.from({ length: 8 }, () => 422));
  expect(await remains(world)).toEqual([]);
});
