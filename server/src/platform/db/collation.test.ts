import { expect, test } from 'vitest';
import { worldForTest } from '../../testing/world.ts';
import { migrate } from './migrate.ts';

test('names that another ICU has sorted are sorted again at the next start, once', async () => {
  const { app, directUrl } = await worldForTest();
  const { jobDb } = app;
  const stateOf = async () => {
    const { rows } = await jobDb.raw<{ rows: { version: string; file: number }[] }>(
      `select collversion as version, pg_relation_filenode('snapshots_named') as file
       from pg_collation where collname = 'people'`,
    );
    return rows[0];
  };
  const before = await stateOf();
  await jobDb.raw(`update pg_collation set collversion = '1.0' where collname = 'people'`);
  await migrate(directUrl);
  const after = await stateOf();
  expect(after?.version).toBe(before?.version);
  expect(after?.file).not.toBe(before?.file);
  await migrate(directUrl);
  expect(await stateOf()).toEqual(after);
});
