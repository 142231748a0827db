import { chmodSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { detectProject } from './detect.ts';
import { buildEnvironment } from './environment.ts';
import { folderWith, writeFiles } from './testing/folders.ts';

const searched = buildEnvironment(process.env).PATH ?? '';
const json = (value: object): string => JSON.stringify(value);
const project = (scripts: object, more: object = {}): Record<string, string> => ({
  'package.json': json({ scripts, ...more }),
});

test.for([
  [project({ build: 'x', 'docs:build': 'y' }), 'npm run build'],
  [project({ 'docs:build': 'vitepress build docs' }), 'npm run docs:build'],
  [project({ 'build-storybook': 'storybook build', test: 'x' }), 'npm run build-storybook'],
  [
    project({ build: 'nuxt build', generate: 'nuxt generate' }, { packageManager: 'npm@11.0.0' }),
    'npm run build',
  ],
] as const)('%j is built with %s', async ([files, text]) => {
  const { commands } = await detectProject(folderWith(files), { searched });
  expect(commands.map((command) => command.text)).toEqual([text]);
});

test.for([
  [{ build: 'nuxt build', generate: 'nuxt generate' }, 'npm run generate'],
  [{ build: 'nuxi build' }, 'npx nuxt generate'],
  [{ build: 'npm run pages' }, 'npm run build'],
] as const)('Nuxt with %j makes pages with %s', async ([scripts, text]) => {
  const folder = folderWith(project(scripts, { dependencies: { nuxt: '4' } }));
  const { commands } = await detectProject(folder, { searched });
  expect(commands.at(-1)?.text).toBe(text);
});

test.for([
  [{ 'dist/reveal.js': 'x' }, 'static'],
  [{ 'scripts/banner.js': 'x' }, 'build'],
] as const)('a published package with %j and the page is %s', async ([files, kind]) => {
  const folder = folderWith({
    ...project({ build: 'vite build && node scripts/banner.js dist/reveal.js' }),
    'index.html': 'x',
    ...files,
  });
  expect(await detectProject(folder, { searched })).toMatchObject({ kind });
});

test('a page that loads TypeScript is not finished, and the storybook beside it is built', async () => {
  const files = {
    ...project({ 'build-storybook': 'storybook build' }),
    'index.html': '<script type="module" src="/src/main.tsx"></script>',
  };
  const { commands } = await detectProject(folderWith(files), { searched });
  expect(commands.map((command) => command.text)).toEqual(['npm run build-storybook']);
});

const within = (folder: string, files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

const page = (source: string): Record<string, string> => ({
  'index.html': `<script type="module" src="${source}"></script>`,
});

test.for<[object, Record<string, string>, string]>([
  [{ devDependencies: { '@11ty/eleventy': '3' } }, {}, 'npx eleventy'],
  [
    { dependencies: { expo: '58', 'react-dom': '19', 'react-native-web': '0' } },
    {},
    'npx expo export --platform web',
  ],
  [{ devDependencies: { vite: '8' } }, page('/src/main.ts'), 'npx vite build'],
  [{ devDependencies: { honkit: '6' } }, {}, 'npx honkit build'],
  [{ dependencies: { expo: '58' }, devDependencies: { nx: '23' } }, {}, 'npx nx run-many --target build'],
])('%j without a build script is built by the program of its framework', async ([more, files, text]) => {
  const { commands } = await detectProject(folderWith({ ...project({}, more), ...files }), { searched });
  expect(commands.at(-1)?.text).toBe(text);
});

test.for<[Record<string, string>]>([
  [{ 'package.json': '{"name":"web"}' }],
  [{ 'project.json': '{"name":"web"}' }],
])('a project of an Nx workspace that has no build script, %j, is built by Nx', async ([files]) => {
  const root = folderWith({
    ...project({}, { devDependencies: { nx: '23', vite: '8' } }),
    'nx.json': '{}',
    'package-lock.json': '{}',
    ...within('apps/web', { ...files, ...page('/src/main.tsx') }),
  });
  const { kind, commands } = await detectProject(path.join(root, 'apps/web'), { searched });
  expect(kind).toBe('build');
  expect(commands.map(({ text, cwd }) => [text, path.relative(root, cwd)])).toEqual([
    ['npm i', ''],
    ['npx nx build', 'apps/web'],
  ]);
});

test('of a workspace without a build script the packages that have one are named', async () => {
  const folder = folderWith({
    'package.json': JSON.stringify({ workspaces: ['apps/*', 'packages/*', '!apps/old'] }),
    ...within('apps/web', project({ build: 'vite build' })),
    ...within('apps/docs', project({ 'docs:build': 'vitepress build' })),
    ...within('apps/old', project({ build: 'x' })),
    ...within('packages/ui', project({ test: 'x' })),
  });
  await expect(detectProject(folder, { searched })).rejects.toMatchObject({
    code: 'no_build_script',
    message: `package.json in ${folder} has no “build” script. Packages that have one: apps/docs, apps/web.`,
    hint: 'Stage the folder of a package, add a build script, or give the build command.',
  });
});

test('a finished page is staged as it is, whatever its author builds with', async () => {
  const folder = folderWith({ ...project({}, { devDependencies: { vite: '8' } }), ...page('main.js') });
  expect(await detectProject(folder, { searched })).toMatchObject({ kind: 'static' });
});

test('an Expo app without a web version gets a hint how to add one', async () => {
  const folder = folderWith(project({}, { dependencies: { expo: '58', 'react-dom': '19' } }));
  await expect(detectProject(folder, { searched })).rejects.toMatchObject({
    code: 'no_build_script',
    message: 'This project has no web version yet: react-native-web is missing.',
    hint: 'Run “npx expo install react-dom react-native-web”, then stage again.',
  });
});

test('several scripts that build are named, and none is guessed', async () => {
  const folder = folderWith(project({ 'docs:build': 'x', 'build-storybook': 'y' }));
  await expect(detectProject(folder, { searched })).rejects.toMatchObject({
    code: 'no_build_script',
    message: `package.json in ${folder} has several build scripts: docs:build, build-storybook.`,
  });
});

const config = (name: string, text: string): Record<string, string> => ({ [name]: text });

test.for<[string, string, Record<string, string>, Record<string, string>]>([
  [
    'Next.js',
    'next',
    config('next.config.ts', 'export default { /* output: "export" */ }'),
    config('next.config.ts', 'export default { output: "export" }'),
  ],
  [
    'SvelteKit',
    '@sveltejs/kit',
    config('vite.config.ts', "import a from '@sveltejs/adapter-auto'"),
    config('svelte.config.js', "import a from '@sveltejs/adapter-static'"),
  ],
  [
    'TanStack Start',
    '@tanstack/react-start',
    config('vite.config.ts', 'tanstackStart()'),
    config('vite.config.ts', 'tanstackStart({ prerender: { enabled: true } })'),
  ],
  [
    'React Router',
    '@react-router/dev',
    config('react-router.config.ts', 'export default { ssr: true }'),
    config('react-router.config.ts', 'export default { ssr: false }'),
  ],
  [
    'Remix',
    '@remix-run/dev',
    config('vite.config.ts', 'remix()'),
    config('vite.config.ts', 'remix({ ssr: false })'),
  ],
  [
    'Astro',
    'astro',
    config('astro.config.mjs', "defineConfig({ output: 'server' })"),
    config('astro.config.mjs', 'defineConfig({})'),
  ],
  [
    'Qwik City',
    '@builder.io/qwik-city',
    {},
    project(
      { build: 'x', 'build.server': 'vite build -c adapters/static/vite.config.ts' },
      { dependencies: { '@builder.io/qwik-city': '1' } },
    ),
  ],
  [
    'SolidStart',
    '@solidjs/start',
    config('app.config.ts', 'defineConfig({})'),
    config('app.config.ts', 'defineConfig({ server: { preset: "static" } })'),
  ],
  [
    'Vike',
    'vike',
    config('pages/+config.js', 'export default { title: "x" }'),
    config('pages/+config.js', 'export default { prerender: true }'),
  ],
  [
    'Analog',
    '@analogjs/platform',
    config('vite.config.ts', 'analog()'),
    config('vite.config.ts', 'analog({ static: true })'),
  ],
  [
    'Angular',
    '@angular/ssr',
    config('angular.json', '{"outputMode":"server"}'),
    config('angular.json', '{"outputMode": "static"}'),
  ],
])('%s gets a hint how to become static, and none when it is', async ([name, dependency, server, pages]) => {
  const files = project({ build: 'x' }, { dependencies: { [dependency]: '1' } });
  const advised = await detectProject(folderWith({ ...files, ...server }), { searched });
  expect(advised.advice).toContain(`run on a server (${name}`);
  expect(advised.advice).toContain('To stage it, ');
  expect((await detectProject(folderWith({ ...files, ...pages }), { searched })).advice).toBeNull();
});

test.for<[string, string, RegExp]>([
  ['package-lock.json', '<<<<<<< HEAD\n{}', /^npm i$/],
  ['pnpm-lock.yaml', "lockfileVersion: '9.0'", /^(npx --yes )?pnpm\S* i --no-frozen-lockfile$/],
  ['yarn.lock', '# yarn lockfile v1', /yarn\S* install --pure-lockfile$/],
  ['yarn.lock', '__metadata:\n  version: 8', /yarn install --no-immutable$/],
  ['bun.lock', '{}', /bun\S* install$/],
])('with %s an install takes what package.json has moved on to', async ([lock, content, text]) => {
  const folder = folderWith({ ...project({ build: 'x' }, { dependencies: { x: '1' } }), [lock]: content });
  const { commands } = await detectProject(folder, { searched });
  expect(commands[0]?.text).toMatch(text);
});

test.for<[Record<string, string>]>([
  [{ 'vite.config.js': "import a from '@sveltejs/adapter-static'; a({ fallback: '200.html' })" }],
  [{ 'vite.config.js': "import a from '@sveltejs/adapter-static'; a({ strict: false })" }],
  [
    {
      'svelte.config.js': "import a from '@sveltejs/adapter-static'",
      'src/routes/+page.js': 'export const prerender = true',
    },
  ],
])('a SvelteKit project whose pages its adapter takes, %j, is built', async ([files]) => {
  const kit = project({ build: 'x' }, { devDependencies: { '@sveltejs/kit': '3' } });
  const folder = folderWith({ ...kit, 'src/routes/+page.svelte': 'x', ...files });
  expect((await detectProject(folder, { searched })).advice).toBeNull();
});

const next = { dependencies: { next: '16' } };
const svelte = { devDependencies: { '@sveltejs/kit': '^2.63.0' } };

test.for<[string, object, Record<string, string>]>([
  [
    'set output: "export" and images: { unoptimized: true } in next.config.ts and remove cacheComponents and partialPrefetching from next.config.ts.',
    next,
    config('next.config.ts', 'export default { cacheComponents: true, partialPrefetching: true }'),
  ],
  [
    'remove cacheComponents from next.config.mjs.',
    next,
    config('next.config.mjs', 'export default { output: "export", cacheComponents: true }'),
  ],
  [
    'run “npm i -D @sveltejs/adapter-static@3”, import the adapter from @sveltejs/adapter-static in vite.config.ts, and add “export const prerender = true” to src/routes/+layout.ts.',
    svelte,
    { ...config('vite.config.ts', "import a from '@sveltejs/adapter-auto'"), 'tsconfig.json': '{}' },
  ],
  [
    'import the adapter from @sveltejs/adapter-static in svelte.config.js.',
    { devDependencies: { ...svelte.devDependencies, '@sveltejs/adapter-static': '3' } },
    {
      ...config('svelte.config.js', "import a from '@sveltejs/adapter-auto'"),
      'src/routes/+layout.server.js': 'export const prerender = true;',
    },
  ],
  [
    'run “npm i -D @sveltejs/adapter-static@3”, import the adapter from @sveltejs/adapter-static in svelte.config.js, pass { strict: false } to it, add “export const prerender = false” to src/routes/play/+page.server.ts, where a server is needed, and add “export const prerender = true” to src/routes/+layout.js.',
    svelte,
    { 'src/routes/play/+page.server.ts': 'export const actions = {}' },
  ],
  [
    'add “export const prerender = true” to src/routes/+layout.js.',
    svelte,
    {
      ...config('vite.config.js', "import a from '@sveltejs/adapter-static'; sveltekit({ adapter: a() })"),
      'src/routes/+page.svelte': '<h1>Home</h1>',
      'src/routes/+page.js': '// export const prerender = true',
    },
  ],
  [
    'add prerender: true to pages/+config.ts.',
    { dependencies: { vike: '0.4' } },
    { 'pages/+config.ts': 'export default {}', 'vite.config.ts': '' },
  ],
  [
    'run “npm i” and add its static adapter with “npm run qwik -- add static”.',
    { devDependencies: { '@builder.io/qwik-city': '1' } },
    {},
  ],
  [
    'add nitro: { prerender: { crawlLinks: true } } to vite.config.ts.',
    { dependencies: { '@solidjs/start': '2' } },
    config('vite.config.ts', 'export default { plugins: [solidStart(), nitro()] }'),
  ],
])('the advice “%s” names what is left to do, and where', async ([advice, more, files]) => {
  const folder = folderWith({ ...project({ build: 'x' }, more), ...files });
  expect((await detectProject(folder, { searched })).advice).toContain(`To stage it, ${advice}`);
});

test.for([
  [{ 'hugo.toml': '', 'public/index.html': 'x' }, 'public'],
  [{ 'mkdocs.yml': '', 'docs/index.md': 'x', 'site/index.html': 'x' }, 'site'],
  [{ 'index.html': 'x', 'public/index.html': 'x' }, '.'],
] as const)('of %j, without package.json, “%s” is staged', async ([files, output]) => {
  expect(await detectProject(folderWith(files), { searched })).toMatchObject({ kind: 'static', output });
});

test('a package.json that begins with a byte order mark is read', async () => {
  const folder = folderWith({ 'package.json': `\uFEFF${json({ scripts: { build: 'x' } })}` });
  expect(await detectProject(folder, { searched })).toMatchObject({ kind: 'build' });
});

test('a folder of other things is not searched for a page', async () => {
  const folder = folderWith({ 'downloads/site/index.html': 'x' });
  await expect(detectProject(folder, { searched })).rejects.toMatchObject({ code: 'no_package_json' });
});

/** A PATH on which these programs are. */
const searchedWith = (...programs: string[]): string => {
  const folder = folderWith(Object.fromEntries(programs.map((name) => [name, '#!/bin/sh\n'])));
  for (const name of programs) chmodSync(path.join(folder, name), 0o755);
  return `${folder}${path.delimiter}${searched}`;
};

const MKDOCS = { 'mkdocs.yml': 'site_name: x', 'docs/index.md': '# x' };

test.for<[string, Record<string, string>, string]>([
  ['MkDocs', MKDOCS, 'mkdocs build'],
  ['Hugo', { 'hugo.toml': '', 'content/a.md': '', 'layouts/index.html': '{{ .Content }}' }, 'hugo'],
  ['Hugo', { 'config.toml': 'baseURL = "x"', 'content/a.md': '' }, 'hugo'],
  ['Zola', { 'config.toml': 'base_url = "x"', 'content/_index.md': '' }, 'zola build'],
  ['Sphinx', { 'conf.py': 'project = "x"', 'index.rst': 'x' }, 'sphinx-build -b html . _build/html'],
  [
    'Sphinx',
    {
      'docs/conf.py': 'extensions = []',
      'docs/index.md': 'x',
      'docs/Makefile': 'SPHINXBUILD = sphinx-build',
    },
    'make -C docs html',
  ],
  [
    'Sphinx',
    { 'source/conf.py': 'project = "x"', 'source/index.rst': 'x', Makefile: 'SPHINXBUILD = sphinx-build' },
    'make html',
  ],
  ['Jekyll', { '_config.yml': 'title: x', 'index.html': '---\nlayout: home\n---\n' }, 'jekyll build'],
  ['Jekyll', { '_config.yml': '', Gemfile: 'gem "jekyll"', '_posts/a.md': '' }, 'bundle exec jekyll build'],
  ['mdBook', { 'book.toml': '', 'src/SUMMARY.md': '' }, 'mdbook build'],
  ['Pelican', { 'pelicanconf.py': '', 'content/a.md': '' }, 'pelican content'],
  ['Jupyter Book', { '_toc.yml': '', '_config.yml': '' }, 'jupyter-book build .'],
  ['Quarto', { '_quarto.yml': '' }, 'quarto render'],
  ['Doxygen', { Doxyfile: '' }, 'doxygen'],
])('%s is recognized by %j and built with “%s”', async ([framework, files, text]) => {
  const [program = ''] = text.split(' ');
  const project = await detectProject(folderWith(files), { searched: searchedWith(program) });
  expect(project).toMatchObject({ kind: 'build', framework, packageManager: null });
  expect(project.commands.map((command) => command.text)).toEqual([text]);
});

test('the generator beside a package.json without a build script builds', async () => {
  const folder = folderWith({ ...project({}), 'hugo.toml': '' });
  const { commands } = await detectProject(folder, { searched });
  expect(commands.map(({ text }) => text)).toEqual(['hugo']);
});

test('a generator builds again only when a source is newer than its output', async () => {
  const folder = folderWith({ ...MKDOCS, 'site/index.html': 'x' });
  const detect = () => detectProject(folder, { searched: searchedWith('mkdocs') });
  expect(await detect()).toMatchObject({ kind: 'static', output: 'site' });
  utimesSync(path.join(folder, 'site/index.html'), 1, 1);
  expect(await detect()).toMatchObject({ kind: 'build', framework: 'MkDocs' });
});

test('where a generator is not installed, its output is staged, and without one its command is named', async () => {
  const folder = folderWith(MKDOCS);
  await expect(detectProject(folder, { searched: folder })).rejects.toMatchObject({
    code: 'package_manager_missing',
    message: 'This is a MkDocs project, which “mkdocs build” builds, and “mkdocs” is not on the PATH.',
    setting: { name: 'build', value: 'mkdocs build' },
  });
  writeFiles(folder, { 'site/index.html': 'x' });
  expect(await detectProject(folder, { searched: folder })).toMatchObject({ kind: 'static', output: 'site' });
});

test.for([
  [{ docs: 'typedoc --out docs src' }, 'npm run docs'],
  [{ docs: 'vitepress dev docs', 'docs:build': 'vitepress build docs' }, 'npm run docs:build'],
] as const)('with the scripts %j “%s” makes the documentation', async ([scripts, text]) => {
  const { commands } = await detectProject(folderWith(project(scripts)), { searched });
  expect(commands.at(-1)?.text).toBe(text);
});

test('a script that starts a server for documentation is not run', async () => {
  const folder = folderWith(project({ docs: 'vitepress dev docs' }));
  await expect(detectProject(folder, { searched })).rejects.toMatchObject({ code: 'no_build_script' });
});

test('in a project without a build, the pages that are there are staged', async () => {
  const folder = folderWith({ ...project({ test: 'x' }), 'docs/index.html': 'docsify' });
  expect(await detectProject(folder, { searched })).toMatchObject({ kind: 'static', output: 'docs' });
});

test.for([
  'export default { output: process.env.STATIC ? "export" : undefined }',
  'const config = {};\nconfig.output = "export";\nexport default config;',
])('Next.js with %s may create pages', async (text) => {
  const folder = folderWith({
    ...project({ build: 'next build' }, next),
    ...config('next.config.mjs', text),
  });
  expect((await detectProject(folder, { searched })).advice).toBeNull();
});
