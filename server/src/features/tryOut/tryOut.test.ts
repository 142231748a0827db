import { randomBytes, randomUUID } from 'node:crypto';
import { devLogin, forgotPassword, login } from '@stagelink/shared/contracts/accounts';
import { deactivateUser, deleteUser, listUsers } from '@stagelink/shared/contracts/admin';
import { listComments } from '@stagelink/shared/contracts/comments';
import { subscribe } from '@stagelink/shared/contracts/follows';
import {
  PLAN_LIMITS,
  RATE_LIMITS,
  UNCLAIMED_HOURS,
  UNCLAIMED_STORED_BYTES,
} from '@stagelink/shared/contracts/limits';
import {
  deleteSnapshot,
  getSummary,
  listSnapshots,
  viewSnapshot,
} from '@stagelink/shared/contracts/snapshots';
import * as api from '@stagelink/shared/contracts/tryOut';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantSuperadmin } from '../admin/superadmins.ts';
import { removeExpired, warnOfExpiry } from '../snapshots/expiry.ts';
import { UNCLAIMED_OWNER } from '../identity/accounts/unclaimed.ts';
import { createComment } from '../../testing/comments.ts';
import { forgeZip } from '../../testing/forgeZip.ts';
import { HOSTILE_ZIPS } from '../../testing/hostileZips.ts';
import { locatorOf } from '../../testing/locators.ts';
import { asForm, asZip, type Files, sha256Of, stage } from '../../testing/stage.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ isSelfHosted: false, trustedProxies: 1, devLogin: true });
});
afterAll(() => world.close());

let addresses = 0;
const newAddress = () => `198.51.100.${(addresses += 1)}`;
const site = (): Files => ({ 'index.html': `<h1>${randomUUID()}</h1>`, 'app.js': 'run()' });
const zipOf = (files: Files) =>
  forgeZip(Object.entries(files).map(([name, data]) => ({ name, data, deflate: true })));

/** Sends a body as `curl` does, from an address of its own. */
async function post(
  body: { type: string; body: Buffer },
  { at = world, from = newAddress(), name = '', key = '' } = {},
) {
  const answer = await at.fetch({
    method: 'POST',
    path: `/api/try${name === '' ? '' : `?name=${encodeURIComponent(name)}`}`,
    headers: {
      'Content-Type': body.type,
      'X-Forwarded-For': from,
      ...(key !== '' && { 'Idempotency-Key': key }),
    },
    body: body.body,
  });
  return { status: answer.status, body: JSON.parse(answer.body.toString()) as Record<string, string> };
}

interface Tried {
  id: string;
  secret: string;
  expiresAt: Date;
}

async function tryOut(files = site(), about = {}): Promise<Tried> {
  const { status, body } = await post(asForm(files), about);
  expect(status).toBe(201);
  const { url = '', claimUrl = '', expiresAt = '' } = body;
  expect(url).toMatch(/^http:\/\/localhost:4600\/s\/[a-z0-9]{16}$/);
  const [, secret = ''] = /^http:\/\/localhost:4600\/claim#(\S{43})$/.exec(claimUrl) ?? [];
  return { id: url.split('/').at(-1) ?? '', secret, expiresAt: new Date(expiresAt) };
}

/** What is stored for visitors. */
const remains = async () => {
  const owned = ['snapshots', 'uploads', 'snapshot_blobs'].map((table) =>
    world.app.db(table).where({ owner_id: UNCLAIMED_OWNER.id }).count('* as count'),
  );
  return (await Promise.all([...owned, world.app.db('claims').count('* as count')])).flat();
};
const ENDED = {
  status: 410,
  message: 'This claim link was used already or its snapshot has ended. Stage again for a new link.',
};

