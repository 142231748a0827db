import { expect, test } from 'vitest';
import { worldForTest } from '../../testing/world.ts';
import { InitialData } from './initialData.ts';

const isOpen = () => true;

test('windows of a user that return at once read the lists once, and again after a change', async () => {
  const { app, build } = await worldForTest();
  const ada = await build.user();
  const queries: string[] = [];
  app.db.on('query', ({ sql }: { sql: string }) => queries.push(sql));
  const reads = () => queries.filter((sql) => sql === queries[0]).length;
  const lists = new InitialData(app);
  const read = (seq: number) => lists.frameOf(ada.id, seq, isOpen);
  await Promise.all([read(1), read(1), read(1)]);
  expect(reads()).toBe(1);
  await read(2);
  expect(reads()).toBe(2);
});

test('reads that hang delay those of their own server only', async () => {
  const [hanging, other] = [await worldForTest(), await worldForTest()];
  const users = [await hanging.build.user(), await hanging.build.user()];
  const [held, ada] = [await hanging.app.db.transaction(), await other.build.user()];
  await held.raw('lock table snapshots in access exclusive mode');
  const lists = new InitialData(hanging.app);
  const waiting = users.map(({ id }) => lists.frameOf(id, 1, isOpen));
  expect(await new InitialData(other.app).frameOf(ada.id, 1, isOpen)).toBeInstanceOf(Buffer);
  await held.rollback();
  await Promise.all(waiting);
});

test('nothing is read for a window that was closed before its turn', async () => {
  const { app, build } = await worldForTest();
  const people = [await build.user(), await build.user(), await build.user()];
  const lists = new InitialData(app);
  const open = new Set(people.map(({ id }) => id));
  const frames = people.map(({ id }) => lists.frameOf(id, 1, () => open.has(id)));
  open.delete(people[2]?.id ?? '');
  expect((await Promise.all(frames)).map((frame) => frame !== null)).toEqual([true, true, false]);
});
