import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSite, type TestFiles } from '../../testing/site.ts';
import { createWorld, type RawAnswer, type World } from '../../testing/world.ts';

const require = createRequire(import.meta.url);
/** A built application with pages, scripts, styles, fonts and a service worker. */
const BUILT = path.join(
  path.dirname(require.resolve('playwright-core/package.json')),
  'lib/vite/traceViewer',
);

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function filesIn(folder: string): Promise<TestFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    const inside = path.relative(folder, file).replaceAll(path.sep, '/');
    return [inside, await readFile(file)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

const decoders: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
  identity: (body) => body,
};

function decoded({ body, headers }: RawAnswer): Buffer {
  const coding = headers['content-encoding'] ?? 'identity';
  return decoders[coding]?.(body) ?? body;
}

const FETCH = { Accept: '*/*', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' };

test('every byte of a built site that a script fetches equals the disk, packed and unpacked', async () => {
  const files = await filesIn(BUILT);
  const { host } = await createSite(world, files);
  const differing: string[] = [];
  for (const [file, bytes] of Object.entries(files)) {
    const url = `/${file.split('/').map(encodeURIComponent).join('/')}`;
    for (const coding of ['identity', 'br', 'gzip', 'zstd']) {
      const answer = await world.fetch({
        path: url,
        headers: { Host: host, ...FETCH, 'Accept-Encoding': coding },
      });
      if (answer.status !== 200 || !decoded(answer).equals(Buffer.from(bytes)))
        differing.push(`${file} ${coding}`);
    }
  }
  expect(Object.keys(files).filter((file) => file.endsWith('.html')).length).toBeGreaterThan(0);
  expect(differing).toEqual([]);
});