test.each([
  ['the files of a folder', () => asForm(site())],
  ['a form with a zip', () => asForm({ 'site.zip': zipOf(site()) })],
  ['a zip', () => asZip(zipOf(site()))],
])('%s become a live link for a day, with a secret that is stored as a hash', async (_, body) => {
  const { status, body: reply } = await post(body(), { name: 'Shop' });
  expect(status).toBe(201);
  const { snapshot } = await world.as(null)(viewSnapshot, { id: reply['url']?.split('/').at(-1) ?? '' });
  expect(snapshot).toMatchObject({
    name: 'Shop',
    public: true,
    isUnclaimed: true,
    isOwner: false,
    ownerUid: null,
    ownerName: null,
    canComment: true,
    expiresAt: reply['expiresAt'],
  });
  expect(snapshot.files.map(({ name }) => name)).toEqual(['index.html', 'app.js']);
  const hours = (Date.parse(snapshot.expiresAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(UNCLAIMED_HOURS - 0.1);
  expect(hours).toBeLessThanOrEqual(UNCLAIMED_HOURS);
  const secret = reply['claimUrl']?.split('#')[1] ?? '';
  const rows: unknown[] = await world.app.db('claims');
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('an upload with a key is staged once, however often it is sent, and counted once', async () => {
  const own = await worldForTest({ rateLimits: RATE_LIMITS, trustedProxies: 1 });
  const [files, key, from] = [site(), randomUUID(), newAddress()];
  const first = await post(asForm(files), { at: own, key, from, name: 'Shop' });
  expect(first.status).toBe(201);
  for (let sent = 1; sent < RATE_LIMITS.tryOut.points; sent += 1) await tryOut(site(), { at: own, from });
  expect(await post(asForm(files), { at: own, key, from, name: 'Shop' })).toEqual(first);
  // Another network, as after a change of the connection.
  expect(await post(asZip(zipOf(files)), { at: own, key, name: 'Shop' })).toEqual(first);
  expect((await post(asForm(site()), { at: own, from })).status).toBe(429);
  const secret = first.body['claimUrl']?.split('#')[1] ?? '';
  const { snapshot } = await own.as(null)(api.readClaim, { secret });
  expect(snapshot.url).toBe(first.body['url']);
});

test('an upload with a key that is sent several times at the same moment is staged once', async () => {
  const [files, key] = [site(), randomUUID()];
  const all = await Promise.all([1, 2, 3].map(() => post(asForm(files), { key })));
  expect(all).toEqual([all[0], all[0], all[0]]);
  expect(all[0]?.status).toBe(201);
});

test('a key says nothing about another upload, and one that others could guess is refused', async () => {
  const key = randomUUID();
  await tryOut(site(), { key });
  const other = await post(asForm(site()), { key });
  expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(JSON.stringify(other.body)).not.toMatch(/\/s\/|claim/);
  const before = await remains();
  expect(await post(asForm(site()), { key: 'shop-1' })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/at least 32 characters/) as string },
  });
  expect(await remains()).toEqual(before);
});

test('one address stages a few times a day, an IPv6 network is one address, and others go on', async () => {
  const own = await worldForTest({ rateLimits: RATE_LIMITS, trustedProxies: 1 });
  const { points } = RATE_LIMITS.tryOut;
  for (const network of ['203.0.113.7', '2001:db8:1:2']) {
    for (let sent = 0; sent < points; sent += 1)
      await tryOut(site(), { at: own, from: network.includes(':') ? `${network}::${sent + 1}` : network });
    const from = network.includes(':') ? `${network}:ffff::1` : network;
    const { status, body } = await post(asForm(site()), { at: own, from });
    expect(status).toBe(429);
    expect(body['message']).toBe(
      'You can stage 5 times a day without an account. Sign up to stage more, or try again in 24 hours.',
    );
  }
  await tryOut(site(), { at: own, from: '2001:db8:1:3::1' });
});

test('uploads that are refused take none of the address’s snapshots, and have a limit of their own', async () => {
  const own = await worldForTest({
    rateLimits: { ...RATE_LIMITS, tryOutUpload: { points: 12, seconds: 3600 } },
    trustedProxies: 1,
  });
  const from = '203.0.113.7';
  const damaged = asZip(Buffer.from('PK\u0003\u0004 and nothing else'));
  for (let sent = 0; sent < 6; sent += 1) expect((await post(damaged, { at: own, from })).status).toBe(422);
  for (let sent = 0; sent < RATE_LIMITS.tryOut.points; sent += 1) await tryOut(site(), { at: own, from });
  expect((await post(asForm(site()), { at: own, from })).body['message']).toMatch(/^You can stage 5 times/);
  expect((await post(damaged, { at: own, from })).body['message']).toMatch(/^Too many attempts/);
});

test('while less than half of the room is left, a site stages once a day, so that a flood leaves room for others', async () => {
  const own = await worldForTest({ rateLimits: RATE_LIMITS, trustedProxies: 1 });
  const files = site();
  await tryOut(files, { at: own, from: '2001:db8:1:1::1' });
  await own.app
    .db('blobs')
    .where({ sha256: Buffer.from(sha256Of(files['index.html'] ?? ''), 'hex') })
    .update({ size: UNCLAIMED_STORED_BYTES / 2 });
  const { status, body } = await post(asForm(site()), { at: own, from: '2001:db8:1:2::1' });
  expect(status).toBe(429);
  expect(body['message']).toMatch(/^There is little room .* Sign up to stage/);
  await tryOut(site(), { at: own, from: '2001:db8:2:1::1' });
  expect((await post(asForm(site()), { at: own, from: '2001:db8:2:2::1' })).status).toBe(429);
});

test('while less than half of the samples of a day are left, a site gets one', async () => {
  const trySampleTotal = { points: 4, seconds: 86_400 };
  const own = await worldForTest({ rateLimits: { ...RATE_LIMITS, trySampleTotal }, trustedProxies: 1 });
  const sampleFor = async (from: string) =>
    (await own.fetch({ method: 'POST', path: '/api/try/sample', headers: { 'X-Forwarded-For': from } }))
      .status;
  for (let at = 0; at < 3; at += 1) expect(await sampleFor('203.0.113.7')).toBe(201);
  expect(await sampleFor('203.0.113.7')).toBe(429);
  expect(await sampleFor('203.0.113.8')).toBe(201);
  expect(await sampleFor('203.0.113.9')).toBe(429);
});

test('an address gets a number of samples a day; each is its own, with comments, in no figure and no claim', async () => {
  const own = await worldForTest({
    rateLimits: { ...RATE_LIMITS, trySample: { points: 2, seconds: 86_400 } },
  });
  const [first, second] = [await own.as(null)(api.trySample, {}), await own.as(null)(api.trySample, {})];
  expect(first.url).not.toBe(second.url);
  const hours = (Date.parse(first.expiresAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(UNCLAIMED_HOURS - 0.1);
  expect(hours).toBeLessThanOrEqual(UNCLAIMED_HOURS);
  const id = first.url.split('/').at(-1) ?? '';
  const { comments } = await own.as(null)(listComments, { id });
  expect(comments.map(({ pinNumber }) => pinNumber)).toEqual([3, 2, 1]);
  expect(await own.app.db('claims')).toEqual([]);
  expect(await own.app.db('analytics_events')).toEqual([]);
  await expect(own.as(null)(api.trySample, {})).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await own.app.db('snapshots').count('* as count')).toEqual([{ count: 2 }]);
});

test('all addresses together get a number of samples a day', async () => {
  const trySampleTotal = { points: 1, seconds: 86_400 };
  const own = await worldForTest({ rateLimits: { ...RATE_LIMITS, trySampleTotal } });
  await own.as(null)(api.trySample, {});
  await expect(own.as(null)(api.trySample, {})).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await own.app.db('snapshots').count('* as count')).toEqual([{ count: 1 }]);
});

test('all visitors together send a number of bytes a day', async () => {
  const newKilobytesTryOut = { points: 3, seconds: 86_400 };
  const own = await worldForTest({ rateLimits: { ...RATE_LIMITS, newKilobytesTryOut }, trustedProxies: 1 });
  const large = () => ({ 'index.html': randomBytes(2000) });
  await tryOut(large(), { at: own, from: '203.0.113.1' });
  const { status, body } = await post(asForm(large()), { at: own, from: '203.0.113.2' });
  expect(status).toBe(429);
  expect(body['message']).toMatch(/Try again in 24 hours\. Sign up to stage\.$/);
});

test('has the size limit of Free, also where every account has Pro', async () => {
  const own = await worldForTest({ isSelfHosted: true });
  const large = { ...site(), 'video.mp4': randomBytes(PLAN_LIMITS.free.snapshotBytes) };
  const { status, body } = await post(asForm(large), { at: own });
  expect(status).toBe(413);
  expect(body['message']).toBe(
    'These files are larger than 20 MB, the maximum for a snapshot without an account.',
  );
  expect(await own.app.db('snapshots')).toEqual([]);
  expect(await own.app.db('claims')).toEqual([]);
});

test('all unclaimed snapshots together have a storage limit, and the error says what to do', async () => {
  const files = site();
  await tryOut(files);
  const stored = world.app
    .db('blobs')
    .where({ sha256: Buffer.from(sha256Of(files['index.html'] ?? ''), 'hex') });
  await stored.clone().update({ size: UNCLAIMED_STORED_BYTES });
  const before = await remains();
  const { status, body } = await post(asForm(site()));
  await stored.clone().update({ size: 10 });
  expect(status).toBe(507);
  expect(body['message']).toMatch(/Sign up to stage, or try again tomorrow\.$/);
  expect(await remains()).toEqual(before);
});

test.each(HOSTILE_ZIPS.map(({ what, zip }) => [what, zip] as const))(
  'refuses %s and keeps nothing of it',
  async (_, zip) => {
    const before = await remains();
    const { status, body } = await post(asZip(zip()));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body['message']).toMatch(/\.$/);
    expect(await remains()).toEqual(before);
  },
);

