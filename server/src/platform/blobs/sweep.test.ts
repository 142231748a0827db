import { randomBytes, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import knex from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../http/errors.ts';
import { type BlobWorld, blobOf, blobWorld, sha256Of, sourceOf } from '../../testing/blobs.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { recordObject, writePack } from './packs.ts';
import { locate, openBlob } from './read.ts';
import * as repo from './repo.ts';
import type { ObjectStore } from './store.ts';
import { sweep, type SweepOptions } from './sweep.ts';
import { adopt } from './sweepRepo.ts';

let world: World;
let owner: Person;
let here: BlobWorld;
beforeAll(async () => {
  world = await createWorld({ databasePool: 20 });
  owner = await world.build.user();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.raw('truncate packs, uploads, snapshots cascade');
  here = await blobWorld(world.app.db, owner);
});

const binary = (sha256: string) => Buffer.from(sha256, 'hex');
/** Removes everything unused, regardless of age and size. */
const thorough: SweepOptions = {
  graceMs: -60_000,
  waste: 0,
  unfinishedMs: -60_000,
  trashMs: 0,
};

const drop = (uploadId: string) => here.db('uploads').where({ id: uploadId }).delete();

const finalize = (snapshotId: string, ...hashes: string[]) =>
  here.db.transaction(async (tx) => {
    const rows = hashes.map((hash) => ({
      owner_id: owner.id,
      snapshot_id: snapshotId,
      sha256: binary(hash),
    }));
    await tx('snapshot_blobs').insert(rows);
    await tx('snapshots').where({ id: snapshotId }).update({ version: 1 });
  });

async function liveBytes(): Promise<number> {
  const sizes = await here.db('blobs').sum({ bytes: 'size' });
  return Number(sizes[0]?.['bytes'] ?? 0);
}

describe('a sweep keeps', () => {
  test('what an upload or a snapshot uses', async () => {
    const { uploadId, snapshotId } = await here.upload();
    await writePack(here, sourceOf(blobOf('staged')), here.refer(uploadId));
    await finalize(snapshotId, sha256Of('staged'));
    await drop(uploadId);
    await here.keep('uploaded');
    expect(await sweep(here, thorough)).toMatchObject({ blobs: 0, packs: 0, snapshots: 0, orphans: 0 });
    expect(String(await here.read(sha256Of('staged')))).toBe('staged');
    expect(String(await here.read(sha256Of('uploaded')))).toBe('uploaded');
  });

  test('a young object without a row, which may be about to be recorded', async () => {
    await here.blobs.write(randomUUID(), [Buffer.from('on its way')]);
    expect(await sweep(here)).toMatchObject({ orphans: 0, unfinished: 0 });
    expect((await here.stored()).objects).toBe(1);
  });

  test('a write in progress for hours, but not for a day', async () => {
    const removeUnfinished = vi.spyOn(here.blobs, 'removeUnfinished');
    const now = new Date();
    await sweep(here, { now });
    expect(removeUnfinished).toHaveBeenCalledExactlyOnceWith(new Date(now.getTime() - 86_400_000));
  });

  test('a new snapshot without its first version', async () => {
    const { snapshotId } = await here.upload();
    await sweep(here, thorough);
    expect(await here.db('snapshots').where({ id: snapshotId })).toHaveLength(1);
  });
});

describe('a sweep removes', () => {
  test('an expired upload with its unfinished snapshot and bytes', async () => {
    const { uploadId, snapshotId } = await here.upload({ expiresAt: new Date(Date.now() - 1000) });
    await writePack(here, sourceOf(blobOf('forgotten')), here.refer(uploadId));
    expect(await sweep(here, thorough)).toMatchObject({ uploads: 1, snapshots: 1, blobs: 1, packs: 1 });
    expect(await here.db('snapshots').where({ id: snapshotId })).toEqual([]);
    expect(await here.stored()).toEqual({ objects: 0, bytes: 0 });
  });

  test('an expired upload but not the snapshot it finished', async () => {
    const { uploadId, snapshotId } = await here.upload({ expiresAt: new Date(Date.now() - 1000) });
    await writePack(here, sourceOf(blobOf('finished')), here.refer(uploadId));
    await finalize(snapshotId, sha256Of('finished'));
    expect(await sweep(here, thorough)).toMatchObject({ uploads: 1, snapshots: 0, blobs: 0 });
    expect(String(await here.read(sha256Of('finished')))).toBe('finished');
  });

  test('the dead blobs of a pack by rewriting it', async () => {
    const { uploadId } = await here.keep('dead one', 'kept one', 'dead two', 'kept two', '');
    const other = await here.keep('other');
    const kept = ['kept one', 'kept two', ''];
    const { uploadId: keeper } = await here.upload();
    await here
      .db('upload_blobs')
      .insert(kept.map((text) => ({ upload_id: keeper, sha256: binary(sha256Of(text)) })));
    await drop(uploadId);
    expect(await sweep(here, thorough)).toMatchObject({ blobs: 2, repacked: 1, packs: 1 });
    for (const text of [...kept, 'other']) expect(String(await here.read(sha256Of(text)))).toBe(text);
    expect(await here.stored()).toEqual({ objects: 2, bytes: 'kept onekept twoother'.length });
    expect(await here.db('packs')).toHaveLength(2);
    await drop(other.uploadId);
    expect(await sweep(here, thorough)).toMatchObject({ repacked: 0, packs: 1 });
  });

  test('nothing from a pack with little waste', async () => {
    const { uploadId } = await here.keep('x'.repeat(5), 'y'.repeat(95));
    await here
      .db('upload_blobs')
      .where({ upload_id: uploadId, sha256: binary(sha256Of('xxxxx')) })
      .delete();
    expect(await sweep(here)).toMatchObject({ blobs: 1, repacked: 0 });
    expect(await here.stored()).toEqual({ objects: 1, bytes: 100 });
  });

  test('a rewritten pack, and an old location still leads to the bytes', async () => {
    const { uploadId } = await here.keep('dead', 'alive');
    const hash = sha256Of('alive');
    const place = (await locate(here.db, [hash])).get(hash)?.get('identity');
    await here
      .db('upload_blobs')
      .where({ upload_id: uploadId, sha256: binary(sha256Of('dead')) })
      .delete();
    expect(await sweep(here, thorough)).toMatchObject({ repacked: 1 });
    if (!place) throw new Error('The blob has no place');
    expect(await text(await openBlob(here, place, { offset: 1, length: 3 }))).toBe('liv');
  });

  test('an object without a pack, once it is old enough', async () => {
    await here.blobs.write(randomUUID(), [Buffer.from('orphan')]);
    await here.keep('known');
    expect(await sweep(here, thorough)).toMatchObject({ orphans: 1, packs: 1 });
    expect(await here.stored()).toEqual({ objects: 1, bytes: 'known'.length });
  });

  test('the bytes of a deleted snapshot', async () => {
    const { uploadId, snapshotId } = await here.upload();
    await writePack(here, sourceOf(blobOf('deleted')), here.refer(uploadId));
    await finalize(snapshotId, sha256Of('deleted'));
    await here.db('snapshots').where({ id: snapshotId }).delete();
    expect(await sweep(here, thorough)).toMatchObject({ blobs: 1, packs: 1 });
    expect(await here.stored()).toEqual({ objects: 0, bytes: 0 });
  });
});

describe('a pack that cannot be rewritten', () => {
  /** Creates a pack with one dead and one live blob. */
  async function wasteful(dead: string, alive: string): Promise<string> {
    await here.keep(dead, alive);
    await here
      .db('upload_blobs')
      .where({ sha256: binary(sha256Of(dead)) })
      .delete();
    const row: { pack_id: string } | undefined = await here
      .db('blobs')
      .where({ sha256: binary(sha256Of(alive)) })
      .first('pack_id');
    return row?.pack_id ?? '';
  }

  test('does not stop the others, is counted, and is not tried again for a day', async () => {
    const broken = await wasteful('x'.repeat(200), 'broken');
    await wasteful('y'.repeat(100), 'whole');
    await here.blobs.remove(broken);
    await drop((await here.keep('all dead')).uploadId);
    expect(await sweep(here, thorough)).toMatchObject({ repacked: 1, packs: 2, waitingBytes: 200 });

    const reads = vi.spyOn(here.blobs, 'read');
    expect(await sweep(here, thorough)).toMatchObject({ repacked: 0, waitingBytes: 200 });
    expect(reads).not.toHaveBeenCalled();
    await here.blobs.write(broken, [Buffer.from(`${'x'.repeat(200)}broken`)]);
    const now = new Date(Date.now() + 25 * 3_600_000);
    await here.db('uploads').update({ expires_at: new Date(now.getTime() + 3_600_000) });
    expect(await sweep(here, { ...thorough, now })).toMatchObject({ repacked: 1, waitingBytes: 0 });
    expect(String(await here.read(sha256Of('broken')))).toBe('broken');
  });

  test('because the disk is full does not stop dead packs from being removed', async () => {
    await wasteful('x'.repeat(200), 'alive');
    await drop((await here.keep('all dead')).uploadId);
    const full = new AppError('storage_full', 'The server has run out of space for files.');
    const fullDisk: ObjectStore = { ...here.blobs, write: () => Promise.reject(full) };
    expect(await sweep({ ...here, blobs: fullDisk }, thorough)).toMatchObject({
      packs: 1,
      waitingBytes: 200,
    });
    expect((await here.stored()).objects).toBe(1);
    expect(await sweep(here, thorough)).toMatchObject({ repacked: 1, waitingBytes: 0 });
  });
});

describe('concurrently', () => {
  test('two sweeps do not interfere: one of them does nothing', async () => {
    const { uploadId } = await here.keep('gone');
    await drop(uploadId);
    let both: ((value: unknown) => void) | undefined;
    const second = new Promise((resolve) => (both = resolve));
    const waiting: ObjectStore = {
      ...here.blobs,
      async remove(key) {
        both?.(await sweep(here, thorough));
        await here.blobs.remove(key);
      },
    };
    expect(await sweep({ ...here, blobs: waiting }, thorough)).toMatchObject({ packs: 1 });
    expect(await second).toBeUndefined();
  });

  test('a pack whose object was adopted as an orphan cannot be recorded anymore', async () => {
    const pack = { id: randomUUID(), bytes: 4 };
    await here.blobs.write(pack.id, [Buffer.from('late')]);
    await adopt(here.db, [{ key: pack.id, bytes: 4, modified: new Date() }], new Date());
    const placed = [{ sha256: sha256Of('late'), size: 4, offset: 0 }];
    const recording = recordObject(here, pack, (tx) => repo.record(tx, pack, placed, []));
    await expect(recording).rejects.toMatchObject({ code: 'unavailable' });
    expect(await here.read(sha256Of('late'))).toBeUndefined();
  });

  test('an upload that references a blob keeps it, and the sweep does not wait', async () => {
    const { uploadId, hashes } = await here.keep('wanted', 'unwanted');
    const { uploadId: other } = await here.upload();
    await drop(uploadId);
    await here.db.transaction(async (tx) => {
      await tx('upload_blobs').insert({ upload_id: other, sha256: binary(hashes[0] ?? '') });
      expect(await sweep(here, thorough)).toMatchObject({ blobs: 1 });
    });
    await sweep(here, thorough);
    expect(String(await here.read(sha256Of('wanted')))).toBe('wanted');
    expect(await here.read(sha256Of('unwanted'))).toBeUndefined();
  });

  test('uploads, finalizations and deletions during sweeps never lose bytes in use', async () => {
    const contents = Array.from({ length: 12 }, (_, at) => `content ${at} `.repeat(50 * at + 1));
    const options = { waste: 0, graceMs: 60_000 };
    const working = new Set([1, 2, 4, 5, 7, 8]);
    let lost = 0;
    let claimed = 0;

    async function claim(hash: string): Promise<string | undefined> {
      const { uploadId } = await here.upload();
      const held = await here.db.transaction(async (tx) => {
        const there = await repo.lockForKeyShare(tx, [hash]);
        for (const sha256 of there)
          await tx('upload_blobs').insert({ upload_id: uploadId, sha256: binary(sha256) });
        return there.size;
      });
      return held ? uploadId : undefined;
    }

    async function person(seed: number): Promise<void> {
      for (let round = 0; round < 25; round += 1) {
        const mine = contents.filter((_, at) => (at * 7 + round * seed) % 3 === 0);
        const { uploadId, snapshotId, hashes } = await here.keep(...mine, `own ${seed} ${round}`);
        const claimId = await claim(sha256Of(contents[round % contents.length] ?? ''));
        if (claimId) {
          claimed += 1;
          if ((await here.read(sha256Of(contents[round % contents.length] ?? ''))) === undefined) lost += 1;
          await drop(claimId);
        }
        await finalize(snapshotId, ...hashes);
        await drop(uploadId);
        for (const hash of hashes) {
          const bytes = await here.read(hash);
          if (bytes === undefined || sha256Of(bytes) !== hash) lost += 1;
        }
        await here.db('snapshots').where({ id: snapshotId }).delete();
      }
      working.delete(seed);
    }

    async function sweeper(): Promise<number> {
      let removed = 0;
      while (working.size > 0) removed += (await sweep(here, options))?.blobs ?? 0;
      return removed;
    }

    const sweepers = [sweeper(), sweeper()];
    await Promise.all([...working].map(person));
    const removed = (await Promise.all(sweepers)).reduce((sum, count) => sum + count);
    expect(lost).toBe(0);
    expect(removed).toBeGreaterThan(100);
    expect(claimed).toBeGreaterThan(0);
    await sweep(here, thorough);
    expect(await here.stored()).toEqual({ objects: 0, bytes: 0 });
  }, 60_000);
});

describe('a sweep that is killed', () => {
  /** A store whose process dies before or after call number `at`: that call never returns. */
  function dying(store: ObjectStore, at: number): { store: ObjectStore; died: Promise<'died'> } {
    let calls = 0;
    let die: (value: 'died') => void;
    const died = new Promise<'died'>((resolve) => (die = resolve));
    const forever = () => {
      die('died');
      return new Promise<never>(() => undefined);
    };
    const around =
      <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> => {
        if ((calls += 1) === at) return forever();
        const result = await call(...args);
        return (calls += 1) === at ? forever() : result;
      };
    return {
      died,
      store: {
        ...store,
        write: around(store.write),
        remove: around(store.remove),
        removeUnfinished: around(store.removeUnfinished),
      },
    };
  }

  /** Creates a pack to rewrite, two to remove, an orphan, an expired upload, and a live blob. */
  async function mess(): Promise<{ live: string[] }> {
    const { uploadId } = await here.keep('part dead', 'part alive');
    await here
      .db('upload_blobs')
      .where({ upload_id: uploadId, sha256: binary(sha256Of('part dead')) })
      .delete();
    for (const text of ['all dead', 'as dead']) await drop((await here.keep(text)).uploadId);
    await here.blobs.write(randomUUID(), [randomBytes(100)]);
    const late = await here.upload({ expiresAt: new Date(0) });
    await writePack(here, sourceOf(blobOf('too late')), here.refer(late.uploadId));
    await here.keep('untouched');
    return { live: ['part alive', 'untouched'] };
  }

  /** Runs a sweep in a process that dies at this call. Returns false if it finished first. */
  async function sweepAndDie(at: number): Promise<boolean> {
    const name = `dying-${at}`;
    const connection = { connectionString: world.directUrl, application_name: name };
    const db = knex({ client: 'pg', connection, pool: { min: 0, max: 3 } });
    const { store, died } = dying(here.blobs, at);
    const end = await Promise.race([sweep({ ...here, db, blobs: store }, thorough), died]);
    if (end === 'died') {
      await here.db.raw(
        'select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = ?',
        [name],
      );
      return true;
    }
    await db.destroy();
    return false;
  }

  test('at any point loses nothing in use, and the next sweep leaves no dead bytes', async () => {
    let deaths = 0;
    for (let isDead = true; isDead;) {
      await here.db.raw('truncate packs, uploads, snapshots cascade');
      here = await blobWorld(world.app.db, owner);
      const { live } = await mess();
      isDead = await sweepAndDie(deaths + 1);
      for (const text of live) expect(String(await here.read(sha256Of(text)))).toBe(text);
      if (isDead) deaths += 1;
      expect(await sweep(here, thorough)).toBeDefined();
      for (const text of live) expect(String(await here.read(sha256Of(text)))).toBe(text);
      expect(await here.stored()).toEqual({ objects: live.length, bytes: await liveBytes() });
    }
    expect(deaths).toBe(14);
  }, 60_000);
});
