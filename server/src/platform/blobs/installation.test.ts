import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { publishSite } from '../../testing/site.ts';
import { onBucket, onFolder, onRealBucket } from '../../testing/stores.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';
import { ConfigError } from '../config.ts';
import { openBucket } from './bucket.ts';
import { adoptStore, bindStore } from './installation.ts';
import type { ObjectStore } from './store.ts';
import { sweep, type SweepOptions } from './sweep.ts';

/** Removes everything unused, regardless of age. */
const thorough: SweepOptions = { graceMs: -60_000, waste: 0, trashMs: 0 };

async function keysOf(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.keys()) keys.push(key);
  return keys;
}

describe.each([onFolder, onBucket, ...onRealBucket])('$name', ({ open }) => {
  let blobs: ObjectStore;
  let world: World;
  beforeEach(async () => {
    const fixture = await open();
    blobs = fixture.store;
    world = await createWorld();
    world.app.blobs = blobs;
    return async () => {
      await world.close();
      await fixture.close();
    };
  });

  /** Opens an empty database of another installation with the same store. Test databases are copies and share an id. */
  async function otherInstallation() {
    const { app } = await worldForTest();
    await app.db('installation').update({ id: randomUUID() });
    return { db: app.db, log: app.log, blobs };
  }

  async function publishSnapshot(): Promise<void> {
    const owner = await world.build.user();
    const id = await world.build.snapshot(owner);
    await publishSite(world.app, { id, owner }, { 'index.html': randomUUID() });
  }

  test('of another database is rejected, and a sweep removes nothing from it', async () => {
    await bindStore(world.app);
    await publishSnapshot();
    const other = await otherInstallation();
    await expect(bindStore(other)).rejects.toThrow(`The files in ${blobs.location} belong to another`);
    await expect(sweep(other, thorough)).rejects.toThrow('belong to another installation');
    expect(await keysOf(blobs)).toHaveLength(1);
    await expect(bindStore(world.app)).resolves.toBeUndefined();
  });

  test('without a marker is rejected by an empty database, and a sweep removes nothing from it', async () => {
    await publishSnapshot();
    const other = await otherInstallation();
    await expect(sweep(other, thorough)).rejects.toThrow('The database knows none of the files in');
    expect(await keysOf(blobs)).toHaveLength(1);
    expect(await blobs.readMarker()).toBeNull();
  });

  test('without a marker belongs to the database that knows its files', async () => {
    await publishSnapshot();
    await bindStore(world.app);
    await expect(bindStore(await otherInstallation())).rejects.toThrow('belong to another');
  });

  test('that is empty is rejected by a database whose files are elsewhere', async () => {
    await world.app.db('packs').insert({ id: randomUUID(), bytes: 10 });
    await expect(bindStore(world.app)).rejects.toThrow('None of the files the database knows is in');
    expect(await blobs.readMarker()).toBeNull();
  });

  test('that was adopted belongs to the new database and no longer to the old one', async () => {
    await bindStore(world.app);
    await publishSnapshot();
    const other = await otherInstallation();
    await adoptStore(other);
    await expect(bindStore(other)).resolves.toBeUndefined();
    await expect(sweep(world.app, thorough)).rejects.toThrow('belong to another installation');
  });
});

/** A bucket that answers every request with an error of S3. */
async function rejectingBucket(status: number, code: string): Promise<ObjectStore> {
  const http = createServer((_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => void http.close());
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return openBucket({ endpoint, name: 'files', region: 'us-east-1', keyId: 'key', key: 'wrong' });
}

test.each([
  [403, 'SignatureDoesNotMatch'],
  [403, 'InvalidAccessKeyId'],
  [401, 'Unauthorized'],
  [404, 'NoSuchBucket'],
])('a bucket that answers %i %s is a mistake of the configuration', async (status, code) => {
  const { app } = await worldForTest();
  const failure = await bindStore({ db: app.db, blobs: await rejectingBucket(status, code) }).catch(
    (cause: unknown) => cause,
  );
  expect(failure).toBeInstanceOf(ConfigError);
  expect(failure).toMatchObject({ message: expect.stringContaining(code) as string });
});

test('a bucket that does not answer for a moment is none', async () => {
  const { app } = await worldForTest();
  const bound = bindStore({ db: app.db, blobs: await rejectingBucket(503, 'SlowDown') });
  await expect(bound).rejects.toMatchObject({ code: 'unavailable' });
});
