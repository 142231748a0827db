import { randomBytes } from 'node:crypto';
import { me } from '@stagelink/shared/contracts/accounts';
import { cancelSubscription } from '@stagelink/shared/contracts/billing';
import { extendSnapshot, listSnapshots } from '@stagelink/shared/contracts/snapshots';
import {
  createSnapshot,
  finalizeUpload,
  sendBlobs as sendAll,
  uploadSnapshot,
} from '@stagelink/shared/contracts/staging';
import { createToken, listTokens } from '@stagelink/shared/contracts/tokens';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { asZip, blobZip, manifestOf, stage } from '../../testing/stage.ts';
import { type BillingWorld, createBillingWorld, VISA } from '../../testing/stripe/billingWorld.ts';
import { forgeZip } from '../../testing/forgeZip.ts';

let world: BillingWorld;
let ada: Person;
beforeAll(async () => {
  world = await createBillingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  ada = await world.build.user({ isVerified: true });
});

const FILES = { 'index.html': '<!doctype html><title>Shop</title>' };
const MEGABYTE = 1024 * 1024;
const UPGRADE = /Upgrade at https?:\/\/\S+\/pricing\?mode=upgrade\.$/;
const PLAN_LIMIT = { status: 403, code: 'plan_limit', message: expect.stringMatching(UPGRADE) as string };

const SOURCE = { client: 'cli' } as const;
const open = (person: Person, options: { expiresInDays?: number } = {}) =>
  world.as(person)(createSnapshot, { source: SOURCE, files: manifestOf(FILES), ...options });

async function buyPro(person: Person): Promise<void> {
  await world.buy(person, 'upgrade', { number: VISA });
  await world.settle();
}
async function endPro(person: Person): Promise<void> {
  await world.as(person)(cancelSubscription, {});
  world.stripe.advance(40);
  await world.settle();
  expect((await world.as(person)(me, {})).user.canAccessPro).toBe(false);
}
const snapshotsOf = async (person: Person) => (await world.as(person)(listSnapshots, {})).snapshots;

describe('when Pro ends', () => {
  test('snapshots above the limit stay, and a new one names the limit and where to upgrade', async () => {
    await buyPro(ada);
    for (let made = 0; made < 4; made += 1) await stage(world, ada, FILES);
    await endPro(ada);

    expect(await snapshotsOf(ada)).toHaveLength(4);
    await expect(open(ada)).rejects.toMatchObject({
      ...PLAN_LIMIT,
      message: expect.stringContaining('Your plan allows 3 active snapshots and you have 4.') as string,
    });
    expect(await snapshotsOf(ada)).toHaveLength(4);
  });

  test('an upload that began before is rejected, and nothing of it is published', async () => {
    await buyPro(ada);
    for (let made = 0; made < 3; made += 1) await stage(world, ada, FILES);
    const { uploadId } = await open(ada);
    await endPro(ada);

    await expect(world.as(ada)(finalizeUpload, { uploadId })).rejects.toMatchObject(PLAN_LIMIT);
    expect(await snapshotsOf(ada)).toHaveLength(3);
  });

  test('a large snapshot stays, and its restage is rejected, however it is uploaded', async () => {
    const large = { ...FILES, 'video.mp4': randomBytes(21 * MEGABYTE) };
    await buyPro(ada);
    const { snapshot } = await stage(world, ada, large);
    await endPro(ada);

    const offer = { source: SOURCE, snapshotId: snapshot.id, files: manifestOf(large) };
    await expect(world.as(ada)(createSnapshot, offer)).rejects.toMatchObject(PLAN_LIMIT);
    const zip = asZip(
      forgeZip(Object.entries(large).map(([name, data]) => ({ name, data: Buffer.from(data) }))),
    );
    await expect(world.as(ada)(uploadSnapshot, { snapshotId: snapshot.id }, zip)).rejects.toMatchObject({
      status: 413,
      message: expect.stringMatching(UPGRADE) as string,
    });
    expect(await snapshotsOf(ada)).toMatchObject([{ id: snapshot.id, version: 1 }]);
  });

  test('a link stays until its date, and is not extended beyond the days of Free', async () => {
    await buyPro(ada);
    const { snapshot } = await stage(world, ada, FILES, { expiresInDays: 90 });
    await endPro(ada);
    expect((await snapshotsOf(ada))[0]?.expiresAt).toBe(snapshot.expiresAt);

    await expect(world.as(ada)(extendSnapshot, { id: snapshot.id })).rejects.toMatchObject(PLAN_LIMIT);
    expect((await snapshotsOf(ada))[0]?.expiresAt).toBe(snapshot.expiresAt);
    await expect(open(ada, { expiresInDays: 30 })).rejects.toMatchObject(PLAN_LIMIT);
  });

  test('personal access tokens are rejected until Pro returns; those of programs work', async () => {
    const create = () => world.as(ada)(createToken, { description: 'ci' });
    await expect(create()).rejects.toMatchObject(PLAN_LIMIT);
    await buyPro(ada);
    const personal = { ...ada, secret: (await create()).token };
    const program = await world.build.token(ada);
    expect(await snapshotsOf(personal)).toEqual([]);
    await endPro(ada);

    await expect(snapshotsOf(personal)).rejects.toMatchObject(PLAN_LIMIT);
    await expect(open(personal)).rejects.toMatchObject(PLAN_LIMIT);
    expect(await snapshotsOf(program)).toEqual([]);
    await expect(create()).rejects.toMatchObject(PLAN_LIMIT);
    expect((await world.as(ada)(listTokens, {})).pats).toHaveLength(2);

    await buyPro(ada);
    expect(await snapshotsOf(personal)).toEqual([]);
  });
});

test('two stages that race for the last free place: one wins', async () => {
  for (let made = 0; made < 2; made += 1) await stage(world, ada, FILES);
  const [first, second] = await Promise.all([0, 1].map(() => open(ada)));
  const ends = await Promise.allSettled(
    [first, second].map(async (upload) => {
      const { uploadId = '', missing = [] } = upload ?? {};
      if (missing.length > 0)
        await world.as(ada)(sendAll, { uploadId }, asZip(blobZip(Object.values(FILES))));
      return world.as(ada)(finalizeUpload, { uploadId });
    }),
  );
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(ends.find((end) => end.status === 'rejected')?.reason).toMatchObject(PLAN_LIMIT);
  expect(await snapshotsOf(ada)).toHaveLength(3);
});
