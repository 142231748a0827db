import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyDatabaseForTest, rebuildAt } from '../../testing/database.ts';
import type { Db } from './db.ts';
import { RELEASE } from '../release.ts';
import { migrate } from './migrate.ts';

/** The next one alters the table of accounts. */
const BEFORE = '20261124220500_create_findings';

async function isAnyWaiting(db: Db): Promise<boolean> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `select from pg_locks where not granted and relation = 'users'::regclass`,
  );
  return rowCount > 0;
}

test('a migration does not keep others waiting behind it for a table in use, and goes on later', async () => {
  const { url, db } = await emptyDatabaseForTest();
  await rebuildAt(url, BEFORE);
  const reader = await db.transaction();
  await reader.raw('select from users');

  const migrated = migrate(url);
  await expect.poll(() => isAnyWaiting(db)).toBe(true);
  await expect.poll(() => isAnyWaiting(db)).toBe(false);
  await reader.commit();
  await migrated;
  await expect(db('users').select('snapshot_count')).resolves.toEqual([]);
});

test('a schema that needs a newer release is refused with one sentence, one of this release is not', async () => {
  const { url, db } = await emptyDatabaseForTest();
  await migrate(url);
  await db.raw(`comment on table migrations is 'needs ${RELEASE}'`);
  await migrate(url);
  await db.raw(`comment on table migrations is 'needs 9.10.0'`);
  await expect(migrate(url)).rejects.toMatchObject({
    name: 'ConfigError',
    message: `The database needs Stagelink 9.10.0 or newer, and this is ${RELEASE}: start that release, or restore a backup from before it.`,
  });
});

test('the release is the one of the package', () => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(manifest)).toHaveProperty('version', RELEASE);
});

const FOLDER = new URL('../../../migrations/', import.meta.url);
/** Those after the baseline, which meets no running server. */
const later = readdirSync(FOLDER).filter((name) => /^\d{14}_/.test(name));

/** Returns what in a migration would stop servers that are running, by its text. */
function stops(source: string): string[] {
  if (source.includes('transaction: false')) return [];
  const up = source.slice(0, source.indexOf('function down'));
  const created = [...up.matchAll(/create table (\w+)/g)].map(([, table]) => table);
  const altered = [...up.matchAll(/alter table (\w+)/g)].map(([, table]) => table);
  const written = [...up.matchAll(/(?:update|insert into|delete from) (\w+)/g)].map(([, table]) => table);
  const indexed = [...up.matchAll(/create (?:unique )?index \w+ on (\w+)/g)].map(([, table]) => table);
  return [
    ...indexed.filter((table) => !created.includes(table)).map((table) => `builds an index of ${table}`),
    ...altered
      .filter((table) => !created.includes(table) && written.length > 0)
      .map((table) => `holds ${table} while it fills ${written.join()}`),
  ];
}

test.each(later)('%s lets servers work meanwhile', (name) => {
  expect(stops(readFileSync(new URL(name, FOLDER), 'utf8'))).toEqual([]);
});

test('a migration that holds a table while it fills it is recognized', () => {
  expect(stops('alter table users add n int; update users set n = 1')).toEqual([
    'holds users while it fills users',
  ]);
  expect(stops('create index by_n on users (n)')).toEqual(['builds an index of users']);
  expect(
    stops('create table sums (n int); create index by_n on sums (n); insert into sums values (1)'),
  ).toEqual([]);
});
