import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { linkedSnapshot, PROJECT_LINK, readProjectLink, writeProjectLink } from './projectLink.ts';
import { folderWith } from './testing/folders.ts';

const SNAPSHOT = 'k3v9m2x7q4w8z1c6b5n0d2f4g6';
const LINK = { server: 'https://stage.example.com', snapshotId: SNAPSHOT };

test('what is written is read again, and ends with a newline as committed files do', () => {
  const folder = folderWith({});
  const file = writeProjectLink(folder, LINK);
  expect(readProjectLink(folder)).toEqual(LINK);
  expect(readFileSync(file, 'utf8')).toMatch(/\}\n$/);
});

test('a folder without the file is linked to nothing', () => {
  expect(readProjectLink(folderWith({ 'index.html': '' }))).toBeNull();
});

test('a link holds for its own server only, however its address ends', () => {
  const folder = folderWith({ [PROJECT_LINK]: JSON.stringify({ ...LINK, server: `${LINK.server}/` }) });
  expect(linkedSnapshot(folder, LINK.server)).toBe(SNAPSHOT);
  expect(linkedSnapshot(folder, 'https://other.example.com')).toBeNull();
});

test.each([
  '',
  'null',
  '{',
  '{}',
  JSON.stringify({ ...LINK, snapshotId: '../../etc/passwd' }),
  JSON.stringify({ ...LINK, server: 'file:///etc/passwd' }),
])('a file that holds “%s” is refused by its name', (text) => {
  const folder = folderWith({ [PROJECT_LINK]: text });
  expect(() => readProjectLink(folder)).toThrow(`${PROJECT_LINK} does not name a server and a snapshot.`);
});
