import { expect, inject, onTestFinished, test } from 'vitest';
import { throughPooler } from '../../testing/database.ts';
import { type Db, openDb, REQUEST_LIMITS } from './db.ts';

function openPooled(durable = true): Db {
  const limits = { ...REQUEST_LIMITS, statementMs: 1_234, lockMs: 567 };
  const { databaseUrl } = throughPooler(inject('postgres').adminUrl);
  const db = openDb(databaseUrl ?? '', 1, { limits, durable, isPooled: true });
  onTestFinished(() => db.destroy());
  return db;
}

const setting = async (db: Db, name: string) =>
  (await db.raw<{ rows: Record<string, string>[] }>(`show ${name}`)).rows[0]?.[name];

test('limits hold for a single statement and in a transaction', async () => {
  const db = openPooled(false);
  expect(await setting(db, 'statement_timeout')).toBe('1234ms');
  await db.transaction(async (tx) => {
    expect(await setting(tx, 'lock_timeout')).toBe('567ms');
    expect(await setting(tx, 'synchronous_commit')).toBe('off');
  });
  await db.transaction(
    async (tx) => {
      expect(await setting(tx, 'transaction_isolation')).toBe('serializable');
      expect(await setting(tx, 'lock_timeout')).toBe('567ms');
    },
    { isolationLevel: 'serializable' },
  );
});

test('a statement that fails leaves no open transaction', async () => {
  const db = openPooled();
  await expect(db.raw('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  expect(await setting(db, 'statement_timeout')).toBe('1234ms');
});

test('statements with values, and those of nested transactions, work as on a connection of its own', async () => {
  const db = openPooled();
  const sum = await db.transaction((tx) =>
    tx.transaction(
      async (nested) =>
        (await nested.raw<{ rows: { sum: number }[] }>('select ?::int + ?::int as sum', [2, 3])).rows[0],
    ),
  );
  expect(sum).toEqual({ sum: 5 });
});

test('no statement is prepared by name', async () => {
  const db = openPooled();
  const connection = (await db.client.acquireConnection()) as {
    query: (query: { name: string; text: string; values: number[] }) => Promise<unknown>;
  };
  await connection.query({ name: 'kept', text: 'select $1::int', values: [1] });
  await db.client.releaseConnection(connection);
  const { rows } = await db.raw<{ rows: object[] }>('select from pg_prepared_statements');
  expect(rows).toEqual([]);
});
