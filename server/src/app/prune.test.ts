import { deleteSnapshot } from '@stagelink/shared/contracts/snapshots';
import { expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { stage } from '../testing/stage.ts';
import { type World, worldForTest } from '../testing/world.ts';
import { prune } from './prune.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

const channelsOf = ({ app }: World): Promise<string[]> => app.db('channels').orderBy('id').pluck('id');

test('obsolete rows are removed, and no others', async () => {
  const world = await worldForTest();
  const ada = await world.build.user();
  const deleted = await stage(world, ada, { 'index.html': 'deleted' }, { password: null });
  const kept = await stage(world, ada, { 'index.html': 'kept' }, { password: null });
  await world.as(ada)(deleteSnapshot, { id: deleted.snapshot.id });
  for (const days of [31, 29]) await world.build.token(ada, { expiresAt: daysAgo(days) });
  const old = await world.build.notification(ada);
  const recent = await world.build.notification(ada);
  await world.app
    .db('notifications')
    .where({ id: old })
    .update({ created_at: daysAgo(366) });
  expect(await channelsOf(world)).toContain(`snapshot:${deleted.snapshot.id}`);

  expect(await prune(world.app)).toMatchObject({ tokens: 1, notifications: 1, channels: 1 });
  expect(await channelsOf(world)).toEqual([`snapshot:${kept.snapshot.id}`, `user:${ada.id}`]);
  expect(await world.app.db('notifications').pluck('id')).toContain(recent);
});

test('a failing step does not stop the others', async () => {
  const world = await worldForTest();
  const ada = await world.build.user();
  await world.build.token(ada, { expiresAt: daysAgo(31) });
  await world.app.db.schema.renameTable('view_salts', 'elsewhere');
  const quiet = { db: world.app.db, log: createLog('silent') };
  await expect(prune(quiet)).rejects.toThrow(/^1 of \d+ failed$/);
  expect(await world.app.db('access_tokens')).toEqual([]);
});
