import { login } from '@stagelink/shared/contracts/accounts';
import * as api from '@stagelink/shared/contracts/admin';
import { CLOSE } from '@stagelink/shared/contracts/live';
import { viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Person } from '../../testing/builders.ts';
import { follow } from '../../testing/live.ts';
import { stage } from '../../testing/stage.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { grantSuperadmin, revokeSuperadmin } from './superadmins.ts';

let world: World;
let root: Person;
beforeAll(async () => {
  world = await createWorld();
  root = await superadmin();
});
afterAll(() => world.close());

async function superadmin(): Promise<Person> {
  const person = await world.build.user({ name: 'Root', isVerified: true });
  await grantSuperadmin(world.app.db, person.email);
  return person;
}

const users = (query: Parameters<typeof list>[0] = {}) => list(query).then(({ users: found }) => found);
const list = (query: { q?: string; cursor?: string; limit?: number; sort?: 'name'; order?: 'asc' }) =>
  world.as(root)(api.listUsers, query);

describe('the list of users', () => {
  test('is searched by name, address and id, with snapshots counted', async () => {
    const ada = await world.build.user({ name: 'Ada 100% Lovelace' });
    await world.build.snapshot(ada);
    await world.build.snapshot(ada, { daysLeft: -1 });
    for (const q of ['100%', ada.email.toUpperCase(), ada.id.toUpperCase()]) {
      expect(await users({ q })).toMatchObject([
        { uid: ada.id, totalSnapshots: 2, activeSnapshots: 1, status: 'active', subscriptionStatus: 'None' },
      ]);
    }
    expect(await users({ q: 'nothing like it' })).toEqual([]);
  });

  test('comes in pages that neither repeat nor miss a row, in every order', async () => {
    for (let n = 0; n < 5; n += 1) await world.build.user({ name: `Paged ${n % 2}` });
    for (const sort of api.USER_SORTS) {
      for (const order of ['asc', 'desc'] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        let total = 0;
        do {
          const page = await world.as(root)(api.listUsers, {
            sort,
            order,
            limit: 2,
            q: 'Paged',
            ...(cursor !== undefined && { cursor }),
          });
          seen.push(...page.users.map(({ uid }) => uid));
          cursor = page.nextCursor ?? undefined;
          total = page.total;
        } while (cursor !== undefined);
        expect(new Set(seen).size).toBe(5);
        expect(seen).toHaveLength(total);
      }
    }
  });

  test('rejects a cursor of another order', async () => {
    const { nextCursor } = await list({ limit: 1 });
    await expect(list({ cursor: nextCursor ?? '', sort: 'name' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'cursor',
    });
  });
});

describe('creating a user', () => {
  const person = () => ({ name: 'Bea', email: `${crypto.randomUUID()}@example.com`, password: PASSWORD });

  test('makes an account that can sign in, and shows it to every superadmin', async () => {
    const other = await follow(world, await superadmin());
    const typed = person();
    const { user } = await world.as(root)(api.createUser, { ...typed, role: 'admin' });
    expect(user).toMatchObject({ name: 'Bea', email: typed.email, role: 'admin', status: 'active' });
    expect(await other.next()).toMatchObject({ type: 'admin_user_created', userId: user.uid });
    await expect(world.as(null)(login, { email: typed.email, password: PASSWORD })).resolves.toMatchObject({
      user: { uid: user.uid },
    });
  });

  test('never gives the role of superadmin, and an address has one account', async () => {
    await expect(
      world.as(root)(api.createUser, { ...person(), role: 'superadmin' as 'admin' }),
    ).rejects.toMatchObject({ status: 400 });
    await expect(world.as(root)(api.createUser, { ...person(), email: root.email })).rejects.toMatchObject({
      status: 409,
      code: 'email_taken',
    });
  });
});

describe('a deactivated account', () => {
  test('loses sessions, sockets and links at once, and gets all but its sessions back', async () => {
    const ada = await world.build.user();
    const token = await world.build.token(ada);
    const { snapshot } = await stage(world, ada, { 'index.html': 'hello' }, { password: null });
    const open = () => world.as(null)(viewSnapshot, { id: snapshot.id });
    await expect(open()).resolves.toBeDefined();
    const [bySession, byToken] = [await follow(world, ada), await follow(world, token)];
    const watcher = await follow(world, root);

    const { user } = await world.as(root)(api.deactivateUser, { uid: ada.id });
    expect(user.status).toBe('deactivated');
    expect(await watcher.next()).toMatchObject({ type: 'admin_user_deactivated', userId: ada.id });
    for (const client of [bySession, byToken]) {
      expect(await client.next()).toMatchObject({
        type: 'account_deactivated',
        message: expect.stringContaining('deactivated'),
      });
      expect(await client.closed).toBe(CLOSE.signedOut);
    }
    await expect(open()).rejects.toMatchObject({ status: 404 });
    await expect(world.as(null)(login, { email: ada.email, password: PASSWORD })).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('This account is deactivated'),
    });

    await world.as(root)(api.activateUser, { uid: ada.id });
    expect(await watcher.next()).toMatchObject({ type: 'admin_user_activated' });
    await expect(open()).resolves.toBeDefined();
    await expect(world.as(token)(viewSnapshot, { id: snapshot.id })).resolves.toBeDefined();
    await expect(world.as(ada)(viewSnapshot, { id: snapshot.id })).rejects.toMatchObject({ status: 401 });
  });

  test('is neither deactivated nor activated twice', async () => {
    const ada = await world.build.user();
    const logged = () =>
      world.app.db('admin_actions').where({ target_id: ada.id }).orderBy('id').pluck('action');
    for (let n = 0; n < 2; n += 1) await world.as(root)(api.deactivateUser, { uid: ada.id });
    for (let n = 0; n < 2; n += 1) await world.as(root)(api.activateUser, { uid: ada.id });
    expect(await logged()).toEqual(['user_deactivated', 'user_activated']);
  });
});

