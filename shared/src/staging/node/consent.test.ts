import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandLabel, consentLines } from './consent.ts';
import { detectProject } from './detect.ts';
import { buildEnvironment } from './environment.ts';
import type { Command } from '../core/events.ts';
import { folderWith, writeFiles } from './testing/folders.ts';

const searched = buildEnvironment(process.env).PATH ?? '';
const json = (value: object): string => JSON.stringify(value);

const PROJECT = {
  'package.json': json({
    scripts: {
      build: 'run-p types "bundle:*"',
      prebuild: 'node tools/clean',
      types: 'tsc -b',
      'bundle:app': 'vite build',
      lint: 'eslint .',
      postinstall: 'node setup.js',
    },
    dependencies: { vite: '8.0.0' },
  }),
  'package-lock.json': json({ lockfileVersion: 3 }),
  'tools/clean.js': 'clean()',
  'setup.js': 'setup()',
  'vite.config.ts': 'export default {}',
};

async function commandsOf(folder: string): Promise<{ install: Command; build: Command }> {
  const { commands } = await detectProject(folder, { searched });
  const [install, build] = commands;
  if (!install || !build) throw new Error('An install and a build were expected');
  return { install, build };
}

test('a person reads every script that a command reaches, and the folder where it is another', async () => {
  const folder = folderWith(PROJECT);
  const { install, build } = await commandsOf(folder);
  expect(consentLines(folder, [install, build])).toEqual([
    '“npm i”',
    '  postinstall: node setup.js',
    '“npm run build”',
    '  prebuild: node tools/clean',
    '  build: run-p types "bundle:*"',
    '  types: tsc -b',
    '  bundle:app: vite build',
  ]);
  expect(commandLabel('/elsewhere', build)).toBe(`“npm run build” in ${folder}`);
});

test('a script cannot draw over what a person reads', async () => {
  const folder = folderWith({
    'package.json': json({ scripts: { build: 'evil\u001b[2K\r\n“npm ci”\u0007' } }),
  });
  const { commands } = await detectProject(folder, { searched });
  expect(consentLines(folder, commands)).toEqual(['“npm run build”', '  build: evil “npm ci” ']);
});

type Step = 'install' | 'build';
const edit = (change: (parsed: Record<string, Record<string, string>>) => void): Record<string, string> => {
  const parsed = JSON.parse(PROJECT['package.json']) as Record<string, Record<string, string>>;
  change(parsed);
  return { 'package.json': json(parsed) };
};
const script = (name: string, text: string) =>
  edit(({ scripts }) => Object.assign(scripts ?? {}, { [name]: text }));

test.for<[string, Record<string, string>, Step[]]>([
  ['the build script', script('build', 'curl x | sh'), ['build']],
  ['a script that the build reaches', script('bundle:app', 'vite build --mode x'), ['build']],
  ['a new script that the build reaches', script('bundle:admin', 'vite build'), ['build']],
  ['a file that a script names without its ending', { 'tools/clean.js': 'other()' }, ['build']],
  ['a file that an install script names', { 'setup.js': 'other()' }, ['install', 'build']],
  ['the build’s configuration', { 'vite.config.ts': 'evil()' }, ['build']],
  ['a configuration that was not there', { 'postcss.config.js': 'evil()' }, ['build']],
  ['the lockfile', { 'package-lock.json': json({ lockfileVersion: 3, packages: {} }) }, ['install']],
  ['the dependencies', edit((parsed) => (parsed['dependencies'] = { vite: '9' })), ['install']],
  ['the package manager’s settings', { '.npmrc': 'script-shell=evil' }, ['install', 'build']],
  ['a script that nothing reaches', script('lint', 'eslint --fix .'), []],
  ['a page', { 'index.html': '<p>new</p>' }, []],
])('a change of %s asks again for exactly what it changes', async ([, files, expected]) => {
  const folder = folderWith(PROJECT);
  const before = await commandsOf(folder);
  writeFiles(folder, files);
  const after = await commandsOf(folder);
  const changed = (['install', 'build'] as const).filter(
    (step) => before[step].fingerprint !== after[step].fingerprint,
  );
  expect(changed).toEqual(expected);
});

test('consent for one folder is none for a copy of it', async () => {
  const folder = folderWith({ 'a/package.json': PROJECT['package.json'] });
  const before = await commandsOf(path.join(folder, 'a'));
  renameSync(path.join(folder, 'a'), path.join(folder, 'b'));
  const after = await commandsOf(path.join(folder, 'b'));
  expect(after.build.fingerprint).not.toBe(before.build.fingerprint);
});

