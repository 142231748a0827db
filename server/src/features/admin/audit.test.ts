import * as api from '@stagelink/shared/contracts/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { grantSuperadmin } from './superadmins.ts';

let world: World;
let root: Person;
let ada: Person;
beforeAll(async () => {
  world = await createWorld();
  root = await world.build.user({ name: 'Root', isVerified: true });
  await grantSuperadmin(world.app.db, root.email);
  ada = await world.build.user({ name: 'Ada' });
  const id = await world.build.snapshot(ada);
  await world.as(root)(api.deactivateUser, { uid: ada.id });
  await world.as(root)(api.activateUser, { uid: ada.id });
  await world.as(root)(api.takeDownSnapshot, { id, reason: 'Pretends to be 100% a bank' });
});
afterAll(() => world.close());

const read = (query: Parameters<typeof page>[0] = {}) => page(query);
async function page(query: { q?: string; action?: api.AdminActionType; limit?: number; cursor?: string }) {
  const reply = await world.as(root)(api.listAuditLog, query);
  return { ...reply, actions: reply.entries.map(({ action }) => action) };
}

test('the audit log has every act, newest first, with its person, target and reason', async () => {
  const { entries, actions, total, nextCursor } = await read();
  expect(actions).toEqual(['snapshot_removed', 'user_activated', 'user_deactivated', 'superadmin_granted']);
  expect([total, nextCursor]).toEqual([4, null]);
  expect(entries[0]).toMatchObject({ actorId: root.id, actor: 'Root', reason: 'Pretends to be 100% a bank' });
  expect(entries[1]).toMatchObject({ targetId: ada.id, target: ada.email, reason: null });
  expect(entries[3]?.actorId).toBeNull();
});

test('it is read in pages', async () => {
  const first = await read({ limit: 3 });
  expect(first.actions).toHaveLength(3);
  const rest = await read({ limit: 3, cursor: first.nextCursor ?? '' });
  expect(rest.actions).toEqual(['superadmin_granted']);
  expect(rest.nextCursor).toBeNull();
});

test.each([
  [{ q: '100%' }, ['snapshot_removed']],
  [{ q: '100_' }, []],
  [{ action: 'user_activated' as const }, ['user_activated']],
])('it is searched by %j', async (query, actions) => {
  const found = await read(query);
  expect(found.actions).toEqual(actions);
  expect(found.total).toBe(actions.length);
});

test('it is searched by the id of its target', async () => {
  expect((await read({ q: ada.id })).actions).toEqual(['user_activated', 'user_deactivated']);
});
