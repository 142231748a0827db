import { readFileSync } from 'node:fs';
import { listComments, updateComment } from '@stagelink/shared/contracts/comments';
import { listSubscriptions } from '@stagelink/shared/contracts/follows';
import { listVersions } from '@stagelink/shared/contracts/versions';
import { expect, test } from 'vitest';
import { runMigrateCommand } from '../../app/migrateCommand.ts';
import { worldForTest } from '../../testing/world.ts';
import type { Db } from './db.ts';
import { migrate } from './migrate.ts';

/** The last migration of the release that made `formerRelease.json`. */
const LAST = '20261123120000_sort_names';
type Rows = Record<string, unknown>[];
/** What its API stored: a snapshot with a pending comment, a draft, and follows, one of them paused. */
const formerRelease = JSON.parse(
  readFileSync(new URL('../../testing/formerRelease.json', import.meta.url), 'utf8'),
) as Record<string, Rows>;
const rowOf = (table: string, isIt: (row: Rows[number]) => unknown = () => true) =>
  String(formerRelease[table]?.find(isIt)?.['id']);
const id = rowOf('snapshots');
const person = (name: 'ada' | 'bob') => ({ id: '', email: '', secret: `session-of-${name}` });

const load = (db: Db) =>
  db.transaction(async (tx) => {
    await tx.raw('set local session_replication_role = replica'); // rows are in no order of their foreign keys
    await tx.raw(`truncate ${Object.keys(formerRelease).join()} cascade`);
    for (const [table, rows] of Object.entries(formerRelease)) {
      const columns = Object.keys(rows[0] ?? {}).join(); // generated columns are not in the file
      const given = `select ${columns} from jsonb_populate_recordset(null::${table}, ?)`;
      await tx.raw(`insert into ${table} (${columns}) ${given}`, [JSON.stringify(rows)]);
    }
  });

/** A database with the rows of the former release, migrated to this one. */
async function migrated() {
  const world = await worldForTest();
  const url = world.app.config.databaseUrl ?? '';
  await runMigrateCommand(['down', LAST], { NODE_ENV: 'test', DATABASE_URL: url });
  await load(world.app.db);
  await migrate(url);
  return world;
}

test('a database of the former release keeps its data', async () => {
  const world = await migrated();
  const [asAda, asBob] = [world.as(person('ada')), world.as(person('bob'))];
  for (const [table, rows] of Object.entries(formerRelease))
    expect([table, await world.app.db(table).select()]).toMatchObject([table, { length: rows.length }]);

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
  expect(await world.app.db('versions').orderBy('number').pluck('pins_notified_at')).toEqual([
    null,
    expect.any(Date),
  ]);
  const follows = async (call: typeof asAda) => (await call(listSubscriptions, {})).subscriptions;
  // The one that came with her snapshot is not listed.
  expect((await follows(asAda)).map(({ isActive }) => isActive)).toEqual([true]);
  expect((await follows(asBob)).map(({ isActive }) => isActive)).toEqual([false]);
});

test('a server of the former release works on beside this one', async () => {
  const world = await migrated();
  const { db } = world.app;
  const asAda = world.as(person('ada'));
  const pending = rowOf('comments', (row) => row['is_held']);
  const bobs = rowOf('subscriptions', (row) => !row['is_active']);
  const isPending = async () => db('comments').where({ id: pending }).first('is_pending', 'is_held');

  // As the former release writes.
  await db('comments').where({ id: pending }).update({ is_held: false });
  expect(await isPending()).toEqual({ is_pending: false, is_held: false });
  await db('comments').where({ id: pending }).update({ is_held: true });
  await asAda(updateComment, { id, commentId: pending, isPending: false });
  expect(await isPending()).toEqual({ is_pending: false, is_held: false });
  const other = crypto.randomUUID();
  await db('comments').insert({
    id: other,
    snapshot_id: id,
    author_name: 'Eve',
    text: 'Me too',
    version: 1,
    is_held: true,
  });
  const { comments } = await asAda(listComments, { id });
  expect(comments.find((comment) => comment.id === other)).toMatchObject({ isPending: true });

  const version = { snapshot_id: id, number: 2 };
  await db('versions').where(version).update({ pins_notified_at: null });
  expect(
    await db('versions').where(version).whereNull('pins_told_at').update({ pins_told_at: new Date() }),
  ).toBe(1);
  expect(await db('versions').where(version).whereNull('pins_notified_at')).toEqual([]);

  const again = {
    ...(await db('subscriptions').where({ id: bobs }).first<object>()),
    id: crypto.randomUUID(),
  };
  const conflict = db('subscriptions').insert(again).onConflict(['user_id', 'snapshot_id', 'comment_id']);
  expect(await conflict.ignore().returning('id')).toEqual([]);
  await db.transaction((tx) => tx('subscriptions as f').where('f.id', bobs).forNoKeyUpdate('f').first());
  await db('subscriptions').where({ id: bobs }).update({ is_active: true });
  expect(await db('follows').where({ id: bobs }).pluck('is_active')).toEqual([true]);
  await db('subscriptions').where({ id: bobs }).delete();
  expect(await db('follows').where({ id: bobs })).toEqual([]);
});
