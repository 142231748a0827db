import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveEvent, snapshotChannel } from '../../platform/live/events.ts';
import { broadcast, publish } from '../../platform/live/publish.ts';
import { createSite } from '../../testing/site.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { SiteFile, Sites } from './sites.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Waits until this process has received every message sent so far: Postgres delivers them in order. */
async function receiveNotices(): Promise<void> {
  const last = randomUUID().replaceAll('-', '').slice(0, 20);
  const received = new Promise<void>((resolve) => {
    world.app.listener.on('notice', (notice) => {
      if (notice.channel === null && 'snapshotId' in notice.announcement)
        if (notice.announcement.snapshotId === last) resolve();
    });
  });
  await world.app.db.transaction((tx) => broadcast(tx, { type: 'access_changed', snapshotId: last }));
  await received;
}

async function twoSites() {
  const [busy, other] = [
    await createSite(world, { 'a.html': 'a' }),
    await createSite(world, { 'b.html': 'b' }),
  ];
  await receiveNotices();
  return { sites: new Sites(world.app), busy, other };
}

async function happens(snapshotId: string, event: LiveEvent): Promise<void> {
  await world.app.db.transaction((tx) => publish(tx, [snapshotChannel(snapshotId)], event));
  await receiveNotices();
}

test.each([
  { type: 'comment_created', commentId: randomUUID() },
  { type: 'comment_updated', commentId: randomUUID() },
  { type: 'comment_deleted', commentId: randomUUID() },
  { type: 'subscription_created', subscriptionId: randomUUID() },
  { type: 'subscription_cancelled', subscriptionId: randomUUID() },
  { type: 'findings_changed', version: 1 },
] as const)('a $type event keeps the site cached', async (event) => {
  const { sites, busy } = await twoSites();
  await sites.load(busy.label);
  await happens(busy.id, { ...event, snapshotId: busy.id });
  expect(sites.known(busy.label)?.snapshotId).toBe(busy.id);
});

test('an event for the owner only, such as a pending comment, keeps the site cached', async () => {
  const { sites, busy } = await twoSites();
  await sites.load(busy.label);
  await world.app.db.transaction((tx) => broadcast(tx, { type: 'owner_only', snapshotId: busy.id, seq: 1 }));
  await receiveNotices();
  expect(sites.known(busy.label)?.snapshotId).toBe(busy.id);
});

test('a new version, a new expiry and changed access invalidate the site', async () => {
  const { sites, busy, other } = await twoSites();
  await sites.load(other.label);
  const expiresAt = new Date(Date.now() + 1000).toISOString();
  for (const event of [
    { type: 'snapshot_finalized', snapshotId: busy.id, version: 2 },
    { type: 'snapshot_extended', snapshotId: busy.id, expiresAt },
  ] as const) {
    await sites.load(busy.label);
    expect(sites.known(busy.label)).toBeDefined();
    await happens(busy.id, event);
    expect(sites.known(busy.label)).toBeUndefined();
  }
  await sites.load(busy.label);
  await world.app.db.transaction((tx) => broadcast(tx, { type: 'access_changed', snapshotId: busy.id }));
  await receiveNotices();
  expect(sites.known(busy.label)).toBeUndefined();
  expect(sites.known(other.label)).toBeDefined();
});

test('a change while sites are read keeps only that snapshot’s site from being cached', async () => {
  const { sites, busy, other } = await twoSites();
  const loads = [sites.load(busy.label), sites.load(other.label)];
  sites.invalidate(busy.id);
  const again = sites.load(other.label);
  expect((await Promise.all([...loads, again])).map((site) => site?.snapshotId)).toEqual([
    busy.id,
    other.id,
    other.id,
  ]);
  expect(sites.known(busy.label)).toBeUndefined();
  expect(sites.known(other.label)?.snapshotId).toBe(other.id);
});

test('a request after a change does not get what was read before it', async () => {
  const { sites, busy } = await twoSites();
  const before = sites.load(busy.label);
  sites.invalidate(busy.id);
  const after = sites.load(busy.label);
  expect(after).not.toBe(before);
  await Promise.all([before, after]);
  expect(sites.known(busy.label)?.snapshotId).toBe(busy.id);
});

test.each([
  [true, true, 'private, max-age=31536000, immutable'],
  [true, false, 'private, no-cache'],
  [false, true, 'max-age=31536000, immutable'],
  [false, false, 'no-cache'],
])('a file that is private (%s) and immutable (%s) is cached as “%s”', (isPrivate, isImmutable, caching) => {
  const file = new SiteFile({ path: 'a.js', size: 1, sha256: '0' }, { isPrivate, isImmutable });
  expect(file.cacheControl).toBe(caching);
});
