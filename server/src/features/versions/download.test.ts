import { randomBytes } from 'node:crypto';
import { downloadVersion } from '@stagelink/shared/contracts/downloads';
import { readZip } from '@stagelink/shared/staging/node/testing/readZip';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bearer } from '../../testing/live.ts';
import type { Person } from '../../testing/builders.ts';
import { createSite, publishSite, type TestFiles } from '../../testing/site.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ logLevel: 'fatal' });
});
afterAll(() => world.close());

const FILES: TestFiles = {
  'index.html': `<h1>One</h1>${'text '.repeat(10_000)}`,
  'empty.txt': '',
  'assets/noise.bin': randomBytes(700_000),
  'a/b/ünïcode – 你好.txt': 'letters',
  _headers: '/*\n  X-A: b',
};

const zipOfVersion = (person: Person | null, id: string, version: number) =>
  world.fetch({
    path: `/api/snapshots/${id}/versions/${version}/download?format=zip`,
    headers: person ? bearer(person) : {},
  });

const asMap = (files: TestFiles) =>
  new Map(Object.entries(files).map(([path, body]) => [path, Buffer.from(body)]));

test('the owner gets every file of a version as it was staged, of an older version too', async () => {
  const site = await createSite(world, FILES, { password: 'sesame' });
  await publishSite(world.app, site, { 'index.html': 'two' });
  const { status, headers, body } = await zipOfVersion(site.owner, site.id, 1);
  expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  expect(headers['content-disposition']).toBe('attachment; filename="A site v1.zip"');
  expect(await readZip(body)).toEqual(asMap(FILES));
  const newest = await zipOfVersion(site.owner, site.id, 2);
  expect(await readZip(newest.body)).toEqual(asMap({ 'index.html': 'two' }));
});

test('a downloaded zip is recorded, a list of renamed files is not', async () => {
  const site = await createSite(world, FILES);
  await world.as(site.owner)(downloadVersion, { id: site.id, version: 1 });
  await zipOfVersion(site.owner, site.id, 1);
  const events: object[] = await world.app
    .db('analytics_events')
    .where({ user_id: site.owner.id, event_type: 'snapshot_downloaded' })
    .select({ data: 'event_data' });
  expect(events).toEqual([{ data: { snapshotId: site.id, version: '1' } }]);
});

test('files that a disk without case cannot keep apart are renamed, and named', async () => {
  const twins = { 'Logo.svg': '<svg/>', 'logo.svg': '<svg id="other"/>', 'what?.html': 'w' };
  const site = await createSite(world, twins);
  expect(await world.as(site.owner)(downloadVersion, { id: site.id, version: 1 })).toEqual({
    fileName: 'A site v1.zip',
    fileCount: 3,
    totalBytes: 24,
    renamed: [
      { path: 'logo.svg', name: 'logo (2).svg' },
      { path: 'what?.html', name: 'what_.html' },
    ],
  });
  const { body } = await zipOfVersion(site.owner, site.id, 1);
  expect(await readZip(body)).toEqual(
    asMap({ 'Logo.svg': '<svg/>', 'logo (2).svg': '<svg id="other"/>', 'what_.html': 'w' }),
  );
});

test('the name of the zip is one that every system accepts', async () => {
  const site = await createSite(world, FILES);
  await world.app.db('snapshots').where({ id: site.id }).update({ name: '../../Shop: <v1>?' });
  const { headers } = await zipOfVersion(site.owner, site.id, 1);
  expect(headers['content-disposition']).toBe('attachment; filename=".._.._Shop_ _v1__ v1.zip"');
});

test('an expired snapshot can still be downloaded', async () => {
  const site = await createSite(world, FILES, { expiresAt: new Date(0) });
  expect((await readZip((await zipOfVersion(site.owner, site.id, 1)).body)).size).toBe(5);
});

test('only the owner gets the files, and only of versions that exist', async () => {
  const site = await createSite(world, FILES);
  const eve = await world.build.user();
  expect((await zipOfVersion(eve, site.id, 1)).status).toBe(404);
  expect((await zipOfVersion(null, site.id, 1)).status).toBe(401);
  expect((await zipOfVersion(site.owner, site.id, 9)).status).toBe(404);
});

test('a file whose bytes cannot be read breaks the answer off', async () => {
  const site = await createSite(world, FILES);
  vi.spyOn(world.app.blobs, 'read').mockRejectedValueOnce(new Error('The disk is gone'));
  await expect(zipOfVersion(site.owner, site.id, 1)).rejects.toThrow(/aborted|hang up|reset/);
});
