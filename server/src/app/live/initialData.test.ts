import { expect, test } from 'vitest';
import { worldForTest } from '../../testing/world.ts';
import { initialData } from './initialData.ts';

test('windows of a user that return at once read the lists once, and again after a change', async () => {
  const { app, build } = await worldForTest();
  const ada = await build.user();
  const queries: string[] = [];
  app.db.on('query', ({ sql }: { sql: string }) => queries.push(sql));
  const reads = () => queries.filter((sql) => sql === queries[0]).length;
  const read = (seq: number) => initialData(app, ada.id, seq);
  await Promise.all([read(1), read(1), read(1)]);
  expect(reads()).toBe(1);
  await read(2);
  expect(reads()).toBe(2);
});
