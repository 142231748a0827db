import { expect, test } from 'vitest';
import { missingFiles, nextBatch, toManifest } from './uploadPlan.ts';

const sha = (letter: string) => letter.repeat(64);
const file = (path: string, letter: string, size = 1) => ({ path, size, sha256: sha(letter) });

test('a manifest has path, size and hash of each file, and nothing else of it', () => {
  const files = [{ ...file('index.html', 'a'), ino: 7 }];
  expect(toManifest(files, { name: 'Shop' }, { client: 'cli' })).toEqual({
    name: 'Shop',
    source: { client: 'cli' },
    files: [file('index.html', 'a')],
  });
});

test('names that are too long together are refused', () => {
  const files = Array.from({ length: 10_000 }, (_file, at) => file(`${'ü'.repeat(450)}${at}`, 'a'));
  expect(() => toManifest(files, {}, { client: 'cli' })).toThrow('too long together');
});

test('each missing blob is sent once, and only what was offered', () => {
  const files = [file('a', 'a'), file('copy of a', 'a'), file('b', 'b')];
  expect(missingFiles(files, [sha('a')])).toHaveLength(1);
  expect(() => missingFiles(files, [sha('f')])).toThrow('was not offered');
});

test.each([
  [[1, 2, 3], 3, [1, 2]],
  [[9, 1], 3, [9]],
  [[1, 1], 3, [1, 1]],
  [[], 3, []],
])('of files of %j bytes, a batch of at most %d has those of %j', (sizes, maxBytes, expected) => {
  const batch = nextBatch(
    sizes.map((size) => ({ size })),
    maxBytes,
  );
  expect(batch.map(({ size }) => size)).toEqual(expected);
});
