import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseUrlOf } from '../support/database.ts';
import { type PgBouncer, startPgBouncer } from '../support/pgBouncer.ts';
import { newDataDir, type Server, startServer } from '../support/server.ts';
import { expect, ownerOn, test as base } from '../support/story.ts';

interface Database {
  /** Keeps PostgreSQL running; the other servers share its files. */
  host: Server;
  direct: string;
  pooler: PgBouncer;
}

/** PostgreSQL behind a pooler that takes the parameters it does not know, as its manual advises. */
const test = base.extend<object, { database: Database }>({
  database: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const dataDir = await newDataDir();
      const host = await startServer({ dataDir });
      const direct = await databaseUrlOf(host);
      const pooler = await startPgBouncer(direct, 'ignore_startup_parameters = options');
      await use({ host, direct, pooler });
      await pooler.stop();
      await host.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const startBehind = ({ host: { dataDir }, direct }: Database, url: string): Promise<Server> =>
  startServer({ dataDir, env: { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } });

const SENTENCE =
  'DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself too.\n';

test('a pooler alone is refused with one sentence, whether or not it takes the parameters of a session', async ({
  database: { host, direct, pooler },
}) => {
  const strict = await startPgBouncer(direct);
  for (const { url } of [pooler, strict]) {
    const started = startServer({ dataDir: host.dataDir, env: { DATABASE_URL: url } });
    await expect(started).rejects.toThrow(`The server did not start:\n${SENTENCE}`);
  }
  await strict.stop();
});

test('with the address of PostgreSQL too, what is deleted or locked through one server is gone on the other', async ({
  database,
  browser,
}) => {
  const strict = await startPgBouncer(database.direct);
  const one = await startBehind(database, database.pooler.url);
  const two = await startBehind(database, strict.url);
  const home = await mkdtemp(path.join(tmpdir(), 'stagelink-home-'));
  const folder = path.join(home, 'site');
  await mkdir(folder);
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Night</title><h1>Night</h1>');
  const ada = await ownerOn(one, home);
  const locked = await ada.stage(folder, '--no-password');
  const deleted = await ada.stage(folder, '--no-password', '--new');
  const visitor = await browser.newPage();
  const statusOnTwo = async ({ contentUrl }: { contentUrl: string }) =>
    (await visitor.goto(contentUrl.replace(new URL(one.url).port, new URL(two.url).port)))?.status();
  for (const snapshot of [locked, deleted]) expect(await statusOnTwo(snapshot)).toBe(200);

  await ada.run('rm', deleted.snapshotId, '--yes');
  await fetch(`${one.url}/api/snapshots/${locked.snapshotId}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${ada.account.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ password: 'late evening' }),
  });
  await expect.poll(() => statusOnTwo(deleted)).toBe(404);
  await expect.poll(() => statusOnTwo(locked)).not.toBe(200);

  // Statements that are prepared by name would fail now and then, when the pooler gives them another session.
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => fetch(`${one.url}/snapshots/${locked.snapshotId}`)),
  );
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  for (const server of [one, two]) expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await visitor.close();
  await two.stop();
  await one.stop();
  await strict.stop();
  await rm(home, { recursive: true, force: true });
});