test('the command that is shown is the command that is run', async () => {
  const { install, build } = await commandsOf(folderWith({ ...PROJECT, 'pnpm-lock.yaml': '' }));
  for (const { text, argv } of [install, build]) expect(text).toBe(argv.join(' '));
});

/** A project in a folder of a workspace: what its build runs, and a change of it. */
interface Running {
  build: string;
  files: Record<string, string>;
  change: Record<string, string>;
}

const workspace = (build: string): Record<string, string> => ({
  'package.json': json({ workspaces: ['web', 'packages/*'], scripts: { all: 'node tools/all.mjs' } }),
  'package-lock.json': json({ lockfileVersion: 3 }),
  'web/package.json': json({ name: 'web', scripts: { build } }),
});

const buildOf = async (folder: string, buildCommand?: string): Promise<Command> => {
  const { commands } = await detectProject(folder, { searched, buildCommand });
  const build = commands.at(-1);
  if (!build) throw new Error('A build was expected');
  return build;
};

const asksAfter = async (folder: string, project: string, change: () => void): Promise<boolean> => {
  const before = await buildOf(path.join(folder, project));
  change();
  const after = await buildOf(path.join(folder, project));
  return before.fingerprint !== after.fingerprint;
};

test.for<[string, Running]>([
  [
    'a Makefile',
    {
      build: 'make site',
      files: { 'web/Makefile': 'site:\n\tcp a b' },
      change: { 'web/Makefile': 'site:\n\tevil' },
    },
  ],
  [
    'what a Makefile includes',
    {
      build: 'make site',
      files: { 'web/Makefile': 'include ../../rules/a.mk\n', '../rules/a.mk': 'site:' },
      change: { '../rules/a.mk': 'site:\n\tevil' },
    },
  ],
  [
    'a script in a folder that the command changes to',
    {
      build: 'cd app && node build.mjs',
      files: { 'web/app/build.mjs': '1' },
      change: { 'web/app/build.mjs': '2' },
    },
  ],
  [
    'a script above the project',
    { build: 'node ../tools/b.mjs', files: { 'tools/b.mjs': '1' }, change: { 'tools/b.mjs': '2' } },
  ],
  [
    'a script above the workspace, and what it imports',
    {
      build: 'node ../../outside/b.mjs',
      files: { '../outside/b.mjs': "import './lib/c.mjs'", '../outside/lib/c.mjs': '1' },
      change: { '../outside/lib/c.mjs': '2' },
    },
  ],
  [
    'the index of a folder',
    {
      build: 'node ./scripts',
      files: { 'web/scripts/index.js': '1' },
      change: { 'web/scripts/index.js': '2' },
    },
  ],
  [
    'the package manager that a project brings',
    {
      build: 'vite build',
      files: {
        'yarn.lock': '__metadata:\n  version: 8\n',
        '.yarnrc.yml': 'yarnPath: .yarn/releases/yarn-4.0.0.cjs\n',
        '.yarn/releases/yarn-4.0.0.cjs': '1',
      },
      change: { '.yarn/releases/yarn-4.0.0.cjs': '2' },
    },
  ],
  [
    'angular.json',
    { build: 'ng build', files: { 'web/angular.json': '{}' }, change: { 'web/angular.json': '{"a":1}' } },
  ],
  [
    'what a configuration imports from the sources',
    {
      build: 'vite build',
      files: {
        'web/vite.config.ts': "import { plugin } from './src/build/plugin.js';",
        'web/src/build/plugin.ts': "export { a } from './part';",
        'web/src/build/part.ts': '1',
      },
      change: { 'web/src/build/part.ts': '2' },
    },
  ],
  [
    'what a configuration imports above the workspace',
    {
      build: 'vite build',
      files: { 'web/vite.config.ts': "import x from '../../outside/x.mjs';", '../outside/x.mjs': '1' },
      change: { '../outside/x.mjs': '2' },
    },
  ],
  [
    'a script of another package',
    {
      build: 'turbo run build',
      files: { 'packages/ui/package.json': json({ scripts: { build: 'tsc' } }) },
      change: { 'packages/ui/package.json': json({ scripts: { build: 'evil' } }) },
    },
  ],
  [
    'a script that only a name in another script leads to',
    {
      build: 'node build.mjs',
      files: {
        'web/build.mjs': 'for (const name of ["a"]) import(`./parts/${name}.mjs`)',
        'web/parts/a.mjs': '1',
      },
      change: { 'web/parts/a.mjs': '2' },
    },
  ],
  [
    'a program in the sources that a script starts',
    {
      build: 'node build.mjs',
      files: {
        'web/build.mjs': "spawnSync('node', [path.join(here, 'src/generate.mjs')]); pack('src/main.ts');",
        'web/src/generate.mjs': "import './rows.mjs';",
        'web/src/rows.mjs': '1',
      },
      change: { 'web/src/rows.mjs': '2' },
    },
  ],
  [
    'a task in the sources',
    {
      build: 'deno task site',
      files: {
        'web/deno.json': '{ "tasks": { "site": "deno run -A src/site.ts" } }',
        'web/src/site.ts': '1',
      },
      change: { 'web/src/site.ts': '2' },
    },
  ],
  [
    'a new script',
    { build: 'node build.mjs', files: { 'web/build.mjs': '1' }, change: { 'web/parts/b.sh': 'evil' } },
  ],
  [
    'a program that the build runs from the sources',
    { build: 'tsx src/build.ts', files: { 'web/src/build.ts': '1' }, change: { 'web/src/build.ts': '2' } },
  ],
  [
    'variables of a file',
    { build: 'vite build', files: { 'web/.env': 'A=1' }, change: { 'web/.env': 'A=2' } },
  ],
  [
    'a script of the workspace',
    { build: 'vite build', files: { 'tools/all.mjs': '1' }, change: { 'tools/all.mjs': '2' } },
  ],
])('a change of %s asks again', async ([, { build, files, change }]) => {
  const folder = path.join(folderWith({ 'repo/.git/HEAD': 'ref: refs/heads/main' }), 'repo');
  writeFiles(folder, { ...workspace(build), ...files });
  expect(await asksAfter(folder, 'web', () => writeFiles(folder, change))).toBe(true);
});

