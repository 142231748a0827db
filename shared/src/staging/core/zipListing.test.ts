import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { listZip } from './zipListing.ts';

const source = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: (start: number, end: number) => Promise.resolve(bytes.subarray(start, end)),
});
const zipOf = (...names: string[]) =>
  zipSync(Object.fromEntries(names.map((name) => [name, strToU8('content')])), { comment: 'made by hand' });

test('the files of a zip are listed', async () => {
  const names = ['index.html', 'css/a.css', 'über.html'];
  expect(await listZip(source(zipOf(...names)))).toEqual(names);
});

test('a zip of PowerShell is listed as it is staged', async () => {
  expect(await listZip(source(zipOf('index.html', 'css\\a.css')))).toEqual(['index.html', 'css/a.css']);
});

test.each([
  ['no zip', strToU8('no zip at all, but long enough to hold an end record')],
  ['an empty file', new Uint8Array()],
  ['a zip that is cut off', zipOf('index.html').subarray(10)],
  ['a name that climbs', zipOf('../index.html')],
])('%s is left to the server', async (_what, bytes) => {
  expect(await listZip(source(bytes))).toBeNull();
});
