import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { expect, test } from 'vitest';
import { FileClock } from './fileClock.ts';
import { OwnWrites } from './ownWrites.ts';

const folder = () => folderWith({ 'a.css': 'first' });
const ctimeOf = (file: string) => statSync(file).ctimeMs;

/** A file in a built folder, and the source of each of its changes. */
function watched(at = folder()) {
  const file = path.join(at, 'a.css');
  const writes = new OwnWrites(new FileClock());
  const change = (text: string) => {
    writeFileSync(file, text);
    return writes.sourceOf(file, ctimeOf(file));
  };
  return {
    file,
    writes,
    change,
    /** Simulates a build that writes the file. */
    async build(text: string) {
      writes.buildBegan(Date.now() - 50);
      writeFileSync(file, text);
      const changedAt = ctimeOf(file);
      writes.buildEnded(changedAt + 1);
      return writes.sourceOf(file, changedAt);
    },
  };
}

/** Waits for a later file time, because file times and the clock are compared. */
async function clockPasses(file: string): Promise<void> {
  const before = ctimeOf(file);
  while (Date.now() - before < 20) await new Promise((resolve) => setImmediate(resolve));
}

test('what changes while nothing is built comes from outside', async () => {
  const { change, build, file } = watched();
  expect(await change('one')).toBe('outside');
  await build('two');
  await clockPasses(file);
  expect(await change('three')).toBe('outside');
});

test('what two builds in a row write is a reason to build once', async () => {
  const { build } = watched();
  expect(await build('1')).toBe('build');
  expect(await build('2')).toBeNull();
  expect(await build('3')).toBeNull();
});

test('a file that was changed outside a build is no reason to build as long as builds leave it the same', async () => {
  const { change, build, file } = watched();
  expect(await change('checked out')).toBe('outside');
  await clockPasses(file);
  expect(await build('made')).toBe('build');
  for (let round = 0; round < 50; round += 1) expect(await build('made')).toBeNull();
});

test('a file that a person edits is a reason to build again during each build', async () => {
  const { change, build, file } = watched();
  await change('one');
  await clockPasses(file);
  expect(await build('two')).toBe('build');
  expect(await build('three')).toBe('build');
});

test('what was written outside a build as the last build left it is no change', async () => {
  const { change, build, file } = watched();
  await build('made');
  await clockPasses(file);
  expect(await change('made')).toBeNull();
  expect(await change('edited')).toBe('outside');
  expect(await change('made')).toBe('outside');
});

test('a file that is edited right after a build is not taken for what the build left', async () => {
  const { writes, file } = watched();
  writes.buildBegan(Date.now() - 50);
  writeFileSync(file, 'made');
  const changedAt = ctimeOf(file);
  writes.buildEnded(changedAt + 1);
  await clockPasses(file);
  writeFileSync(file, 'edited');
  // The event of the build's write arrives after the file was edited.
  await writes.sourceOf(file, changedAt);
  expect(readFileSync(file, 'utf8')).toBe('edited');
  expect(await writes.sourceOf(file, ctimeOf(file))).toBe('outside');
});

test('a file that was found to be written by every build is a reason to build only when it is edited outside one', async () => {
  const { writes, change, build, file } = watched();
  await change('one');
  await clockPasses(file);
  expect(await build('1')).toBe('build');
  writes.accept([file]);
  expect(await build('2')).toBeNull();
  await clockPasses(file);
  expect(await change('edited')).toBe('outside');
  await clockPasses(file);
  expect(await build('3')).toBe('build');
});

test('a file whose times alone were changed outside a build is no change', async () => {
  const { writes, build, file } = watched();
  await build('made');
  await clockPasses(file);
  utimesSync(file, new Date(), new Date());
  expect(await writes.sourceOf(file, ctimeOf(file))).toBeNull();
});
