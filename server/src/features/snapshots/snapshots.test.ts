import { randomUUID } from 'node:crypto';
import {
  deleteSnapshot,
  expireSnapshot,
  extendSnapshot,
  getSnapshot,
  listSnapshots,
  passGate,
  type Snapshot,
  SORTS,
  updateSnapshot,
  viewSnapshot,
} from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';
import { newLabel, newPassword, newSnapshotId } from './ids.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const someone = () => world.build.user();
const files = () => ({ 'index.html': `<h1>${randomUUID()}</h1>`, 'assets/app.css': 'h1 {}' });
const staged = async (owner: Person, about = {}) => (await stage(world, owner, files(), about)).snapshot;
const daysLeft = ({ expiresAt }: Snapshot) => (Date.parse(expiresAt) - Date.now()) / DAY_MS;
const setExpiry = (id: string, days: number) =>
  world.app
    .db('snapshots')
    .where({ id })
    .update({ expires_at: new Date(Date.now() + days * DAY_MS) });
const names = (snapshots: { name: string }[]) => snapshots.map(({ name }) => name);

describe('your list', () => {
  test('contains the owner’s snapshots only, newest first', async () => {
    const [ada, bob] = [await someone(), await someone()];
    for (const name of ['one', 'two', 'three']) await staged(ada, { name });
    await staged(bob, { name: 'bob’s' });
    const list = await world.as(ada)(listSnapshots, {});
    expect(names(list.snapshots)).toEqual(['three', 'two', 'one']);
    expect(list).toMatchObject({ nextCursor: null, matching: 3, total: 3 });
  });

  test('shows expired ones only on request, and counts them either way', async () => {
    const ada = await someone();
    await staged(ada, { name: 'fresh' });
    await setExpiry((await staged(ada, { name: 'stale' })).id, -1);
    expect(await world.as(ada)(listSnapshots, {})).toMatchObject({
      matching: 1,
      total: 2,
      snapshots: [{ name: 'fresh' }],
    });
    const all = await world.as(ada)(listSnapshots, { status: 'all' });
    expect(all).toMatchObject({ matching: 2, total: 2 });
  });

  test('is searched in names, ids, descriptions and tags, and % is not a wildcard', async () => {
    const ada = await someone();
    const checkout = await staged(ada, { name: 'Checkout 100%', tags: ['Shop'], description: 'Third_draft' });
    await staged(ada, { name: 'Landing' });
    const found = async (search: string) => names((await world.as(ada)(listSnapshots, { search })).snapshots);
    for (const search of ['check', '100%', checkout.id.slice(2, 12).toUpperCase(), 'sHOp', 'third_']) {
      expect(await found(search)).toEqual(['Checkout 100%']);
    }
    for (const search of ['%', '_']) expect(await found(search)).toEqual(['Checkout 100%']);
    expect(await found('\\')).toEqual([]);
    expect(await found(`' or 1=1 --`)).toEqual([]);
    expect(await world.as(ada)(listSnapshots, { search: 'check' })).toMatchObject({ matching: 1, total: 2 });
  });

  test.each(SORTS.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'sorted by %s %s is the same read in pages of any size',
    async (sort, order) => {
      const ada = await someone();
      for (const [at, name] of ['b 10', 'Ä', 'b 2', 'B 2', 'a'].entries()) {
        const { id } = await staged(ada, { name });
        await world.app
          .db('snapshots')
          .where({ id })
          .update({ view_count: at % 2, expires_at: new Date(Date.now() + (at % 3) * DAY_MS + DAY_MS) });
      }
      const whole = (await world.as(ada)(listSnapshots, { sort, order })).snapshots.map(({ id }) => id);
      expect(whole).toHaveLength(5);
      for (const limit of [1, 2, 5]) {
        const pages: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await world.as(ada)(listSnapshots, { sort, order, limit, cursor });
          pages.push(...page.snapshots.map(({ id }) => id));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(pages).toEqual(whole);
      }
    },
  );

  test('sorts names naturally, and by views', async () => {
    const ada = await someone();
    const sorted = ['apple', 'Äpfel', 'Page 2', 'page 10', 'Öl 1', 'Öl 10', 'Zebra'].toSorted(
      new Intl.Collator('und', { numeric: true }).compare,
    );
    for (const name of sorted.toReversed()) await staged(ada, { name });
    const list = await world.as(ada)(listSnapshots, { sort: 'name', order: 'asc' });
    expect(names(list.snapshots)).toEqual(sorted);
    expect(sorted[0]).toBe('Äpfel');
  });

  test('rejects a cursor it did not create, or for another order', async () => {
    const ada = await someone();
    for (let at = 0; at < 2; at += 1) await staged(ada);
    const { nextCursor } = await world.as(ada)(listSnapshots, { limit: 1 });
    const forged = Buffer.from(JSON.stringify(['created', 'desc', '9999-99-99', 'a'.repeat(16)])).toString(
      'base64url',
    );
    for (const [cursor, sort] of [
      ['x', 'created'],
      [`${forged}.x`, 'created'],
      [nextCursor ?? '', 'name'],
    ] as const) {
      await expect(world.as(ada)(listSnapshots, { cursor, sort })).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'cursor',
      });
    }
  });
});

