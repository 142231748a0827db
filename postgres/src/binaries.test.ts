import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linkLibraries } from './binaries.ts';

test('the links between libraries are made where npm ran no install script, and kept where it did', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'stagelink-postgres-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const native = path.join(home, 'native');
  await mkdir(path.join(native, 'lib'), { recursive: true });
  await writeFile(path.join(native, 'lib/libpq.so.5.18'), 'a library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(path.join(native, 'pg-symlinks.json'), JSON.stringify(links));
  await Promise.all([linkLibraries(native), linkLibraries(native)]);
  await linkLibraries(native);
  expect(await readFile(path.join(native, 'lib/libpq.so.5'), 'utf8')).toBe('a library');
});
