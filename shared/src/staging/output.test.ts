import path from 'node:path';
import { expect, test } from 'vitest';
import type { Project } from './detect.ts';
import { pickOutput } from './output.ts';
import { folderWith } from './testing/folders.ts';

const projectIn = (folder: string): Project => ({
  folder,
  kind: 'build',
  framework: null,
  packageManager: null,
  commands: [],
  outputs: ['dist'],
});

test.each(['dist', 'dist/browser', 'dist/shop', 'dist/shop/browser'])(
  'the only page of a build is found in %s',
  (output) => {
    const folder = folderWith({ [`${output}/index.html`]: 'x', 'dist/licences.txt': 'x' });
    expect(pickOutput(projectIn(folder), undefined)).toBe(path.join(folder, output));
  },
);

test('of two nested builds none is guessed', () => {
  const folder = folderWith({ 'dist/shop/index.html': 'x', 'dist/admin/index.html': 'x' });
  expect(() => pickOutput(projectIn(folder), undefined)).toThrow('has no index.html');
});