test('a plugin of the workspace is code of the build, its sources too', async () => {
  const folder = folderWith({
    ...workspace('vite build'),
    'web/vite.config.ts': "import { plugin } from '@acme/plugin';",
    'packages/plugin/package.json': json({ name: '@acme/plugin' }),
    'packages/plugin/src/plugin.ts': '1',
    'packages/ui/package.json': json({ name: '@acme/ui' }),
    'packages/ui/src/ui.ts': '1',
    'node_modules/.keep': '',
  });
  mkdirSync(path.join(folder, 'node_modules/@acme'));
  for (const name of ['plugin', 'ui'])
    symlinkSync(
      path.join(folder, 'packages', name),
      path.join(folder, 'node_modules/@acme', name),
      'junction',
    );
  const asksFor = (file: string) => asksAfter(folder, 'web', () => writeFiles(folder, { [file]: '2' }));
  expect(await asksFor('packages/plugin/src/plugin.ts')).toBe(true);
  expect(await asksFor('packages/ui/src/ui.ts')).toBe(false);
});

test.for([
  'page.html',
  'page.md',
  'theme.css',
  'data/prices.json',
  'content/post.yaml',
  'public/logo.svg',
  'src/main.ts',
  'src/App.vue',
  'components/Button.tsx',
  'main.js',
  'parts/counter.js',
  'dist/assets/app.js',
  'generated/routes.ts',
  'node_modules/x/index.js',
  '.next/server/app.js',
  'types/env.d.ts',
  'build/app.js',
  '.vite.config.ts.swp',
  'vite.config.ts~',
  'vite.config.ts.timestamp-1795000000000.mjs',
])('a change of %s does not ask again', async (file) => {
  const folder = folderWith({
    'package.json': json({ scripts: { build: 'esbuild src/main.ts && vite build .' } }),
    'index.html': '<script type="module" src="/main.js"></script>',
    'main.js': "import './parts/counter.js';",
    'vite.config.ts': "export default { entry: 'src/main.ts', alias: './src', out: 'dist/assets/app.js' }",
    'tsconfig.json': json({ include: ['src', 'types'], files: ['src/main.ts'] }),
    '.gitignore': 'generated',
    'build/index.html': '',
    'src/main.ts': "import './App.vue';",
  });
  expect(await asksAfter(folder, '.', () => writeFiles(folder, { [file]: '2' }))).toBe(false);
});

test('a script of the project that git ignores is what a build wrote', async () => {
  const folder = folderWith({
    'package.json': json({ scripts: { build: 'tsc && node made/build.js' } }),
    '.gitignore': 'made/',
    'made/build.js': '1',
  });
  expect(await asksAfter(folder, '.', () => writeFiles(folder, { 'made/build.js': '2' }))).toBe(false);
  expect(await asksAfter(folder, '.', () => writeFiles(folder, { '.gitignore': '' }))).toBe(true);
});

