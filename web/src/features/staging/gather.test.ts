import { describe, expect, test } from 'vitest';
import { fromDrop, fromInput } from './gather.ts';

const SITE = ['site/index.html', 'site/.well-known/security.txt'];
const KEPT_AT_HOME = [
  'site/.env',
  'site/.npmrc',
  'site/id_rsa',
  'site/.git/config',
  'site/node_modules/react/index.js',
  'site/.DS_Store',
];

function chosen(path: string): File {
  const file = new File(['x'], path.split('/').at(-1) ?? '');
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  return file;
}

/** A dropped file or folder, as browsers provide it. */
function entryOf(path: string, paths: readonly string[]): FileSystemEntry {
  const inside = paths.filter((other) => other.startsWith(`${path}/`));
  const children = new Set(inside.map((other) => other.slice(path.length + 1).split('/')[0]));
  const listings = [[...children].map((name) => entryOf(`${path}/${name}`, paths)), []];
  return {
    name: path.split('/').at(-1),
    fullPath: `/${path}`,
    isDirectory: inside.length > 0,
    file: (resolve: FileCallback) => resolve(chosen(path)),
    createReader: () => ({
      readEntries: (resolve: FileSystemEntriesCallback) => resolve(listings.shift() ?? []),
    }),
  } as unknown as FileSystemEntry;
}

describe('secrets, history and dependencies stay at home', () => {
  test('of a folder that was chosen', () => {
    const found = fromInput([...SITE, ...KEPT_AT_HOME].map(chosen));
    expect(found.map(({ path }) => path)).toEqual(SITE);
  });

  test('of a folder that was dropped', async () => {
    const found = await fromDrop([entryOf('site', [...SITE, ...KEPT_AT_HOME])], {
      signal: new AbortController().signal,
      onCount: () => undefined,
    });
    expect(found.map(({ path }) => path).sort()).toEqual([...SITE].sort());
  });
});
