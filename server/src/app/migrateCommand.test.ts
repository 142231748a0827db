import { expect, test, vi } from 'vitest';
import { BASELINE, type Migration, migrations } from '../../migrations/index.ts';
import { createComment } from '../testing/comments.ts';
import { emptyDatabaseForTest, rebuildAt } from '../testing/database.ts';
import { schemaOf } from '../testing/schema.ts';
import { stage } from '../testing/stage.ts';
import { worldForTest } from '../testing/world.ts';
import { migrate } from '../platform/db/migrate.ts';
import { runMigrateCommand } from './migrateCommand.ts';

/** Migrations as a next release might add them. */
const LATER: Migration[] = vi.hoisted(() => [
  {
    name: '20990101000000_rate_comments',
    async up(knex) {
      await knex.raw('alter table comments add rating integer');
    },
    async down(knex) {
      await knex.raw('alter table comments drop rating');
    },
  },
  {
    name: '20990101000100_find_rated_comments',
    config: { transaction: false },
    async up(knex) {
      await knex.raw('create index concurrently comments_rating on comments (rating)');
    },
    async down(knex) {
      await knex.raw('drop index concurrently comments_rating');
    },
  },
]);
const [RATE = '', FIND = ''] = LATER.map(({ name }) => name);
/** Names of this release's migrations, oldest first. */
const APPLIED = migrations.map(({ name }) => name).slice(0, -LATER.length);

vi.mock(import('../../migrations/index.ts'), async (original) => {
  const { migrations, ...others } = await original();
  return { ...others, migrations: [...migrations, ...LATER] };
});

const envOf = (url: string) => ({ NODE_ENV: 'test', DATABASE_URL: url });

test('migrations are reverted from the newest on and applied again, on a used database', async () => {
  const world = await worldForTest();
  const { db } = world.app;
  const url = world.app.config.databaseUrl ?? '';
  const ada = await world.build.user();
  const { snapshot } = await stage(world, ada, { 'index.html': 'one' }, {});
  const thread = await createComment(world.as(ada), snapshot.id, 'stays');
  const before = await schemaOf(db);
  expect(await runMigrateCommand(['status'], envOf(url))).toBe(
    `${APPLIED.join('\n')}\n${RATE} (missing, applied at the next start)\n${FIND} (missing, applied at the next start)\n` +
      `The last migration of this release is ${FIND}.`,
  );

  await migrate(url);
  const after = await schemaOf(db);
  expect(after).not.toEqual(before);
  expect(await runMigrateCommand(['down', APPLIED.at(-1) ?? ''], envOf(url))).toBe(
    `Reverted: ${FIND}, ${RATE}.`,
  );
  expect(await schemaOf(db)).toEqual(before);
  await migrate(url);
  expect(await schemaOf(db)).toEqual(after);
  expect(await db('comments').pluck('id')).toEqual([thread.id]);
  expect(await runMigrateCommand(['down', FIND], envOf(url))).toBe('There is nothing to revert.');
});

test('the next migrations follow on a new database and on one from before 0.1.0', async () => {
  const created = await emptyDatabaseForTest();
  const old = await emptyDatabaseForTest();
  await rebuildAt(old.url, '20261123120000_sort_names');
  for (const { url } of [created, old]) await migrate(url);
  expect(await schemaOf(old.db)).toEqual(await schemaOf(created.db));
  for (const { db } of [created, old])
    expect((await db('migrations').orderBy('id').pluck('name')).slice(-APPLIED.length - 2)).toEqual([
      ...APPLIED,
      RATE,
      FIND,
    ]);
});

test('a migration that cannot be reverted is rejected without changes', async () => {
  const { url, db } = await emptyDatabaseForTest();
  const first = '20261121090000_create_accounts';
  await rebuildAt(url, first);
  await migrate(url);
  const before = await db('migrations').orderBy('id').pluck('name');
  for (const args of [[], ['up'], ['down'], ['down', 'a', 'b']])
    await expect(runMigrateCommand(args, envOf(url))).rejects.toThrow('Usage: npm run migrate');
  await expect(runMigrateCommand(['down', 'nothing'], envOf(url))).rejects.toThrow(
    'no migration named nothing',
  );
  await expect(runMigrateCommand(['down', first], envOf(url))).rejects.toThrow(
    `Migrations up to ${BASELINE} cannot be reverted. Restore a backup instead.`,
  );
  expect(await runMigrateCommand(['status'], envOf(url))).toContain(`${first} (from before 0.1.0)`);
  await db('migrations').insert({ name: '29990101000000_later', batch: 9, migration_time: new Date() });
  await expect(runMigrateCommand(['down', FIND], envOf(url))).rejects.toThrow('belongs to a newer release');
  expect(await runMigrateCommand(['status'], envOf(url))).toContain(
    '29990101000000_later (of a newer release)',
  );
  expect(await db('migrations').orderBy('id').pluck('name')).toEqual([...before, '29990101000000_later']);
});
