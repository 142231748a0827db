import path from 'node:path';
import { expect, test } from 'vitest';
import { describeEvent } from '../core/describeEvent.ts';
import type { StageEvent } from '../core/events.ts';
import { reportServerPages } from './serverPages.ts';
import { folderWith } from './testing/folders.ts';

const using = (name: string): Record<string, string> => ({
  'package.json': JSON.stringify({ dependencies: { [name]: '1' } }),
});

/** What a build of React Router writes about its routes. */
const manifest = (...routes: object[]): string =>
  `window.__reactRouterManifest=${JSON.stringify({ routes: Object.fromEntries(routes.map((route) => [(route as { id: string }).id, route])) })};`;

const root = { id: 'root', path: '' };
const home = { id: 'home', parentId: 'root', index: true };
const about = { id: 'about', parentId: 'root', path: 'about' };
const team = { id: 'team', parentId: 'shell', path: 'team' };
const shell = { id: 'shell', parentId: 'root', path: 'company' };

function routesOf(files: Record<string, string>): readonly string[] {
  const events: StageEvent[] = [];
  const folder = folderWith({ 'dist/index.html': 'x', ...files });
  reportServerPages(folder, path.join(folder, 'dist'), (event) => events.push(event));
  return events.flatMap((event) => (event.type === 'server_pages' ? event.routes : []));
}

test.for<[string, Record<string, string>, string[]]>([
  [
    'Astro',
    {
      ...using('astro'),
      'src/pages/index.astro': '<h1>Home</h1>',
      'src/pages/about.astro': '---\nexport const prerender = false;\n---\n',
      'src/pages/shop/index.ts': 'export const prerender = false',
      'src/pages/old.astro': '---\n// export const prerender = false\n---\n',
    },
    ['/about', '/shop'],
  ],
  [
    'SvelteKit',
    {
      ...using('@sveltejs/kit'),
      'src/routes/(app)/play/+page.server.ts': 'export const prerender = false;',
      'src/routes/chart/+page.ts': 'export const prerender = false;',
    },
    ['/chart', '/play'],
  ],
  [
    'SvelteKit with a page for every route',
    {
      ...using('@sveltejs/kit'),
      'dist/200.html': 'x',
      'src/routes/play/+page.server.ts': 'export const prerender = false;',
      'src/routes/chart/+page.ts': 'export const prerender = false;',
    },
    ['/play'],
  ],
  [
    'React Router',
    {
      ...using('@react-router/dev'),
      'dist/assets/manifest-1a2b.js': manifest(root, home, about, shell, team),
    },
    ['/about', '/company/team'],
  ],
  [
    'React Router without a server',
    {
      ...using('@react-router/dev'),
      'react-router.config.ts': 'export default { ssr: false }',
      'dist/assets/manifest-1a2b.js': manifest(root, home, about),
    },
    [],
  ],
  [
    'React Router with a manifest that is not JSON',
    { ...using('@react-router/dev'), 'dist/assets/manifest-1.js': '{x}' },
    [],
  ],
  ['a project of another framework', using('vite'), []],
])('%s: the pages that a build leaves to a server are named', ([, files, routes]) => {
  expect(routesOf(files)).toEqual(routes);
});

test.for<[string[], string]>([
  [['/about'], '/about is made on a server and is not in this snapshot.'],
  [['/a', '/b'], '/a and /b are made on a server and are not in this snapshot.'],
  [
    ['/a', '/b', '/c', '/d', '/e'],
    '/a, /b, /c and 2 more are made on a server and are not in this snapshot.',
  ],
])('the pages %j are described in one line', ([routes, text]) => {
  expect(describeEvent({ type: 'server_pages', routes })).toEqual({ kind: 'warning', text });
});