test('what is neither a zip nor a form, and a form without files, is refused in a sentence', async () => {
  const json = await post({ type: 'application/json', body: Buffer.from('{}') });
  expect([json.status, json.body['message']]).toEqual([
    415,
    'Send a zip as application/zip, or the files as multipart/form-data.',
  ]);
  const empty = await post(asForm({}));
  expect([empty.status, empty.body['message']]).toEqual([422, 'It contains no files to stage.']);
});

test('its account cannot be signed in to, warned, notified or counted', async () => {
  const { id } = await tryOut();
  await createComment(world.as(null), id, { text: 'Nice' });
  await world.drainJobs();
  const { email } = UNCLAIMED_OWNER;
  await expect(world.as(null)(login, { email, password: 'correct horse' })).rejects.toMatchObject({
    status: 401,
  });
  await expect(world.as(null)(forgotPassword, { email })).rejects.toMatchObject({ status: 400 });
  await expect(world.as(null)(devLogin, { uid: UNCLAIMED_OWNER.id })).rejects.toMatchObject({ status: 401 });
  await warnOfExpiry(world.app, new Date(Date.now() + 20 * 3_600_000));
  const { db } = world.app;
  expect(await db('sessions').where({ user_id: UNCLAIMED_OWNER.id })).toEqual([]);
  expect(await db('notifications').where({ user_id: UNCLAIMED_OWNER.id })).toEqual([]);
  expect(await db('analytics_events').where({ user_id: UNCLAIMED_OWNER.id })).toEqual([]);
});

