import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { getStorage } from '@stagelink/shared/contracts/accounts';
import { PLAN_LIMITS, RATE_LIMITS, UNVERIFIED_STORED_BYTES } from '@stagelink/shared/contracts/limits';
import { deleteSnapshot } from '@stagelink/shared/contracts/snapshots';
import { createSnapshot, sendBlobs, uploadSnapshot } from '@stagelink/shared/contracts/staging';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../platform/config.ts';
import { createMailWorld } from '../../testing/mailWorld.ts';
import { asForm, asZip, blobZip, type Files, manifestOf, sha256Of, stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { type World, worldForTest } from '../../testing/world.ts';

const MB = 1024 * 1024;
const source = { client: 'cli' } as const;

/** Creates a server with paid plans and these limits for Free accounts. */
const freeWorld = (free: Partial<Config['planLimits']['free']> = {}) =>
  worldForTest({
    isSelfHosted: false,
    planLimits: { ...PLAN_LIMITS, free: { ...PLAN_LIMITS.free, ...free } },
  });

const site = (bytes: number): Files => ({ 'index.html': randomBytes(bytes) });

const offer = (world: World, person: Person, files: Files) =>
  world.as(person)(createSnapshot, { source, files: manifestOf(files) });

const offerOf = (world: World, person: Person, bytes: number) =>
  world.as(person)(createSnapshot, {
    source,
    files: [{ path: 'index.html', size: bytes, sha256: sha256Of(randomBytes(16)) }],
  });

const usedBy = async (world: World, person: Person) => (await world.as(person)(getStorage, {})).usedBytes;

/** Sums the sizes of the store's objects. */
async function objectBytes({ app }: World): Promise<number> {
  let bytes = 0;
  for await (const object of app.blobs.keys()) bytes += object.bytes;
  return bytes;
}

const TOO_MUCH = { status: 403, code: 'plan_limit' };

describe('unfinished uploads', () => {
  test('twenty from one Free account reserve no more than its storage, and most are rejected', async () => {
    const world = await freeWorld();
    const ada = await world.build.user();
    const offers = await Promise.allSettled(
      Array.from({ length: 20 }, () => offerOf(world, ada, PLAN_LIMITS.free.snapshotBytes)),
    );
    expect(offers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(offers.find((each) => each.status === 'rejected')?.reason).toMatchObject({
      code: 'rate_limited',
      message: '10 of your uploads are not finished. Finish one, or stage again in 60 seconds.',
    });
    expect(await usedBy(world, ada)).toBeLessThanOrEqual(PLAN_LIMITS.free.storedBytes);
    expect(await world.app.db('uploads').where({ owner_id: ada.id })).toHaveLength(10);
  });

  test('are replaced by a new one once they are old', async () => {
    const world = await freeWorld({ openUploads: 2 });
    const ada = await world.build.user();
    const [first, second] = [await offerOf(world, ada, 10), await offerOf(world, ada, 10)];
    await world.app
      .db('uploads')
      .where({ id: first.uploadId })
      .update({ created_at: new Date(Date.now() - 61_000) });
    const third = await offerOf(world, ada, 10);
    const left: string[] = await world.app.db('uploads').where({ owner_id: ada.id }).pluck('id');
    expect(left.toSorted()).toEqual([second.uploadId, third.uploadId].toSorted());
    await expect(offerOf(world, ada, 10)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('accept no archive that unpacks to far more than was sent', async () => {
    const world = await freeWorld();
    const ada = await world.build.user();
    const bomb = Buffer.alloc(15 * MB);
    const { uploadId } = await offer(world, ada, { 'index.html': bomb });
    await expect(world.as(ada)(sendBlobs, { uploadId }, asZip(blobZip([bomb])))).rejects.toMatchObject({
      code: 'invalid_archive',
      message: expect.stringContaining('unpacks to more than 100 times its size') as string,
    });
    expect(await objectBytes(world)).toBe(0);
  });
});

describe('an account’s storage', () => {
  test('has a limit that counts each file once, and deleting frees it', async () => {
    const world = await freeWorld({ storedBytes: 2500 });
    const ada = await world.build.user();
    const files = site(1000);
    const { snapshot } = await stage(world, ada, files);
    await stage(world, ada, files);
    await stage(world, ada, { ...files, 'more.txt': randomBytes(1000) }, { snapshotId: snapshot.id });
    expect(await world.as(ada)(getStorage, {})).toEqual({ usedBytes: 2000, maxBytes: 2500 });

    await expect(offer(world, ada, site(501))).rejects.toMatchObject(TOO_MUCH);
    await expect(
      world.as(ada)(createSnapshot, {
        source,
        snapshotId: snapshot.id,
        files: manifestOf(site(501)),
      }),
    ).rejects.toMatchObject(TOO_MUCH);
    expect(await world.app.db('uploads').whereNull('finalized_version')).toEqual([]);
    await world.as(ada)(deleteSnapshot, { id: snapshot.id });
    await stage(world, ada, site(501));
  });

  test('counts uploads in progress, so that simultaneous ones cannot exceed it', async () => {
    const world = await freeWorld({ storedBytes: 2500 });
    const ada = await world.build.user();
    const offers = await Promise.allSettled(Array.from({ length: 5 }, () => offerOf(world, ada, 1000)));
    expect(offers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await usedBy(world, ada)).toBe(2000);
  });

  test('is smaller until the address is verified, where the server can verify it', async () => {
    const world = await createMailWorld();
    onTestFinished(() => world.close());
    const [ada, bob] = [await world.build.user(), await world.build.user({ isVerified: true })];
    await expect(offerOf(world, ada, UNVERIFIED_STORED_BYTES + 1)).rejects.toMatchObject({
      code: 'plan_limit',
      message: expect.stringContaining('Confirm your email address') as string,
    });
    await offerOf(world, ada, UNVERIFIED_STORED_BYTES);
    await offerOf(world, bob, UNVERIFIED_STORED_BYTES + 1);
  });
});

describe('new files', () => {
  const inKilobytes = (points: number) => ({ points, seconds: 24 * 3600 });

  /** Stages so many kilobytes and deletes them. Returns `ok`, or why they were refused. */
  async function stageAndDelete(world: World, person: Person, kilobytes: number): Promise<string> {
    try {
      const { snapshot } = await stage(world, person, site(kilobytes * 1024));
      await world.as(person)(deleteSnapshot, { id: snapshot.id });
      return 'ok';
    } catch (refusal) {
      const { code, message } = refusal as { code: string; message: string };
      return `${code}: ${message}`;
    }
  }

  test('have a daily limit of the account and of the address, however much is deleted', async () => {
    const world = await createMailWorld({
      rateLimits: {
        ...RATE_LIMITS,
        newKilobytesUnverified: inKilobytes(5),
        newKilobytesOfAddress: inKilobytes(8),
      },
    });
    onTestFinished(() => world.close());
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    expect(await stageAndDelete(world, ada, 2)).toBe('ok');
    expect(await stageAndDelete(world, ada, 2)).toBe('ok');
    expect(await stageAndDelete(world, ada, 2)).toBe(
      'rate_limited: These files would exceed 5 kB of new files a day, deleted ones included. Try again in 24 hours. Confirm your email address in your settings to send more.',
    );
    expect(await usedBy(world, ada)).toBe(0);
    // What was refused took nothing of the limit.
    expect(await stageAndDelete(world, ada, 1)).toBe('ok');
    expect(await stageAndDelete(world, bob, 3)).toBe('ok');
    expect(await stageAndDelete(world, bob, 1)).toMatch(/from your network/);
    expect(await world.app.db('uploads').whereNull('finalized_version')).toEqual([]);
  });

  test('count in one request as well, each file once, and those that stay count no more', async () => {
    const strict = await worldForTest({
      isSelfHosted: false,
      rateLimits: { ...RATE_LIMITS, newKilobytesFree: inKilobytes(3) },
    });
    const ada = await strict.build.user();
    const files = { ...site(2000), 'twin.txt': 'x' };
    const send = (more: Files) => strict.as(ada)(uploadSnapshot, {}, asForm({ ...files, ...more }));
    const { id: snapshotId } = (await send({ 'more.txt': 'x' })).snapshot;
    const again = await strict.as(ada)(uploadSnapshot, { snapshotId }, asForm(files));
    expect(again.snapshot.id).toBe(snapshotId);
    await expect(send(site(2000))).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('Upgrade at') as string,
    });
    expect(await objectBytes(strict)).toBeLessThan(2 * 2100);
  });

  test('and those that are stored already have a daily number, because each is a row', async () => {
    const strict = await worldForTest({
      isSelfHosted: false,
      rateLimits: { ...RATE_LIMITS, stagedFilesFree: inKilobytes(7) },
    });
    const ada = await strict.build.user();
    const files: Files = { ...site(10), 'a.txt': 'a', 'b.txt': 'b' };
    const { snapshot } = await stage(strict, ada, files);
    await strict.as(ada)(uploadSnapshot, { snapshotId: snapshot.id }, asForm(files));
    const refusal = {
      code: 'rate_limited',
      message: expect.stringMatching(
        /^These files would exceed 7 staged files a day\. .* Upgrade at /,
      ) as string,
    };
    await expect(stage(strict, ada, files)).rejects.toMatchObject(refusal);
    await expect(strict.as(ada)(uploadSnapshot, {}, asForm(files))).rejects.toMatchObject(refusal);
    await stage(strict, ada, site(10));
  });

  test('of a plan that is paid for are limited by the account only', async () => {
    const world = await worldForTest({
      isSelfHosted: true,
      rateLimits: { ...RATE_LIMITS, newKilobytesPro: inKilobytes(5), newKilobytesOfAddress: inKilobytes(1) },
    });
    const ada = await world.build.user();
    expect(await stageAndDelete(world, ada, 4)).toBe('ok');
    expect(await stageAndDelete(world, ada, 4)).toMatch(/^rate_limited: .* Try again in 24 hours\.$/);
  });
});

describe('an upload of one request', () => {
  const upload = (world: World, person: Person, files: Files) =>
    world.as(person)(uploadSnapshot, {}, asForm(files));

  test.each([
    ['past the limit of its account', { 'index.html': randomBytes(3000) }, TOO_MUCH],
    [
      'with a path that is refused, after files that are fine',
      { 'index.html': randomBytes(1000), '../up.html': 'x' },
      { code: 'invalid_manifest' },
    ],
  ])('%s leaves nothing', async (_what, files, refusal) => {
    const world = await freeWorld({ storedBytes: 2500 });
    const ada = await world.build.user();
    await expect(upload(world, ada, files)).rejects.toMatchObject(refusal);
    expect(await objectBytes(world)).toBe(0);
    for (const table of ['uploads', 'snapshots', 'blobs', 'packs']) {
      expect(await world.app.db(table)).toEqual([]);
    }
  });

  test('that is killed is counted for an hour only', async () => {
    const world = await freeWorld();
    const ada = await world.build.user();
    const request = httpRequest({
      host: '127.0.0.1',
      port: world.port,
      method: 'POST',
      path: '/api/snapshots/upload',
      headers: { Authorization: `Bearer ${ada.secret}`, 'Content-Type': 'application/zip' },
    });
    request.on('error', () => undefined);
    onTestFinished(() => void request.destroy());
    request.write(Buffer.from('PK\u0003\u0004'));
    const rows = (): Promise<{ expires_at: Date }[]> => world.app.db('uploads');
    await expect.poll(rows, { timeout: 20_000 }).toHaveLength(1);
    const [row] = await rows();
    expect(row?.expires_at.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000);
  });
});
