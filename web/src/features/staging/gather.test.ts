import { describe, expect, test } from 'vitest';
import { type FoundFile, fromDrop, fromInput } from './gather.ts';
import { prepare } from './prepare.ts';

const SITE = ['site/index.html', 'site/.well-known/security.txt'];
const KEPT_AT_HOME = [
  'site/.env',
  'site/.cursor/mcp.json',
  'site/prod.env',
  'site/id_rsa',
  'site/.git/config',
  'site/tools/package.json',
  'site/tools/node_modules/react/index.js',
  'site/.DS_Store',
];
const LEFT_OUT = ['.cursor/', '.env', '.git/', 'id_rsa', 'prod.env', 'tools/node_modules/'];

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

/** Returns what is staged of the files of a site and what is left out of it. */
async function stagedOf(found: FoundFile[]): Promise<{ staged: string[]; leftOut: readonly string[] }> {
  const bundle = await prepare(found, { snapshotBytes: 1024 });
  const staged = bundle.kind === 'folder' ? bundle.files.map(({ path }) => path) : [];
  return { staged: staged.sort(), leftOut: bundle.leftOut };
}

describe('secrets, history and dependencies stay at home', () => {
  const expected = {
    staged: ['.well-known/security.txt', 'index.html', 'tools/package.json'],
    leftOut: LEFT_OUT,
  };

  test('of a folder that was chosen', async () => {
    expect(await stagedOf(fromInput([...SITE, ...KEPT_AT_HOME].map(chosen)))).toEqual(expected);
  });

  test('of a folder that was dropped', async () => {
    const found = await fromDrop([entryOf('site', [...SITE, ...KEPT_AT_HOME])], {
      signal: new AbortController().signal,
      onCount: () => undefined,
    });
    expect(await stagedOf(found)).toEqual(expected);
    // Dependencies and version history are not even listed.
    expect(found.map(({ path }) => path)).not.toContain('site/tools/node_modules/react/index.js');
  });
});
