import path from 'node:path';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { expect, test } from 'vitest';
import type { Folder, FolderSettings } from '../../protocol/folders.ts';
import { watchPlan } from './rules.ts';

const folderAt = (at: string, settings: Partial<FolderSettings>): Folder => ({
  id: 'f',
  accountId: 'a',
  path: at,
  name: 'site',
  settings: {
    buildCommand: null,
    output: null,
    variables: [],
    watched: 'sources',
    isProtected: true,
    ...settings,
  },
  detected: { kind: 'build', framework: null, packageManager: 'npm', commands: [], outputs: ['dist'] },
  link: null,
  state: { kind: 'idle' },
  watchProblem: null,
  lastStagedAt: null,
});

test.each([
  ['src/page.html', false],
  ['build/config.mjs', false],
  ['.vitepress/config.ts', false],
  ['.env', false],
  ['dist/index.html', true],
  ['node_modules/thing/index.js', true],
  ['.git/HEAD', true],
  ['.next/server/app.js', true],
  ['drafts/idea.html', true],
  ['src/page.html~', true],
  ['src/.#page.html', true],
  ['src/.page.html.swp', true],
  ['src/4913', true],
  ['src/page.html.tmp.1234', true],
])('of a project’s sources, %s is left alone: %s', (file, ignored) => {
  const folder = folderWith({ '.stagelinkignore': 'drafts/\n' });
  const { root, ignores } = watchPlan(folderAt(folder, {}), undefined);
  expect(root).toBe(folder);
  const parts = file.split('/').map((_part, at, all) => all.slice(0, at + 1).join('/'));
  const isIgnored = parts.some((part, at) => ignores(path.join(folder, part), at < parts.length - 1));
  expect(isIgnored).toBe(ignored);
});

test('the output a stage was made of is no source, whatever it is called', () => {
  const folder = folderWith({ 'build/index.html': 'built' });
  const { ignores } = watchPlan(folderAt(folder, {}), path.join(folder, 'build'));
  expect(ignores(path.join(folder, 'build'), true)).toBe(true);
});

test('who watches the output watches only that', () => {
  const folder = folderWith({ 'dist/index.html': 'built', 'src/page.html': 'source' });
  expect(watchPlan(folderAt(folder, { watched: 'output' }), undefined).root).toBe(path.join(folder, 'dist'));
  expect(watchPlan(folderAt(folder, { watched: 'output', output: 'public' }), undefined).root).toBe(
    path.join(folder, 'public'),
  );
});
