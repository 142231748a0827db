import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../../server/src/testing/database.ts';
import { startShippedPgBouncer } from '../support/pgBouncer.ts';

test('PgBouncer starts with the shipped file and asks for the password of the database', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const pooler = await startShippedPgBouncer(url);
  onTestFinished(() => pooler.stop());
  const open = (connectionString: string) => {
    const pool = new Pool({ connectionString });
    onTestFinished(() => pool.end());
    return pool;
  };
  const pool = open(pooler.url);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) => pool.query('select $1', [number])),
  );
  expect(answers.map(({ rowCount }) => rowCount)).toEqual(Array(20).fill(1));
  const wrong = new URL(pooler.url);
  wrong.password = 'wrong';
  await expect(open(wrong.href).query('select 1')).rejects.toThrow(/auth/i);
});