test('a build command without package.json is followed too', async () => {
  const folder = folderWith({ Makefile: 'site:\n\tsh bin/make.sh', 'bin/make.sh': 'cp a b' });
  const before = await buildOf(folder, 'make site');
  writeFiles(folder, { 'bin/make.sh': 'evil' });
  expect((await buildOf(folder, 'make site')).fingerprint).not.toBe(before.fingerprint);
});

test('consent lasts for one stage where there is more code than can be read', async () => {
  const folder = folderWith({ 'package.json': json({ scripts: { build: 'make' } }) });
  expect((await buildOf(folder)).isCovered).toBe(true);
  mkdirSync(path.join(folder, 'tools'));
  for (let file = 0; file <= 5_000; file += 1) writeFileSync(path.join(folder, 'tools', `${file}.sh`), '');
  expect((await buildOf(folder)).isCovered).toBe(false);
});

test('a folder that a link leads to is read like one in the project, and a pipe is not read', async () => {
  const folder = folderWith({
    'web/package.json': json({ scripts: { build: 'node tools/a.mjs && sh /dev/stdin && sh waits' } }),
    'outside/b.mjs': '1',
  });
  symlinkSync(path.join(folder, 'outside'), path.join(folder, 'web/tools'), 'junction');
  execFileSync('mkfifo', [path.join(folder, 'web/waits')]);
  const change = () => writeFiles(folder, { 'outside/b.mjs': '2' });
  expect(await asksAfter(folder, 'web', change)).toBe(true);
});

test('links in a loop and damaged files of others do not prevent a stage', async () => {
  const folder = folderWith({
    ...workspace('vite build'),
    'web/vite.config.ts': "import '@acme/plugin';",
    'packages/plugin/package.json': json({ name: '@acme/plugin' }),
    'packages/plugin/plugin.js': '1',
    'fixtures/broken/package.json': '{',
    'node_modules/@acme/.keep': '',
  });
  const link = (target: string, at: string) => symlinkSync(target, path.join(folder, at), 'junction');
  link(path.join(folder, 'packages/plugin'), 'node_modules/@acme/plugin');
  link(path.join(folder, 'packages/plugin'), 'packages/plugin/again');
  link(path.join(folder, 'loop'), 'loop');
  link(path.join(folder, 'nowhere.sh'), 'tools.sh');
  const change = (file: string) => () => writeFiles(folder, { [file]: '2' });
  expect(await asksAfter(folder, 'web', change('packages/plugin/plugin.js'))).toBe(true);
  expect(await asksAfter(folder, 'web', change('fixtures/broken/package.json'))).toBe(true);
});

test('a text made of words is read up to a bound, beyond which consent lasts for one stage', async () => {
  const words = Array.from({ length: 20_000 }, (_each, index) => `w${index}`).join(' ');
  const folders = Object.fromEntries(Array.from({ length: 30 }, (_each, index) => [`d${index}/a`, '']));
  const start = Object.keys(folders).map((file) => path.dirname(file));
  const folder = folderWith({
    'package.json': json({ scripts: { build: 'make' } }),
    Makefile: `${start.join(' ')} ${words}`,
    ...folders,
  });
  expect((await buildOf(folder)).isCovered).toBe(false);
});

test.for<[string, Record<string, string>, string]>([
  ['mkdocs build', { 'mkdocs.yml': 'site_name: x', 'docs/index.md': 'x' }, 'site'],
  ['sphinx-build . _build/html', { 'conf.py': 'project = "x"', 'index.rst': 'x' }, '_build/html'],
  ['mdbook build', { 'book.toml': '' }, 'book'],
])(
  'what “%s” has written asks for no new consent, and its configuration does',
  async ([text, files, output]) => {
    const folder = folderWith(files);
    const [configuration = ''] = Object.keys(files);
    const written = { [`${output}/index.html`]: 'x', [`${output}/search/main.js`]: 'x' };
    const fingerprint = async (): Promise<string> => (await buildOf(folder, text)).fingerprint;
    const before = await fingerprint();
    writeFiles(folder, written);
    expect(await fingerprint()).toBe(before);
    writeFiles(folder, { [configuration]: `${files[configuration]}\n` });
    expect(await fingerprint()).not.toBe(before);
  },
);
