import { expect, test } from 'vitest';
import { findNeededPaths } from './neededPaths.ts';

const needed = (staged: Record<string, string>, leftOut: string[]) =>
  findNeededPaths(Object.keys(staged), leftOut, (path) => Promise.resolve(staged[path] ?? ''));

test('what a page refers to and is left out is needed', async () => {
  const page = '<script src="node_modules/three/three.js"></script>';
  expect(await needed({ 'index.html': page }, ['node_modules/', '.git/'])).toEqual([
    { path: 'node_modules/', from: 'index.html' },
  ]);
});

test.for<[string, string]>([
  ['package-lock.json', '{"packages":{"node_modules/three":{}}}'],
  ['package.json', '{"scripts":{"build":"cp \'node_modules/x\' ."}}'],
  ['apps/web/tsconfig.app.json', '{"files":["./node_modules/vite/client.d.ts"]}'],
  ['webpack.config.js', "path.join('node_modules/x')"],
  ['gulpfile.js', "src('node_modules/x/*.css')"],
])('what %s names for a tool is not needed by a page', async ([file, text]) => {
  expect(await needed({ 'index.html': '<h1>Hi</h1>', [file]: text }, ['node_modules/'])).toEqual([]);
});