test('a deleted account is gone with its snapshots, and the log still names it', async () => {
  const ada = await world.build.user();
  const id = await world.build.snapshot(ada);
  const watcher = await follow(world, root);
  await world.as(root)(api.deleteUser, { uid: ada.id });
  expect(await watcher.next()).toMatchObject({ type: 'admin_user_deleted', userId: ada.id });
  expect(await users({ q: ada.id })).toEqual([]);
  expect(await world.app.db('snapshots').where({ id })).toEqual([]);
  const [entry] = await world.app.db('admin_actions').where({ target_id: ada.id });
  expect(entry).toMatchObject({
    actor: 'Root',
    actor_id: root.id,
    action: 'user_deleted',
    target: ada.email,
  });
  await expect(world.as(root)(api.deleteUser, { uid: ada.id })).rejects.toMatchObject({ status: 404 });
});

test('entries of the audit log cannot be changed or removed', async () => {
  const log = () => world.app.db('admin_actions');
  await expect(log().update({ actor: 'x' })).rejects.toThrow('never changed');
  await expect(log().delete()).rejects.toThrow('never changed');
});

describe('superadmins', () => {
  test('neither deactivate nor delete their own account', async () => {
    const conflict = { status: 409, message: expect.stringContaining('your own account') };
    const own = { uid: root.id };
    await expect(world.as(root)(api.deactivateUser, own)).rejects.toMatchObject(conflict);
    await expect(world.as(root)(api.deleteUser, own)).rejects.toMatchObject(conflict);
  });

  test('who remove each other at the same time leave one', async () => {
    const own = await createWorld();
    try {
      const [first, second] = [
        await own.build.user({ isVerified: true }),
        await own.build.user({ isVerified: true }),
      ];
      for (const { email } of [first, second]) await grantSuperadmin(own.app.db, email);
      const results = await Promise.allSettled([
        own.as(first)(api.deactivateUser, { uid: second.id }),
        own.as(second)(api.deleteUser, { uid: first.id }),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const left = await own.app.db('users').where({ role: 'superadmin', deactivated_at: null });
      expect(left).toHaveLength(1);
      await expect(revokeSuperadmin(own.app.db, (left[0] as Person).email)).rejects.toMatchObject({
        code: 'conflict',
      });
    } finally {
      await own.close();
    }
  });

  test('need an account with a confirmed address', async () => {
    const { email } = await world.build.user();
    await expect(grantSuperadmin(world.app.db, email)).rejects.toMatchObject({ code: 'conflict' });
    await expect(grantSuperadmin(world.app.db, 'none@example.com')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('lose the back office with the role, at once', async () => {
    const person = await superadmin();
    await revokeSuperadmin(world.app.db, person.email);
    await expect(world.as(person)(api.listUsers, {})).rejects.toMatchObject({ status: 403 });
  });
});
