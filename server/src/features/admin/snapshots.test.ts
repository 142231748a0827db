import * as api from '@stagelink/shared/contracts/admin';
import { listNotifications } from '@stagelink/shared/contracts/notifications';
import { extendSnapshot, viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNREACHABLE_STRIPE } from '../../testing/stripe/unreachable.ts';
import { UNCLAIMED_OWNER } from '../identity/accounts/unclaimed.ts';
import type { Person } from '../../testing/builders.ts';
import { follow } from '../../testing/live.ts';
import { stage } from '../../testing/stage.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { grantSuperadmin } from './superadmins.ts';

let world: World;
let root: Person;
beforeAll(async () => {
  world = await createWorld({ isSelfHosted: false, billing: UNREACHABLE_STRIPE });
  root = await world.build.user({ name: 'Root', isVerified: true });
  await grantSuperadmin(world.app.db, root.email);
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const list = (query: { q?: string; owner?: string; status?: 'active' | 'expired' | 'unclaimed' }) =>
  world.as(root)(api.listAllSnapshots, query);

describe('the list of snapshots', () => {
  test('has those of one owner, by name, owner and id, without their passwords', async () => {
    const ada = await world.build.user({ name: 'Ada' });
    const { snapshot } = await stage(
      world,
      ada,
      { 'index.html': 'hello', 'a.css': '' },
      { password: 'open sesame', name: 'Shop 50%' },
    );
    const old = await world.build.snapshot(ada, { daysLeft: -1 });
    expect(await list({ owner: ada.id })).toMatchObject({ total: 2 });
    expect(await list({ owner: ada.id, status: 'expired' })).toMatchObject({
      snapshots: [{ id: old, public: true }],
      total: 1,
    });
    for (const q of ['50%', snapshot.id]) {
      const { snapshots } = await list({ q });
      expect(snapshots).toEqual([
        {
          id: snapshot.id,
          name: 'Shop 50%',
          ownerUid: ada.id,
          ownerName: 'Ada',
          ownerEmail: ada.email,
          createdAt: snapshot.createdAt,
          expiresAt: snapshot.expiresAt,
          totalBytes: 5,
          files: [
            { name: 'index.html', size: 5, type: 'text/html; charset=utf-8' },
            { name: 'a.css', size: 0, type: 'text/css; charset=utf-8' },
          ],
          fileCount: 2,
          protected: true,
          public: false,
          unclaimed: false,
        },
      ]);
    }
  });
});

describe('extending the snapshot of another account', () => {
  const extend = (by: Person, id: string) => world.as(by)(extendSnapshot, { id });
  const daysLeft = (iso: string) => (Date.parse(iso) - Date.now()) / DAY_MS;

  test('adds seven days beyond the owner’s plan, at most ninety from now, and shows no password', async () => {
    const ada = await world.build.user();
    const { snapshot } = await stage(world, ada, { 'index.html': 'x' }, { password: 'open sesame' });
    const { snapshot: extended } = await extend(root, snapshot.id);
    expect(daysLeft(extended.expiresAt)).toBeCloseTo(14, 1);
    expect(extended.password).toBeNull();
    for (let n = 0; n < 10; n += 1) await extend(root, snapshot.id);
    expect(daysLeft((await extend(root, snapshot.id)).snapshot.expiresAt)).toBeCloseTo(90, 1);
    await expect(extend(root, snapshot.id)).rejects.toMatchObject({
      message: 'A link lasts at most 90 days from now, and this one already does.',
    });
    const logged = await world.app.db('admin_actions').where({ target_id: snapshot.id });
    expect(logged).toHaveLength(12);
  });

  test('is only for superadmins with a session', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    const id = await world.build.snapshot(ada);
    await world.app.db('users').where({ id: bob.id }).update({ role: 'admin' });
    await expect(extend(bob, id)).rejects.toMatchObject({ status: 404 });
    await expect(extend(await world.build.token(root), id)).rejects.toMatchObject({ status: 404 });
  });
});

test('unclaimed snapshots are listed apart, cannot be extended, and can be taken down', async () => {
  const ada = await world.build.user();
  const id = await world.build.snapshot(ada);
  const { db } = world.app;
  await db('users').insert({
    id: UNCLAIMED_OWNER.id,
    email: UNCLAIMED_OWNER.email,
    name: UNCLAIMED_OWNER.name,
  });
  await db('snapshots').where({ id }).update({ owner_id: UNCLAIMED_OWNER.id });
  for (const query of [{}, { status: 'active' }] as const) {
    const { snapshots } = await list(query);
    expect(snapshots.map((one) => one.id)).not.toContain(id);
  }
  expect(await list({ status: 'unclaimed' })).toMatchObject({
    snapshots: [{ id, unclaimed: true }],
    total: 1,
  });
  await expect(world.as(root)(extendSnapshot, { id })).rejects.toMatchObject({ code: 'conflict' });
  await world.as(root)(api.takeDownSnapshot, { id, reason: 'Phishing' });
  expect(await list({ status: 'unclaimed' })).toMatchObject({ total: 0 });
});

test('every superadmin sees at once that a snapshot was extended or taken down', async () => {
  const [ada, second] = [await world.build.user(), await world.build.user({ isVerified: true })];
  await grantSuperadmin(world.app.db, second.email);
  const id = await world.build.snapshot(ada);
  const watcher = await follow(world, second);
  await world.as(root)(extendSnapshot, { id });
  expect(await watcher.next()).toMatchObject({ type: 'admin_snapshot_changed', snapshotId: id });
  await world.as(root)(api.takeDownSnapshot, { id, reason: 'Phishing' });
  expect(await watcher.next()).toMatchObject({ type: 'admin_snapshot_changed', snapshotId: id });
});

test('a snapshot that is taken down is gone, and its owner reads why', async () => {
  const ada = await world.build.user();
  const { snapshot } = await stage(world, ada, { 'index.html': 'x' }, { password: null, name: 'Bank' });
  const { id } = snapshot;
  const takeDown = (reason: string) => world.as(root)(api.takeDownSnapshot, { id, reason });
  await expect(takeDown(' ')).rejects.toMatchObject({ status: 400, field: 'reason' });
  await takeDown('Phishing');
  await expect(world.as(null)(viewSnapshot, { id })).rejects.toMatchObject({ status: 404 });
  const { notifications } = await world.as(ada)(listNotifications, {});
  expect(notifications[0]?.message).toBe(
    '“Bank” was removed by the administrator of this server. Reason: Phishing',
  );
  const [entry] = await world.app.db('admin_actions').where({ target_id: id });
  expect(entry).toMatchObject({ action: 'snapshot_removed', target: 'Bank', reason: 'Phishing' });
  await expect(takeDown('Again')).rejects.toMatchObject({ status: 404 });
});