test('its account is in no list of superadmins, and none of them can delete it', async () => {
  await tryOut();
  const root = await world.build.user({ isVerified: true });
  await grantSuperadmin(world.app.db, root.email);
  const { users, total } = await world.as(root)(listUsers, { limit: 100 });
  expect(users.map(({ uid }) => uid)).not.toContain(UNCLAIMED_OWNER.id);
  expect(total).toBe(users.length);
  const uid = UNCLAIMED_OWNER.id;
  for (const act of [deactivateUser, deleteUser])
    await expect(world.as(root)(act, { uid })).rejects.toMatchObject({ status: 404 });
});

test('is deleted with its files when its day is over', async () => {
  const { id, secret, expiresAt } = await tryOut();
  await removeExpired(world.app, new Date(expiresAt.getTime() - 1000));
  await world.as(null)(viewSnapshot, { id });
  await world.app
    .db('snapshots')
    .where({ id })
    .update({ expires_at: new Date(Date.now() - 1) });
  await expect(world.as(null)(viewSnapshot, { id })).rejects.toMatchObject({ status: 410 });
  await expect(world.as(null)(api.readClaim, { secret })).rejects.toMatchObject(ENDED);
  await removeExpired(world.app);
  expect(await world.app.db('snapshots').where({ id })).toEqual([]);
  await expect(world.as(null)(api.readClaim, { secret })).rejects.toMatchObject(ENDED);
});

