import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../setup/root.mjs';
import { notesOf } from './makeRelease.ts';
import { readManifest, toJavaScript, writeCommandPackage } from './npmPackages.ts';

test('the notes are what the changelog says about the version', async () => {
  const { version } = await readManifest('.');
  const changelog = await readFile(path.join(ROOT, 'CHANGELOG.md'), 'utf8');
  expect(notesOf(changelog, version)).toMatch(new RegExp(`^# Stagelink ${version}\\n\\n### Added\\n`));
  expect(notesOf('# Changes\n\n## 2.0.0\n\nNew.\n\n## 1.0.0\n\nOld.\n', '2.0.0')).toBe(
    '# Stagelink 2.0.0\n\nNew.\n\n',
  );
  expect(() => notesOf(changelog, '9.9.9')).toThrow('CHANGELOG.md says nothing about 9.9.9.');
});

test('modules are named as JavaScript, and names of files of others stay', () => {
  const source = `import { a } from './a.ts';
export * from "../b.ts";
const c = await import('./c.ts');
new Worker(new URL('d.ts', import.meta.url));
const file: string = 'vite.config.ts';`;
  expect(toJavaScript(source).split('\n')).toEqual([
    `import { a } from './a.js';`,
    `export * from "../b.js";`,
    `const c = await import('./c.js');`,
    `new Worker(new URL('d.js', import.meta.url));`,
    `const file         = 'vite.config.ts';`,
  ]);
});

test('the command runs from its package alone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-package-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeCommandPackage(folder);
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };
  // Only what the package names can be loaded.
  for (const name of Object.keys(manifest.dependencies)) {
    const target = path.join(folder, 'node_modules', name);
    await mkdir(path.dirname(target), { recursive: true });
    await symlink(path.join(ROOT, 'node_modules', name), target);
  }
  const program = path.join(folder, 'bin/stagelink.js');
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--version'], { cwd: folder });
  expect(stdout.trim()).toBe(manifest.version);
});
