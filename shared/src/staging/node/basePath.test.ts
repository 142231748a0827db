import { expect, test } from 'vitest';
import { reportBasePath } from './basePath.ts';
import type { StageEvent } from '../core/events.ts';
import { folderWith } from './testing/folders.ts';

const script = (source: string): string => `<!doctype html><script type="module" src="${source}"></script>`;
const styles = (source: string): string => `<link rel=stylesheet crossorigin href=${source}>`;

test.for<[string, string, string | null]>([
  ['a build for GitHub Pages', script('/repo/assets/a.js'), '/repo/'],
  ['a deeper base path', styles('/docs/next/assets/a.css'), '/docs/next/'],
  ['a build for the root of a site', script('/assets/a.js'), null],
  ['paths from the page', script('./assets/a.js'), null],
  ['a script of another site', script('//cdn.example/assets/a.js'), null],
  ['a script that is not there at all', script('/repo/assets/b.js'), null],
])('the base path of %s', async ([, page, base]) => {
  const files = { 'index.html': page, 'assets/a.js': '', 'assets/a.css': '' };
  const events: StageEvent[] = [];
  await reportBasePath(folderWith(files), Object.keys(files), (event) => events.push(event));
  expect(events).toEqual(base === null ? [] : [{ type: 'base_path', base }]);
});

test('a folder without a first page has none', async () => {
  await expect(reportBasePath('/nowhere', ['a.js'], () => expect.unreachable())).resolves.toBeUndefined();
});