test('a claim moves it into the account with its comments, pins and follows, at the same link', async () => {
  const [ada, bob] = [await world.build.user({ name: 'Ada' }), await world.build.user()];
  const { id, secret } = await tryOut();
  await createComment(world.as(null), id, { text: 'Here', locator: locatorOf('#save') });
  await world.as(bob)(subscribe, { id });
  expect(await world.as(null)(api.readClaim, { secret })).toMatchObject({ snapshot: { id } });

  const { snapshot } = await world.as(ada)(api.claimSnapshot, { secret });
  expect(snapshot).toMatchObject({ id, url: `http://localhost:4600/s/${id}` });
  const days = (Date.parse(snapshot.expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(PLAN_LIMITS.free.defaultExpiryDays, 2);

  expect((await world.as(ada)(listSnapshots, {})).snapshots).toMatchObject([
    { id, commentCount: 1, following: null, fileCount: 2 },
  ]);
  expect((await world.as(ada)(getSummary, {})).quickStats.activeSnapshots).toBe(1);
  const { comments } = await world.as(null)(listComments, { id });
  expect(comments).toMatchObject([{ text: 'Here', pinNumber: 1, isOwner: false }]);
  expect(await world.app.db('follows').where({ snapshot_id: id }).pluck('user_id')).toEqual(
    expect.arrayContaining([ada.id, bob.id]),
  );
  const view = await world.as(null)(viewSnapshot, { id });
  expect(view.snapshot).toMatchObject({ isUnclaimed: false, ownerName: 'Ada' });
  // Its files are the account's: the next version reuses them.
  await stage(world, ada, site(), { snapshotId: id });
  await world.as(ada)(deleteSnapshot, { id });
});

test('a claim link works once, also when it is used by several at the same time', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => world.build.user()));
  const { id, secret } = await tryOut();
  const claims = await Promise.allSettled(
    people.map((person) => world.as(person)(api.claimSnapshot, { secret })),
  );
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const reasons = claims.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  expect(reasons).toMatchObject(people.slice(1).map(() => ENDED));
  const lists = await Promise.all(people.map((person) => world.as(person)(listSnapshots, {})));
  expect(lists.flatMap(({ snapshots }) => snapshots).map((each) => each.id)).toEqual([id]);
  await expect(world.as(null)(api.readClaim, { secret })).rejects.toMatchObject(ENDED);
});

test('a full plan is named, and the link can be claimed later', async () => {
  const ada = await world.build.user();
  const most = PLAN_LIMITS.free.activeSnapshots;
  const own = [];
  for (let made = 0; made < most; made += 1) own.push(await stage(world, ada, site()));
  const { id, secret } = await tryOut();
  await expect(world.as(ada)(api.claimSnapshot, { secret })).rejects.toMatchObject({
    status: 403,
    code: 'plan_limit',
    message: expect.stringContaining('Your plan allows 3 active snapshots and you have 3.') as string,
  });
  expect((await world.as(null)(viewSnapshot, { id })).snapshot.isUnclaimed).toBe(true);
  await world.as(ada)(deleteSnapshot, { id: own[0]?.snapshot.id ?? '' });
  await world.as(ada)(api.claimSnapshot, { secret });
});

test('an invented secret claims nothing', async () => {
  const ada = await world.build.user();
  const secret = randomBytes(32).toString('base64url');
  await expect(world.as(ada)(api.claimSnapshot, { secret })).rejects.toMatchObject(ENDED);
});

test('a server can switch it off', async () => {
  const own = await worldForTest({ tryWithoutAccount: false });
  expect(await own.as(null)(api.getTryOut, {})).toMatchObject({ isOffered: false });
  const { status } = await post(asForm(site()), { at: own });
  expect(status).toBe(404);
  await expect(own.as(null)(api.trySample, {})).rejects.toMatchObject({ code: 'not_found' });
  expect(await own.app.db('users')).toEqual([]);
  expect(await world.as(null)(api.getTryOut, {})).toEqual({
    isOffered: true,
    snapshotBytes: PLAN_LIMITS.free.snapshotBytes,
  });
});
