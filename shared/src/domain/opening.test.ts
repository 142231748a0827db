import { expect, test } from 'vitest';
import { openingProblem } from './opening.ts';

test.each([
  ['a page', ['index.html']],
  ['a page beside the file of its project', ['index.html', 'package.json']],
  ['pictures', ['a.png', 'b.png']],
  ['notes', ['notes.md']],
])('%s can be staged', (_what, paths) => {
  expect(openingProblem(paths)).toBeNull();
});

test.each([
  ['a project whose only texts are its notes', ['package.json', 'README.md', 'src/main.ts']],
  ['a project with pages of its dependencies', ['package.json', 'vendor/demo.html']],
  ['Markdown that MkDocs makes pages of', ['mkdocs.yml', 'docs/index.md']],
  ['code with its notes', ['README.md', 'src/main.py']],
  ['Markdown that Hugo makes pages of', ['hugo.toml', 'content/_index.md']],
])('%s was not built', (_what, paths) => {
  expect(openingProblem(paths)).toBe('not_built');
});

test('A folder of data opens nothing', () => {
  expect(openingProblem(['data.csv', 'fonts/a.woff2'])).toBe('nothing');
});