describe('changing a snapshot', () => {
  test('changes the named fields only', async () => {
    const ada = await someone();
    const before = await staged(ada, { name: 'old', tags: ['a'], description: 'kept' });
    const { snapshot } = await world.as(ada)(updateSnapshot, {
      id: before.id,
      name: ' new ',
      tags: ['b', 'c'],
    });
    expect(snapshot).toEqual({ ...before, name: 'new', tags: ['b', 'c'], updatedAt: snapshot.updatedAt });
    expect(await world.as(ada)(getSnapshot, { id: before.id })).toMatchObject({ snapshot });
  });

  test('with another password ends existing access, without one opens it', async () => {
    const ada = await someone();
    const { id } = await staged(ada, { password: 'old' });
    const gate = await world.fetch({
      method: 'POST',
      path: `/s/${id}/gate`,
      headers: { 'Content-Type': 'application/json' },
      body: '{"password":"old"}',
    });
    const cookie = String(gate.headers['set-cookie']).split(';')[0] ?? '';
    const look = async () =>
      (await world.fetch({ path: `/snapshots/${id}`, headers: { Cookie: cookie } })).status;
    expect(await look()).toBe(200);

    expect((await world.as(ada)(updateSnapshot, { id, password: 'new' })).snapshot.password).toBe('new');
    expect(await look()).toBe(401);
    await expect(world.as(null)(passGate, { id, password: 'old' })).rejects.toMatchObject({
      code: 'wrong_password',
    });
    expect((await world.as(ada)(updateSnapshot, { id, password: null })).snapshot).toMatchObject({
      password: null,
      public: true,
    });
    expect(await look()).toBe(200);
  });

  test('stores its password encrypted', async () => {
    const ada = await someone();
    const { id } = await staged(ada, { password: 'not-in-the-dump' });
    const files = { 'x.html': 'x' };
    await stage(world, ada, files, { snapshotId: id, password: 'nor-this-one' });
    for (const table of ['snapshots', 'uploads', 'versions']) {
      expect(JSON.stringify(await world.app.db(table))).not.toMatch(/not-in-the-dump|nor-this-one/);
    }
  });

  test('moves it into an own project, and out again, and never into another owner’s', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const { id } = await staged(ada);
    const [own, others] = [ada, bob].map(({ id }) => ({
      id: randomUUID(),
      owner_id: id,
      name: 'P',
      color: '#4F46E5',
    }));
    await world.app.db('projects').insert([own, others]);
    const move = (projectId: string | null) => world.as(ada)(updateSnapshot, { id, projectId });
    expect((await move(own?.id ?? '')).snapshot.projectId).toBe(own?.id);
    await expect(move(others?.id ?? '')).rejects.toMatchObject({ status: 404 });
    expect((await move(null)).snapshot.projectId).toBeNull();
  });

  test.each(['ownerUid', 'expiresAt', 'viewCount', 'label', 'version', 'role'])(
    '%s cannot be set',
    async (field) => {
      const ada = await someone();
      const before = await staged(ada);
      const sneaky = { id: before.id, name: 'x', [field]: 1 };
      await expect(world.as(ada)(updateSnapshot, sneaky)).rejects.toMatchObject({ code: 'invalid_input' });
      expect((await world.as(ada)(getSnapshot, { id: before.id })).snapshot).toMatchObject(before);
    },
  );

  test('updates the owner’s other windows', async () => {
    const ada = await someone();
    const { id } = await staged(ada);
    const messages: unknown[] = [];
    world.app.listener.on('notice', (notice) => messages.push(notice));
    await world.as(ada)(updateSnapshot, { id, name: 'new' });
    await expect
      .poll(() => messages)
      .toContainEqual(
        expect.objectContaining({
          channel: `user:${ada.id}`,
          event: { type: 'lists_changed', snapshotId: expect.any(String) },
        }),
      );
  });
});

