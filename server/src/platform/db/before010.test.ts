import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { me } from '@stagelink/shared/contracts/accounts';
import { readAssistantSettings } from '@stagelink/shared/contracts/assistant';
import { listComments } from '@stagelink/shared/contracts/comments';
import { listSubscriptions } from '@stagelink/shared/contracts/follows';
import { listVersions } from '@stagelink/shared/contracts/versions';
import { beforeAll, expect, test } from 'vitest';
import { migrationsBefore010 } from '../../../migrations/before010.ts';
import { migrations } from '../../../migrations/index.ts';
import { createComment } from '../../testing/comments.ts';
import { createDatabase, emptyDatabaseForTest, rebuildAt } from '../../testing/database.ts';
import { readRows, replaceRows, type Rows } from '../../testing/rows.ts';
import { schemaOf } from '../../testing/schema.ts';
import { stage } from '../../testing/stage.ts';
import { type World, worldForTest } from '../../testing/world.ts';
import { type Db, openDb } from './db.ts';
import { migrate } from './migrate.ts';

const FIRST = '20261121090000_create_accounts';
const MIDDLE = '20261123120000_sort_names';
const LAST = '20261127200000_keep_what_opened_a_part_of_the_page';

/** What a server stored through its API at MIDDLE: a snapshot with a pending comment, a draft, and follows, one paused. */
const stored = JSON.parse(
  readFileSync(new URL('../../testing/before010.json', import.meta.url), 'utf8'),
) as Rows;
const id = String(stored['snapshots']?.[0]?.['id']);
const person = (name: 'ada' | 'bob') => ({ id: '', email: '', secret: `session-of-${name}` });

let schema: string[];
beforeAll(async () => {
  const { url, drop } = await createDatabase();
  const db = openDb(url, 1);
  schema = await schemaOf(db);
  await db.destroy();
  await drop();
});

/** A server on a database that had these rows at an earlier state, and was migrated. */
async function migratedFrom(last: string, rows: Rows): Promise<World> {
  const world = await worldForTest();
  const url = world.directUrl;
  await rebuildAt(url, last);
  await replaceRows(world.app.db, rows);
  await migrate(url);
  expect(await schemaOf(world.app.db)).toEqual(schema);
  return world;
}

test('every migration from before 0.1.0 is listed once', async () => {
  const names = (await migrationsBefore010()).map(({ name }) => name);
  expect(names).toHaveLength(70);
  expect(new Set(names).size).toBe(70);
  expect([names[0], names.at(-2)]).toEqual([FIRST, LAST]);
});

test('a database of the first state keeps its accounts', async () => {
  const world = await migratedFrom(FIRST, stored);
  const { user } = await world.as(person('ada'))(me, {});
  expect(user).toMatchObject({
    name: 'Ada',
    email: 'ada@example.com',
    createdAt: '2026-11-23T06:53:14.039Z',
  });
  // They are no new accounts, which would be welcomed.
  expect(await world.app.db('onboarding').pluck('has_seen_welcome')).toEqual([true, true]);
});

test('a database of a middle state keeps its data', async () => {
  const world = await migratedFrom(MIDDLE, stored);
  const { subscriptions: follows = [], ...others } = stored;
  for (const [table, { length }] of Object.entries({ ...others, follows }))
    expect([table, await world.app.db(table).select()]).toMatchObject([table, { length }]);

  const [asAda, asBob] = [world.as(person('ada')), world.as(person('bob'))];
  const { comments } = await asAda(listComments, { id });
  expect(comments.map(({ text, isPending }) => [text, isPending])).toEqual([
    ['May I?', true],
    ['Move this', false],
  ]);
  const { versions } = await asAda(listVersions, { id });
  expect(versions.map(({ number, isDraft }) => [number, isDraft])).toEqual([
    [2, true],
    [1, false],
  ]);
  const notified = world.app.db('versions').orderBy('number').pluck('pins_notified_at');
  expect(await notified).toEqual([null, expect.any(Date)]);
  const followsOf = async (call: typeof asAda) => (await call(listSubscriptions, {})).subscriptions;
  // The follow that came with her snapshot is not listed.
  expect((await followsOf(asAda)).map(({ isActive }) => isActive)).toEqual([true]);
  expect((await followsOf(asBob)).map(({ isActive }) => isActive)).toEqual([false]);
  // Only new snapshots keep the assistant for the owner and reviewers.
  expect((await asAda(readAssistantSettings, { id })).settings.access).toBe('everyone');
});

test('a database of the last state keeps every row', async () => {
  const first = await worldForTest();
  const { app, as, build } = first;
  const ada = await build.user();
  const { snapshot } = await stage(first, ada, { 'index.html': 'one' }, {});
  await createComment(as(ada), snapshot.id, 'stays');
  const rows = await readRows(app.db);
  expect(Object.keys(rows)).toEqual(expect.arrayContaining(['comments', 'follows', 'users', 'versions']));
  const world = await migratedFrom(LAST, rows);
  expect(await readRows(world.app.db)).toEqual(rows);
});

test.each(['', FIRST, MIDDLE, LAST])('servers that start at once on “%s” migrate it once', async (last) => {
  const { url, db } = await emptyDatabaseForTest();
  if (last) await rebuildAt(url, last);
  await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(await schemaOf(db)).toEqual(schema);
  const names = await db<{ name: string }>('migrations').pluck('name');
  expect(names).toHaveLength((last ? 69 : 0) + migrations.length);
  expect(new Set(names).size).toBe(names.length);
});

const isAnyWaiting = async (db: Db) => {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount > 0;
};

/** Starts a process that migrates the database. */
const migrateElsewhere = (url: string) => {
  const module = JSON.stringify(new URL('migrate.ts', import.meta.url).href);
  const script = `const { migrate } = await import(${module}); await migrate(${JSON.stringify(url)});`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script]);
};

test.each([
  ['changes a table', FIRST, 'users'],
  ['builds an index', '20261122140000_create_bulk_changes', 'notifications'],
])('a server that is killed while it %s is continued by the next', async (_, last, table) => {
  const { url, db } = await emptyDatabaseForTest();
  await rebuildAt(url, last);
  const writer = await db.transaction();
  await writer.raw(`lock table ${table} in row exclusive mode`);
  const killed = migrateElsewhere(url);
  await expect.poll(() => isAnyWaiting(db)).toBe(true);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await writer.commit();

  await migrate(url);
  expect(await schemaOf(db)).toEqual(schema);
});
