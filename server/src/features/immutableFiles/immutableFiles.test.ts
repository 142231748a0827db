import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { type Files, stage } from '../../testing/stage.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await createWorld();
  ada = await world.build.user();
});
afterAll(() => world.close());

const BUNDLE = 'assets/index-B1xQ9zKa.js';
const CHUNK = 'static/js/787.05a3b1f2.chunk.js';
const FOREVER = 'max-age=31536000, immutable';
const page = (...names: string[]) => names.map((name) => `<script src="/${name}"></script>`).join('');

/** A link and what it sends about caching. */
class Link {
  readonly #contentUrl: URL;
  readonly id: string;

  constructor({ snapshot, contentUrl }: { snapshot: { id: string }; contentUrl: string }) {
    this.id = snapshot.id;
    this.#contentUrl = new URL(contentUrl);
  }

  async caching(path: string): Promise<string | undefined> {
    const answer = await world.fetch({ path: `/${path}`, headers: { Host: this.#contentUrl.host } });
    return answer.headers['cache-control'];
  }

  async restage(files: Files): Promise<void> {
    await stage(world, ada, files, { snapshotId: this.id });
  }
}

async function staged(files: Files): Promise<Link> {
  const link = new Link(await stage(world, ada, files, { password: null }));
  await world.drainJobs();
  return link;
}

const APP = { 'index.html': page(BUNDLE), [BUNDLE]: `import(u({787:"05a3b1f2"}))`, [CHUNK]: 'chunk' };

test('what a bundler named by its content and a page or script names is kept for good', async () => {
  const link = await staged(APP);
  await expect.poll(() => link.caching(BUNDLE)).toBe(FOREVER);
  expect(await link.caching(CHUNK)).toBe(FOREVER);
  expect(await link.caching('')).toBe('no-cache');
});

test('a name alone proves nothing', async () => {
  const unreferenced = { 'index.html': '<p>Nothing', 'assets/index-A1xQ9zKa.js': 'nothing names this' };
  const link = await staged({ ...unreferenced, [BUNDLE]: 'x', 'a.html': page(BUNDLE) });
  await expect.poll(() => link.caching(BUNDLE)).toBe(FOREVER);
  expect(await link.caching('assets/index-A1xQ9zKa.js')).toBe('no-cache');
});

test('pictures whose names look like hashes are asked for again', async () => {
  const names = ['img/hero-V2Mobile.svg', 'assets/banner-2024Xmas.svg', 'screens/checkout-20260312b.svg'];
  const pictures = Object.fromEntries(names.map((name) => [name, '<svg/>']));
  const link = await staged({ ...APP, ...pictures, 'index.html': page(BUNDLE, ...names) });
  await expect.poll(() => link.caching(BUNDLE)).toBe(FOREVER);
  for (const name of names) expect(await link.caching(name)).toBe('no-cache');
});

test('a file whose content changed under its name is never kept again, not even the former one', async () => {
  const link = await staged(APP);
  await expect.poll(() => link.caching(BUNDLE)).toBe(FOREVER);
  await link.restage({ ...APP, [BUNDLE]: 'changed' });
  expect(await link.caching(BUNDLE)).toBe('no-cache');
  await world.drainJobs();
  expect(await link.caching(BUNDLE)).toBe('no-cache');
  await link.restage(APP);
  await world.drainJobs();
  expect(await link.caching(BUNDLE)).toBe('no-cache');
  expect(await link.caching(CHUNK)).toBe(FOREVER);
});

test('a name that comes back with other content after a version without it is remembered', async () => {
  const link = await staged(APP);
  await link.restage({ 'index.html': '<p>Rest' });
  await world.drainJobs();
  await link.restage({ ...APP, [BUNDLE]: 'later' });
  await world.drainJobs();
  expect(await link.caching(BUNDLE)).toBe('no-cache');
  expect(await link.caching(CHUNK)).toBe(FOREVER);
});

test('a link that was staged before files were recorded counts its former versions', async () => {
  const link = await staged(APP);
  await world.app.db('immutable_files').where({ snapshot_id: link.id }).delete();
  await link.restage({ ...APP, [BUNDLE]: `${APP[BUNDLE]};` });
  await world.drainJobs();
  await expect.poll(() => link.caching(CHUNK)).toBe(FOREVER);
  expect(await link.caching(BUNDLE)).toBe('no-cache');
});

test('a version that is examined after the next one has come proves nothing', async () => {
  const link = new Link(await stage(world, ada, APP, { password: null }));
  await link.restage({ ...APP, 'index.html': '<p>Unfinished', [BUNDLE]: 'next' });
  await world.drainJobs();
  expect(await link.caching(BUNDLE)).toBe('no-cache');
});

test('the same link staged again keeps what has not changed', async () => {
  const link = await staged(APP);
  await link.restage({ ...APP, 'index.html': `<h1>New</h1>${page(BUNDLE)}` });
  expect(await link.caching(BUNDLE)).toBe(FOREVER);
  await world.drainJobs();
  expect(await link.caching(BUNDLE)).toBe(FOREVER);
});

test('a reference that two chunks of a stream share is found', async () => {
  const padding = 'x '.repeat(32 * 1024 - 6);
  const long = await staged({ ...APP, 'index.html': `<p>${padding}</p>${page(BUNDLE)}` });
  await expect.poll(() => long.caching(BUNDLE)).toBe(FOREVER);
});