describe('deleting a snapshot', () => {
  test('closes it at once for everyone', async () => {
    const ada = await someone();
    const { id } = await staged(ada, { password: null });
    expect(await world.as(ada)(deleteSnapshot, { id })).toEqual({ ok: true });
    for (const call of [
      () => world.as(ada)(getSnapshot, { id }),
      () => world.as(ada)(extendSnapshot, { id }),
      () => world.as(ada)(deleteSnapshot, { id }),
      () => world.as(null)(viewSnapshot, { id }),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404 });
    }
    expect((await world.as(ada)(listSnapshots, { status: 'all' })).total).toBe(0);
  });

  test('thirty times at once deletes it once', async () => {
    const ada = await someone();
    const { id } = await staged(ada);
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => world.as(ada)(deleteSnapshot, { id })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('extending', () => {
  test('adds seven days', async () => {
    const ada = await someone();
    const snapshot = await staged(ada, { expiresInDays: 3 });
    expect(daysLeft((await world.as(ada)(extendSnapshot, { id: snapshot.id })).snapshot)).toBeCloseTo(10, 1);
  });

  test('never goes beyond the plan’s maximum from now, and never shortens', async () => {
    const ada = await someone();
    const { id } = await staged(ada, { expiresInDays: 88 });
    expect(daysLeft((await world.as(ada)(extendSnapshot, { id })).snapshot)).toBeCloseTo(90, 1);
    await setExpiry(id, 120);
    await expect(world.as(ada)(extendSnapshot, { id })).rejects.toMatchObject({ code: 'plan_limit' });
    expect(daysLeft((await world.as(ada)(getSnapshot, { id })).snapshot)).toBeCloseTo(120, 1);
  });

  test('is refused where nothing would be added, and nothing is written', async () => {
    const ada = await someone();
    const { id, expiresAt } = await staged(ada, { expiresInDays: 90 });
    await expect(world.as(ada)(extendSnapshot, { id })).rejects.toMatchObject({
      code: 'plan_limit',
      message: 'A link lasts at most 90 days from now, and this one already does.',
    });
    expect((await world.as(ada)(getSnapshot, { id })).snapshot.expiresAt).toBe(expiresAt);
    expect(
      await world.app.db('analytics_events').where({ event_type: 'snapshot_extended', user_id: ada.id }),
    ).toEqual([]);
  });

  test('is refused at Free’s cap with the way to Pro', async () => {
    const cloud = await worldForTest({ isSelfHosted: false });
    const bob = await cloud.build.user();
    const id = await cloud.build.snapshot(bob, { daysLeft: 7 });
    await expect(cloud.as(bob)(extendSnapshot, { id })).rejects.toMatchObject({
      code: 'plan_limit',
      message: expect.stringMatching(/at most 7 days from now, and this one already does\. Upgrade at http/),
    });
  });

  test('reactivates an expired one, seven days from now', async () => {
    const ada = await someone();
    const { id } = await staged(ada, { password: null });
    await setExpiry(id, -20);
    await expect(world.as(null)(viewSnapshot, { id })).rejects.toMatchObject({ code: 'gone' });
    expect(daysLeft((await world.as(ada)(extendSnapshot, { id })).snapshot)).toBeCloseTo(7, 1);
    expect((await world.as(null)(viewSnapshot, { id })).snapshot.id).toBe(id);
  });

  test('twice at once adds fourteen', async () => {
    const ada = await someone();
    const { id } = await staged(ada, { expiresInDays: 3 });
    await Promise.all([world.as(ada)(extendSnapshot, { id }), world.as(ada)(extendSnapshot, { id })]);
    expect(daysLeft((await world.as(ada)(getSnapshot, { id })).snapshot)).toBeCloseTo(17, 1);
  });

  test.each([0, -7, 8, 1e9, '7'])('by %j days is rejected', async (days) => {
    const ada = await someone();
    const { id } = await staged(ada);
    await expect(world.as(ada)(extendSnapshot, { id, days: days as 7 })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('ending a link', () => {
  test('closes it at once, keeps what is in it, and it can be extended', async () => {
    const ada = await someone();
    const { id } = await staged(ada, { password: null });
    const { snapshot } = await world.as(ada)(expireSnapshot, { id });
    expect(Date.parse(snapshot.expiresAt)).toBeLessThanOrEqual(Date.now());
    await expect(world.as(null)(viewSnapshot, { id })).rejects.toMatchObject({ code: 'gone' });
    expect((await world.as(ada)(getSnapshot, { id })).snapshot.fileCount).toBe(2);
    expect(daysLeft((await world.as(ada)(extendSnapshot, { id })).snapshot)).toBeCloseTo(7, 1);
    expect((await world.as(null)(viewSnapshot, { id })).snapshot.id).toBe(id);
  });

  test('again keeps the end by which its retention is counted', async () => {
    const ada = await someone();
    const { id } = await staged(ada);
    await setExpiry(id, -20);
    const { snapshot } = await world.as(ada)(expireSnapshot, { id });
    expect(daysLeft(snapshot)).toBeCloseTo(-20, 1);
  });
});

describe('a visitor’s view', () => {
  test('contains the files with their types, and nothing only the owner may know', async () => {
    const ada = await someone();
    const owned = await staged(ada, {
      password: null,
      description: 'internal',
      tags: ['secret-client'],
      clientName: 'Acme',
    });
    const { snapshot } = await world.as(null)(viewSnapshot, { id: owned.id });
    expect(snapshot).toMatchObject({
      isOwner: false,
      ownerUid: null,
      public: true,
      version: 1,
      totalBytes: owned.totalBytes,
      files: [
        { name: 'index.html', type: 'text/html; charset=utf-8' },
        { name: 'assets/app.css', type: 'text/css; charset=utf-8', size: 5 },
      ],
    });
    expect(JSON.stringify(snapshot)).not.toMatch(new RegExp(`internal|secret-client|Acme|${ada.id}`));
    expect((await world.as(ada)(viewSnapshot, { id: owned.id })).snapshot).toMatchObject({
      isOwner: true,
      ownerUid: ada.id,
    });
  });

  test('names the owner, and never by an email address', async () => {
    const name = 'آدا '.repeat(30).trim();
    const named = await world.build.user({ name });
    const unnamed = await world.build.user({ name: 'ada@example.com' });
    for (const [owner, shown] of [
      [named, name],
      [unnamed, null],
    ] as const) {
      const { id } = await staged(owner, { password: null });
      expect((await world.as(null)(viewSnapshot, { id })).snapshot.ownerName).toBe(shown);
    }
  });

  test('of a protected snapshot is the gate', async () => {
    const { id } = await staged(await world.build.user({ name: 'Grace Hopper' }));
    const stranger = await someone();
    for (const person of [null, stranger]) {
      await expect(world.as(person)(viewSnapshot, { id })).rejects.toMatchObject({
        code: 'password_required',
        message: 'This snapshot by Grace Hopper is protected by a password.',
      });
    }
    // Pages are forwarded and cached, and chat apps show what is in them.
    expect((await world.fetch({ path: `/s/${id}` })).body.toString()).not.toContain('Grace');
  });
});

test('ids, labels and passwords are random and fit where they are used', () => {
  const many = Array.from({ length: 1000 }, () => [newSnapshotId(), newLabel(), newPassword()] as const);
  expect(new Set(many.flat()).size).toBe(3000);
  for (const [id, label, password] of many) {
    expect(id).toMatch(/^[a-z0-9]{16}$/);
    expect(label).toMatch(/^[a-z0-9]{20}$/);
    expect(password).toMatch(/^[2-9a-hjkmnp-z]{5}(-[2-9a-hjkmnp-z]{5}){2}$/);
  }
});
