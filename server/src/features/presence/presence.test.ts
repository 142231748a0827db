import { randomUUID } from 'node:crypto';
import { reportPresence } from '@stagelink/shared/contracts/comments';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { removeStale } from './repo.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const look = (who: Person | null, id: string, windowId: string = randomUUID(), name = '') =>
  world.as(who)(reportPresence, { id, windowId, name });

/** Backdates everyone's last report. */
const age = (id: string, seconds: number) =>
  world.app.db.raw(`update presence set seen_at = now() - make_interval(secs => ?) where snapshot_id = ?`, [
    seconds,
    id,
  ]);

test('shows who else has the snapshot open: names once, unnamed visitors as a number', async () => {
  const [ada, bob] = [await world.build.user({ name: 'Ada' }), await world.build.user({ name: 'Bob' })];
  const id = await world.build.snapshot(ada);
  expect(await look(ada, id)).toEqual({ people: [], visitors: 0, agents: [] });
  await look(ada, id);
  await look(bob, id);
  await look(null, id);
  await look(null, id, randomUUID(), ' Cleo ');

  expect(await look(ada, id)).toEqual({
    people: [
      { name: 'Bob', isOwner: false },
      { name: 'Cleo', isOwner: false },
    ],
    visitors: 1,
    agents: [],
  });
  const seen = await look(bob, id);
  expect(seen.people).toEqual([
    { name: 'Ada', isOwner: true },
    { name: 'Cleo', isOwner: false },
  ]);
  // A visitor may use any name and is not the owner because of it.
  await look(null, id, randomUUID(), 'Ada');
  expect((await look(bob, id)).people).toContainEqual({ name: 'Ada', isOwner: false });
  expect(await look(bob, await world.build.snapshot(ada))).toEqual({ people: [], visitors: 0, agents: [] });
});

test('a window that stops reporting has gone, and its row is deleted', async () => {
  const ada = await world.build.user();
  const id = await world.build.snapshot(ada);
  const windowId = randomUUID();
  await look(null, id, windowId);
  expect((await look(ada, id)).visitors).toBe(1);
  await age(id, 31);
  expect((await look(ada, id)).visitors).toBe(0);
  await look(null, id, windowId);
  expect((await look(ada, id)).visitors).toBe(1);
  await age(id, 31);
  await look(ada, id);
  await removeStale(world.app.db);
  expect(await world.app.db('presence').where({ snapshot_id: id })).toHaveLength(1);
});

test('a protected snapshot shows no presence before its gate', async () => {
  const ada = await world.build.user();
  const id = await world.build.snapshot(ada);
  await world.as(ada)(updateSnapshot, { id, password: 'open sesame' });
  await expect(look(null, id)).rejects.toMatchObject({ code: 'password_required' });
  expect(await world.app.db('presence').where({ snapshot_id: id })).toEqual([]);
});
