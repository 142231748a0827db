import { deleteSnapshot, listSnapshots, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Db, openDb } from '../../platform/db/db.ts';
import type { Person } from '../../testing/builders.ts';
import { statementsOf } from '../../testing/statements.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { list } from './list.ts';

const COUNT = 9;
const PAGE = 3;

let world: World;
/** Another server has connections, and remembers, of its own. */
let other: Db;
let ada: Person;
beforeAll(async () => {
  world = await createWorld();
  other = openDb(world.directUrl, 2);
});
afterAll(async () => {
  await other.destroy();
  await world.close();
});

const idOf = (n: number) => ada.id.replaceAll('-', '').slice(0, 15) + n;
const numbersOf = (rows: { id: string }[]) => rows.map(({ id }) => Number(id.slice(-1)));

/** Snapshots 1 to 9 in this order by name, and by view count two have the same. */
beforeEach(async () => {
  ada = await world.build.user();
  const { db } = world.app;
  await db.raw(
    `insert into snapshots (id, owner_id, label, name, tags, version, view_count, expires_at)
     select :begin || n, :owner, :begin || n, 'Page ' || n, '{kept}', 1, n / 2, now() + interval '1 day'
     from generate_series(1, :count) n`,
    { begin: idOf(0).slice(0, -1), owner: ada.id, count: COUNT },
  );
  await db.raw(
    `insert into versions (snapshot_id, number, manifest, file_count, total_bytes, source)
     select id, 1, '[]', 1, 1, '{"client":"api"}' from snapshots where owner_id = ?`,
    [ada.id],
  );
});

type Question = Input<typeof listSnapshots>;
const BY_NAME: Question = { tags: 'kept', sort: 'name', order: 'asc', limit: PAGE };

const read = (question: Question, db = world.app.db) =>
  list({ ...world.app, db }, ada.id, listSnapshots.input.parse(question));

/** Returns the numbers of a page and the question for the next one. */
async function pageOf(question: Question, db?: Db) {
  const { rows, nextCursor } = await read(question, db);
  return { numbers: numbersOf(rows), next: { ...question, cursor: nextCursor ?? undefined } };
}

async function allPages(question: Question): Promise<number[]> {
  const { numbers, next } = await pageOf(question);
  return next.cursor === undefined ? numbers : [...numbers, ...(await allPages(next))];
}

test('a page that is asked for again is read once, until the lists change or a second passes', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1e9);
  const statements = () => statementsOf([world.app.db], () => read(BY_NAME));
  const first = await statements();
  expect(first.length).toBeGreaterThan(1);
  expect(await statements()).toHaveLength(1);
  await world.as(ada)(updateSnapshot, { id: idOf(9), name: 'A first page' });
  expect(await statements()).toEqual(first);
  expect(await statements()).toHaveLength(1);
  now.mockReturnValue(1e9 + 1001);
  // What is kept of each row stays.
  expect((await statements()).length).toBeGreaterThan(1);
  now.mockRestore();
});

test('many who ask for a page at once share what is read', async () => {
  const texts = await statementsOf([world.app.db], () => Promise.all([1, 2, 3, 4].map(() => read(BY_NAME))));
  expect(new Set(texts).size).toBe(texts.length - 3);
});

test.each(['name', 'views', 'created'] as const)('all pages by %s have each match once', async (sort) => {
  for (const order of ['asc', 'desc'] as const) {
    const whole = await read({ ...BY_NAME, sort, order, limit: 100 });
    expect(whole.rows).toHaveLength(COUNT);
    expect(await allPages({ ...BY_NAME, sort, order })).toEqual(numbersOf(whole.rows));
  }
});

test('a change at another server is in the next page that this one answers', async () => {
  expect((await pageOf(BY_NAME, other)).numbers).toEqual([1, 2, 3]);
  await world.as(ada)(updateSnapshot, { id: idOf(9), name: 'A first page' });
  expect((await pageOf(BY_NAME, other)).numbers).toEqual([9, 1, 2]);
  await world.as(ada)(updateSnapshot, { id: idOf(1), tags: ['other'] });
  const page = await read(BY_NAME, other);
  expect(numbersOf(page.rows)).toEqual([9, 2, 3]);
  expect(page.matching).toBe(COUNT - 1);
  await world.as(ada)(updateSnapshot, { id: idOf(1), tags: ['kept'] });
  expect(numbersOf((await read(BY_NAME, other)).rows)).toEqual([9, 1, 2]);
});

test('pages go on behind a cursor when a change at another server moves what is before it', async () => {
  const { next } = await pageOf(BY_NAME, other);
  await pageOf(next, other);
  await world.as(ada)(updateSnapshot, { id: idOf(9), name: 'A first page' });
  await world.as(ada)(updateSnapshot, { id: idOf(2), name: 'Page 5 and more' });
  expect((await pageOf(next, other)).numbers).toEqual([4, 5, 2]);
});

test('pages go on behind a cursor whose snapshot is deleted', async () => {
  const { next } = await pageOf(BY_NAME);
  await pageOf(next);
  await world.as(ada)(deleteSnapshot, { id: idOf(3) });
  expect((await pageOf(next)).numbers).toEqual([4, 5, 6]);
});

// Nothing is published about this change, as if it became visible after the lists were asked for.
test('pages go on behind a cursor whose snapshot has just moved', async () => {
  const { next } = await pageOf(BY_NAME);
  await world.app
    .db('snapshots')
    .where({ id: idOf(3) })
    .update({ name: 'Page 3 and more' });
  expect((await pageOf(next)).numbers).toEqual([3, 4, 5]);
});

test('another owner gets their own snapshots for the same question', async () => {
  await read(BY_NAME);
  const bob = await world.build.user();
  const { rows } = await list(world.app, bob.id, listSnapshots.input.parse(BY_NAME));
  expect(rows).toEqual([]);
});
