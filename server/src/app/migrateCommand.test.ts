import { expect, test } from 'vitest';
import { migrationSource } from '../../migrations/index.ts';
import { openDb } from '../platform/db/db.ts';
import { runMigrateCommand } from './migrateCommand.ts';
import { createComment } from '../testing/comments.ts';
import { stage } from '../testing/stage.ts';
import { worldForTest } from '../testing/world.ts';
import { migrate } from '../platform/db/migrate.ts';

/** Lists the columns, indexes and constraints of the schema. */
async function schemaOf(url: string): Promise<string[]> {
  const db = openDb(url, 1);
  const { rows } = await db.raw<{ rows: { line: string }[] }>(
    `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
     from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace
     order by 1`,
  );
  await db.destroy();
  return rows.map(({ line }) => line);
}

test('migrations are reverted from the newest on and applied again, on a used database', async () => {
  const world = await worldForTest();
  const { databaseUrl } = world.app.config;
  const url = databaseUrl ?? '';
  const env = { NODE_ENV: 'test', DATABASE_URL: url };
  const ada = await world.build.user();
  const { snapshot } = await stage(world, ada, { 'index.html': 'one' }, {});
  await stage(world, ada, { 'index.html': 'two' }, { snapshotId: snapshot.id });
  const thread = await createComment(world.as(ada), snapshot.id, 'stays');
  for (const id of [crypto.randomUUID(), crypto.randomUUID()])
    await world.app.db('reviews').insert({ id, snapshot_id: snapshot.id });

  const names = (await migrationSource.getMigrations([])).map(({ name }) => name);
  const before = await schemaOf(url);
  expect(await runMigrateCommand(['status'], env)).toContain(
    `The last migration of this release is ${names.at(-1)}`,
  );
  const last = '20261121170200_keep_versions';
  const output = await runMigrateCommand(['down', last], env);
  expect(output).toBe(
    `Reverted: ${names
      .slice(names.indexOf(last) + 1)
      .toReversed()
      .join(', ')}.`,
  );
  expect(await runMigrateCommand(['status'], env)).toContain(`${names.at(-1)} (missing`);
  expect(await schemaOf(url)).not.toEqual(before);
  await migrate(url);
  expect(await schemaOf(url)).toEqual(before);
  expect(await world.app.db('comments').pluck('id')).toEqual([thread.id]);
  // Version numbers continue from the highest.
  const { snapshot: again } = await stage(world, ada, { 'index.html': 'three' }, { snapshotId: snapshot.id });
  expect(again.version).toBe(3);
});

test('a migration that cannot be reverted is rejected without changes', async () => {
  const world = await worldForTest();
  const env = { NODE_ENV: 'test', DATABASE_URL: world.app.config.databaseUrl ?? '' };
  const before = await world.app.db('migrations').pluck('name');
  for (const args of [[], ['up'], ['down'], ['down', 'a', 'b']])
    await expect(runMigrateCommand(args, env)).rejects.toThrow('Usage: npm run migrate');
  await expect(runMigrateCommand(['down', 'nothing'], env)).rejects.toThrow('no migration named nothing');
  const early = '20261121170000_create_comments';
  await expect(runMigrateCommand(['down', early], env)).rejects.toThrow('cannot be reverted');
  await world.app
    .db('migrations')
    .insert({ name: '29990101000000_later', batch: 9, migration_time: new Date() });
  await expect(runMigrateCommand(['down', before.at(-1) as string], env)).rejects.toThrow(
    'belongs to a newer release',
  );
  expect(await runMigrateCommand(['status'], env)).toContain('29990101000000_later (of a newer release)');
  expect(await world.app.db('migrations').pluck('name')).toEqual([...before, '29990101000000_later']);
});
