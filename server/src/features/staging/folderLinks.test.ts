import { randomBytes, randomUUID } from 'node:crypto';
import {
  createSnapshot,
  finalizeUpload,
  getUpload,
  sendBlobs,
  type Staged,
} from '@stagelink/shared/contracts/staging';
import { deleteSnapshot, listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { publishVersion } from '@stagelink/shared/contracts/versions';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { asZip, blobZip, type Files, manifestOf } from '../../testing/stage.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const site = (): Files => ({ 'index.html': `<h1>${randomUUID()}</h1>`, 'app.js': `run('${randomUUID()}')` });
const newKey = () => randomBytes(32).toString('hex');

const offer = (person: Person, files: Files, more = {}) =>
  world.as(person)(createSnapshot, { source: { client: 'cli' }, files: manifestOf(files), ...more });

async function finish(person: Person, uploadId: string, files: Files): Promise<Staged> {
  await world.as(person)(sendBlobs, { uploadId }, asZip(blobZip(Object.values(files))));
  return world.as(person)(finalizeUpload, { uploadId });
}

const stage = async (person: Person, files: Files, more = {}) =>
  finish(person, (await offer(person, files, more)).uploadId, files);

const total = async (person: Person) => (await world.as(person)(listSnapshots, {})).total;
const expire = (id: string) =>
  world.app
    .db('snapshots')
    .where({ id })
    .update({ expires_at: new Date(Date.now() - 1000) });

const isWaitingForLock = async () =>
  (
    await world.app
      .db('pg_stat_activity')
      .where('wait_event_type', 'Lock')
      .whereRaw('datname = current_database()')
  ).length > 0;

const uploadsOf = (person: Person) => world.app.db('uploads').where({ owner_id: person.id }).pluck('id');

describe('a folder that is staged for the first time by several clients at once', () => {
  test('gets one link with one version, and the clients one password', async () => {
    const [ada, files, folderKey] = [await world.build.user(), site(), newKey()];
    const offers = await Promise.all(Array.from({ length: 10 }, () => offer(ada, files, { folderKey })));
    expect(new Set(offers.map(({ uploadId }) => uploadId)).size).toBe(1);

    const staged = await Promise.all(offers.map(({ uploadId }) => finish(ada, uploadId, files)));
    expect(new Set(staged.map(({ url, version, password }) => `${url} ${version} ${password}`)).size).toBe(1);
    expect(await total(ada)).toBe(1);
  });

  test('gets one link and one password although files change in between', async () => {
    const [ada, folderKey, before, after] = [await world.build.user(), newKey(), site(), site()];
    const first = await offer(ada, before, { folderKey, name: 'Shop' });
    const second = await offer(ada, after, { folderKey, name: 'Shop', password: 'generate' });
    expect(second).toMatchObject({ snapshotId: first.snapshotId });
    expect(second.uploadId).not.toBe(first.uploadId);

    const one = await finish(ada, first.uploadId, before);
    const two = await finish(ada, second.uploadId, after);
    expect(two).toMatchObject({ url: one.url, version: 2, password: one.password });
    expect(await total(ada)).toBe(1);
  });

  test('is never opened without a password by joining a client that asked for none', async () => {
    const [ada, files, folderKey] = [await world.build.user(), site(), newKey()];
    const open = await offer(ada, files, { folderKey, password: null });
    const protectedOne = await offer(ada, files, { folderKey });
    expect(protectedOne.uploadId).not.toBe(open.uploadId);
    expect((await finish(ada, open.uploadId, files)).password).toBeNull();
    const { url, password, version } = await finish(ada, protectedOne.uploadId, files);
    expect({ url, version, hasPassword: password !== null }).toEqual({
      url: `${world.app.config.appUrl}/s/${open.snapshotId}`,
      version: 2,
      hasPassword: true,
    });
  });
});

describe('a folder that has a link', () => {
  test('is rejected with that link, and nothing is created', async () => {
    const [ada, folderKey] = [await world.build.user(), newKey()];
    const { snapshot } = await stage(ada, site(), { folderKey });
    const before = await uploadsOf(ada);
    await expect(offer(ada, site(), { folderKey })).rejects.toMatchObject({
      status: 409,
      code: 'link_exists',
      link: { snapshotId: snapshot.id, url: snapshot.url },
    });
    expect(await uploadsOf(ada)).toEqual(before);
  });

  test('gets another one when that is requested, and keeps it', async () => {
    const [ada, folderKey] = [await world.build.user(), newKey()];
    const first = await stage(ada, site(), { folderKey });
    const second = await stage(ada, site(), { folderKey, newLink: true });
    expect(second.url).not.toBe(first.url);
    await expect(offer(ada, site(), { folderKey })).rejects.toMatchObject({
      link: { snapshotId: second.snapshot.id },
    });
  });

  test.each([
    ['was deleted', (person: Person, id: string) => world.as(person)(deleteSnapshot, { id })],
    ['has expired', (_person: Person, id: string) => expire(id)],
  ])('that %s gets a new one', async (_what, end) => {
    const [ada, folderKey] = [await world.build.user(), newKey()];
    const { snapshot } = await stage(ada, site(), { folderKey });
    await end(ada, snapshot.id);
    expect((await stage(ada, site(), { folderKey })).snapshot.id).not.toBe(snapshot.id);
  });

  test('has none for another user, even with the same key', async () => {
    const [ada, bob, folderKey] = [await world.build.user(), await world.build.user(), newKey()];
    const files = site();
    const { uploadId, snapshotId } = await offer(ada, files, { folderKey });
    const ofBob = await offer(bob, files, { folderKey });
    expect(ofBob.snapshotId).not.toBe(snapshotId);
    await finish(ada, uploadId, files);
    expect((await finish(bob, ofBob.uploadId, files)).snapshot.id).toBe(ofBob.snapshotId);
  });

  test('shows one version when two clients restage the same files at once', async () => {
    const [ada, folderKey, files] = [await world.build.user(), newKey(), site()];
    const { snapshot } = await stage(ada, site(), { folderKey });
    const restage = { folderKey, snapshotId: snapshot.id };
    const [one, two] = [await offer(ada, files, restage), await offer(ada, files, restage)];
    expect(two.uploadId).toBe(one.uploadId);
    await finish(ada, one.uploadId, files);
    expect((await finish(ada, two.uploadId, files)).version).toBe(2);
  });

  test('stays with clients that send no key, each with a link of its own', async () => {
    const [ada, files] = [await world.build.user(), site()];
    const [one, two] = [await stage(ada, files), await stage(ada, files)];
    expect(two.url).not.toBe(one.url);
  });
});

describe('a request that is repeated with its idempotency key', () => {
  test('returns the same upload, also when it was finalized', async () => {
    const [ada, files, idempotencyKey] = [await world.build.user(), site(), randomUUID()];
    const first = await offer(ada, files, { idempotencyKey, name: 'Shop' });
    expect(await offer(ada, files, { idempotencyKey, name: 'Shop' })).toEqual(first);
    const staged = await finish(ada, first.uploadId, files);

    const { snapshotId } = first;
    const again = await offer(ada, files, { idempotencyKey, snapshotId });
    expect(again).toEqual({ ...first, missing: [] });
    expect(await world.as(ada)(finalizeUpload, { uploadId: again.uploadId })).toMatchObject({
      version: 1,
      password: staged.password,
    });
    expect(await total(ada)).toBe(1);
  });

  test.each([
    ['other files', (): object => ({ files: manifestOf(site()) })],
    ['another name', (): object => ({ name: 'Other' })],
    ['another password', (): object => ({ password: 'open sesame' })],
  ])('but %s is rejected, naming the field', async (_what, change) => {
    const [ada, files, idempotencyKey] = [await world.build.user(), site(), randomUUID()];
    await offer(ada, files, { idempotencyKey, name: 'Shop' });
    const before = await uploadsOf(ada);
    await expect(offer(ada, files, { idempotencyKey, name: 'Shop', ...change() })).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
      field: 'idempotencyKey',
    });
    expect(await uploadsOf(ada)).toEqual(before);
  });

  test.each([
    [
      'shows a newer version',
      async (ada: Person, id: string) => void (await stage(ada, site(), { snapshotId: id })),
    ],
    [
      'was taken back to an older version',
      async (ada: Person, id: string) => void (await world.as(ada)(publishVersion, { id, version: 1 })),
    ],
    ['has expired', (_ada: Person, id: string) => expire(id)],
  ])('is rejected when the link %s meanwhile', async (_what, change) => {
    const [ada, files, idempotencyKey] = [await world.build.user(), site(), randomUUID()];
    const { snapshot } = await stage(ada, site());
    const restage = { snapshotId: snapshot.id, idempotencyKey };
    await stage(ada, files, restage);
    await change(ada, snapshot.id);
    await expect(offer(ada, files, restage)).rejects.toMatchObject({ field: 'idempotencyKey' });
  });

  test('makes an upload of its own for another user', async () => {
    const [ada, bob, files] = [await world.build.user(), await world.build.user(), site()];
    const idempotencyKey = randomUUID();
    const { uploadId } = await offer(ada, files, { idempotencyKey });
    expect((await offer(bob, files, { idempotencyKey })).uploadId).not.toBe(uploadId);
  });
});

test('an upload that is being finalized is reported when that has ended', async () => {
  const [ada, files] = [await world.build.user(), site()];
  const { uploadId, snapshotId } = await offer(ada, files);
  await world.as(ada)(sendBlobs, { uploadId }, asZip(blobZip(Object.values(files))));
  const finalizing = await world.app.db.transaction();
  await finalizing('uploads').where({ id: uploadId }).forUpdate().first('id');
  const reply = world.as(ada)(getUpload, { uploadId });
  await vi.waitUntil(isWaitingForLock);
  await finalizing('uploads').where({ id: uploadId }).update({ finalized_version: 1 });
  await finalizing.commit();
  expect(await reply).toEqual({ uploadId, snapshotId, version: 1, missing: [], finalized: true });
});
