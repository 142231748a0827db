import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bucketSettings, startEmulatedBucket } from '../support/bucket.ts';
import { newDataDir, type Server, startServer } from '../support/server.ts';
import { expect, openLink, ownerOn, test as base } from '../support/story.ts';

/** Two server processes that share only a database, a bucket and their secret. */
const test = base.extend<object, { pair: { one: Server; two: Server } }>({
  pair: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const { bucket, stop } = await startEmulatedBucket();
      const dataDir = await newDataDir();
      const env = bucketSettings(bucket);
      const one = await startServer({ dataDir, env });
      const two = await startServer({ dataDir, env });
      await use({ one, two });
      await two.stop();
      await one.stop();
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

async function page(folder: string, heading: string): Promise<void> {
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><title>${heading}</title><h1>${heading}</h1>`,
  );
}

test('staged through one server, opened through the other, and updated there when it is staged again', async ({
  pair: { one, two },
  browser,
}) => {
  const home = await mkdtemp(path.join(tmpdir(), 'stagelink-home-'));
  const folder = path.join(home, 'site');
  await mkdir(folder);
  const ada = await ownerOn(one, home);
  await page(folder, 'First night');
  const staged = await ada.stage(folder);

  const visitor = await browser.newPage();
  const throughTwo = { ...staged, url: staged.url.replace(one.url, two.url) };
  const preview = await openLink(visitor, throughTwo);
  await expect(preview.getByRole('heading')).toHaveText('First night');

  await page(folder, 'Second night');
  await ada.stage(folder);
  await expect(preview.getByRole('heading')).toHaveText('Second night');

  await ada.run('rm', staged.snapshotId, '--yes');
  const answer = await fetch(`${two.url}/snapshots/${staged.snapshotId}`);
  expect(answer.status).toBe(404);
  await visitor.close();
  await rm(home, { recursive: true, force: true });
});

test('an access token that is revoked through one server is refused by the other at once', async ({
  pair: { one, two },
}) => {
  const home = await mkdtemp(path.join(tmpdir(), 'stagelink-home-'));
  const { account } = await ownerOn(one, home);
  const headers = { Authorization: `Bearer ${account.token}` };
  expect((await fetch(`${two.url}/me`, { headers })).status).toBe(200);
  await fetch(`${one.url}/auth/logout`, { method: 'POST', headers });
  expect((await fetch(`${two.url}/me`, { headers })).status).toBe(401);
  await rm(home, { recursive: true, force: true });
});
