import { mkdirSync, readFileSync, renameSync, rmSync, Stats } from 'node:fs';
import path from 'node:path';
import { folderWith, projectWith, writeFiles } from '@stagelink/shared/staging/node/testing/folders';
import { gitIn } from '@stagelink/shared/staging/node/testing/git';
import { type StagingServer, stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { type FSWatcher, watch } from 'chokidar';
import { describe, expect, test } from 'vitest';
import type { FolderSettings } from '../../protocol/folders.ts';
import type { EngineOptions } from '../engine.ts';
import { storeFolder, type TestEngine, testEngine } from '../testing/testEngine.ts';
import { watchProblem } from './watchProblem.ts';

const SITE = { 'index.html': '<!doctype html><title>Home</title>', 'app.css': 'body { color: teal }' };

interface Watched {
  server: StagingServer;
  engine: TestEngine;
  id: string;
  untilWatched: () => Promise<void>;
}

/** A folder that was staged once and is watched. */
async function watching(
  folder: string,
  settings: Partial<FolderSettings>,
  options: Partial<EngineOptions> = {},
): Promise<Watched> {
  const server = await stagingServer();
  let ready: PromiseWithResolvers<void> = Promise.withResolvers();
  const engine = testEngine({ ...options, onWatched: () => ready.resolve() });
  await engine.signIn(server.url);
  const { id } = await engine.add(folder);
  await engine.agree(id);
  await engine.untilEnded(1);
  await engine.handlers['folders.change'](id, settings);
  await ready.promise;
  return {
    server,
    engine,
    id,
    async untilWatched() {
      await ready.promise;
      ready = Promise.withResolvers();
    },
  };
}

const shown = ({ server }: Watched, file: string): string | undefined =>
  [...server.snapshots.values()][0]?.get(file)?.toString();

test('a saved file is staged automatically, at the same link', async () => {
  const site = folderWith(SITE);
  const watched = await watching(site, { watched: 'sources' });

  writeFiles(site, { 'app.css': 'body { color: plum }' });
  const [, second] = await watched.engine.untilEnded(2);

  expect(second).toMatchObject({ cause: 'change', outcome: 'staged', changedFiles: 1, version: 2 });
  expect(shown(watched, 'app.css')).toBe('body { color: plum }');
});

test('a saved file is staged where the system gives no notices, too', async () => {
  const site = folderWith(SITE);
  const open: typeof watch = (paths, options) =>
    watch(paths, { ...options, usePolling: true, interval: 50, binaryInterval: 50 });
  const watched = await watching(site, { watched: 'sources' }, { openWatch: open });

  writeFiles(site, { 'app.css': 'body { color: plum }' });
  const [, second] = await watched.engine.untilEnded(2);

  expect(second).toMatchObject({ cause: 'change', outcome: 'staged', changedFiles: 1, version: 2 });
});

test('several files saved together are one version', async () => {
  const site = folderWith(SITE);
  const watched = await watching(site, { watched: 'sources' });

  for (let page = 0; page < 20; page += 1) writeFiles(site, { [`pages/${page}.html`]: `page ${page}` });
  const [, second] = await watched.engine.untilEnded(2);

  expect(second).toMatchObject({ version: 2, changedFiles: 20 });
});

test('saving the same again makes no new version', async () => {
  const site = folderWith(SITE);
  const watched = await watching(site, { watched: 'sources' });

  writeFiles(site, { 'app.css': SITE['app.css'] });
  await watched.engine.untilState(watched.id, 'settling');
  await watched.engine.untilState(watched.id, 'idle');
  writeFiles(site, { 'app.css': 'body { color: plum }' });
  const [, second] = await watched.engine.untilEnded(2);

  expect(second).toMatchObject({ version: 2 });
});

test('a build that writes among its own sources is not built for ever', async () => {
  const project = projectWith(
    `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync('src/builds.txt', 'built\\n');
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', readFileSync('src/page.html', 'utf8') + readFileSync('src/builds.txt', 'utf8'));`,
    { 'src/page.html': 'one' },
  );
  const watched = await watching(project, { watched: 'sources' });

  writeFiles(project, { 'src/page.html': 'two' });
  // One for the change, one for what that build wrote; a third would repeat forever.
  await watched.engine.untilEnded(3);
  writeFiles(project, { 'src/page.html': 'three' });
  const ended = await watched.engine.untilEnded(4);

  expect(ended.map(({ outcome }) => outcome)).toEqual(['staged', 'staged', 'staged', 'staged']);
  expect(shown(watched, 'index.html')).toContain('three');
  expect(readFileSync(path.join(project, 'src/builds.txt'), 'utf8').trim().split('\n')).toHaveLength(4);
});

test('a build is not repeated for ever because of a file it writes and a person changed too', async () => {
  const log = path.join(storeFolder(), 'builds.log');
  const project = projectWith(
    `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(log)}, 'built\\n');
const page = readFileSync('src/page.html', 'utf8');
writeFileSync('src/version.txt', String(process.hrtime.bigint()));
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', page);`,
    { 'src/page.html': 'one' },
  );
  const watched = await watching(project, { watched: 'sources' });

  writeFiles(project, { 'src/version.txt': 'checked out' });
  const problem = await watched.engine.untilProblem(watched.id);

  expect(problem).toMatchObject({
    code: 'rebuilds',
    message: expect.stringContaining('“version.txt”') as string,
  });
  expect((await watched.engine.folder(watched.id)).state).toEqual({ kind: 'idle' });
  // The first stage, the checked-out file, and three for what builds wrote.
  expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(5);

  writeFiles(project, { 'src/page.html': 'two' });
  await watched.engine.untilEnded(2);
  expect(shown(watched, 'index.html')).toBe('two');
  expect((await watched.engine.folder(watched.id)).watchProblem).toBeNull();
});

test('a change is staged that was made while the watch restarted for the output that a build chose', async () => {
  const project = projectWith(
    `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', readFileSync('src/page.html', 'utf8'));`,
    { 'src/page.html': 'one' },
  );
  const server = await stagingServer();
  let watches = 0;
  const engine = testEngine({
    openWatch(paths, options) {
      watches += 1;
      if (watches === 2) writeFiles(project, { 'src/page.html': 'two' });
      return watch(paths, options);
    },
  });
  await engine.signIn(server.url);
  const { id } = await engine.add(project);
  await engine.handlers['folders.change'](id, { watched: 'sources' });

  await engine.agree(id);
  const ended = await engine.untilEnded(2);

  expect(ended).toMatchObject([{ cause: 'person' }, { cause: 'change', outcome: 'staged', version: 2 }]);
  expect([...server.snapshots.values()][0]?.get('index.html')?.toString()).toBe('two');
  expect(watches).toBe(2);
});

test('a change is staged that was made while the folder was away', async () => {
  const site = folderWith(SITE);
  const watched = await watching(site, { watched: 'sources' });
  await watched.untilWatched();

  renameSync(site, `${site}-elsewhere`);
  await watched.engine.untilState(watched.id, 'missing');
  writeFiles(`${site}-elsewhere`, { 'app.css': 'body { color: plum }' });
  renameSync(`${site}-elsewhere`, site);
  await watched.engine.untilEnded(2);

  expect(shown(watched, 'app.css')).toBe('body { color: plum }');
});

test('what a build runs is agreed to again when a script behind it changes, and not before', async () => {
  const log = path.join(storeFolder(), 'builds.log');
  const project = projectWith(
    `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(log)}, 'built\\n');
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', readFileSync('src/page.html', 'utf8'));`,
    { 'src/page.html': 'one' },
  );
  const watched = await watching(project, { watched: 'sources' });
  const { engine, id } = watched;
  writeFiles(project, { 'src/page.html': 'two' });
  await engine.untilEnded(2);

  const scripts = { prebuild: 'node stranger.mjs', build: 'node build.mjs' };
  writeFiles(project, { 'package.json': JSON.stringify({ name: 'prototype', scripts }) });
  const { commands, fingerprints } = await engine.untilState(id, 'asking');

  expect(commands).toContain('  prebuild: node stranger.mjs');
  expect(readFileSync(log, 'utf8')).toBe('built\nbuilt\n');
  writeFiles(project, { 'stranger.mjs': '', 'src/page.html': 'three' });
  await engine.handlers['folders.agree'](id, fingerprints);
  // The missing script has appeared and is part of what would run.
  await engine.untilState(id, 'asking');
  expect(readFileSync(log, 'utf8')).toBe('built\nbuilt\n');
  await engine.agree(id);
  await engine.untilEnded(3);
  expect(shown(watched, 'index.html')).toBe('three');
});

/** A build that writes down each run, by a program of its own or a Makefile. */
function loggedBuild(files: Record<string, string>) {
  const log = path.join(storeFolder(), 'builds.log');
  const project = projectWith('', {
    'src/page.html': 'one',
    'package.json': JSON.stringify({ name: 'prototype', scripts: { build: 'make site' } }),
    Makefile: `site:\n\tnode build.mjs\n`,
    'build.mjs': `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(log)}, 'built\\n');
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', readFileSync('src/page.html', 'utf8'));`,
    ...files,
  });
  return { log, project };
}

test('a Makefile that changes after consent is not run before the user agrees to it', async () => {
  const { log, project } = loggedBuild({});
  const watched = await watching(project, { watched: 'sources' });
  const { engine, id } = watched;

  writeFiles(project, { Makefile: `site:\n\techo stranger >> ${log}\n`, 'src/page.html': 'two' });
  await engine.untilState(id, 'asking');
  expect(readFileSync(log, 'utf8')).toBe('built\n');
  expect(shown(watched, 'index.html')).toBe('one');
  await engine.agree(id);
  await engine.until(() => readFileSync(log, 'utf8') === 'built\nstranger\n');
});

test('what a pull brings is not built before the user agrees, and their own commits are', async () => {
  const { log, project } = loggedBuild({ '.gitignore': 'dist\n' });
  const git = gitIn(project);
  git('init', '-b', 'main');
  git('add', '.');
  git('commit', '-m', 'one');
  const watched = await watching(project, { watched: 'sources' });
  const { engine, id } = watched;

  writeFiles(project, { 'src/page.html': 'two' });
  git('commit', '-am', 'two');
  await engine.untilEnded(2);
  expect(shown(watched, 'index.html')).toBe('two');

  const theirs = path.join(storeFolder(), 'theirs');
  git('clone', project, theirs);
  writeFiles(theirs, { 'src/page.html': 'of a stranger' });
  gitIn(theirs)('commit', '-am', 'three');
  git('pull', '--ff-only', theirs, 'main');
  await engine.untilState(id, 'asking');
  expect(readFileSync(log, 'utf8')).toBe('built\nbuilt\n');
  expect(shown(watched, 'index.html')).toBe('two');
  await engine.agree(id);
  await engine.untilEnded(3);
  expect(shown(watched, 'index.html')).toBe('of a stranger');
});

test('on another branch nothing is built before the user agrees, and on the old one watching continues', async () => {
  const project = projectWith(
    `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', readFileSync('src/page.html', 'utf8'));`,
    { 'src/page.html': 'one', '.git/HEAD': 'ref: refs/heads/main\n' },
  );
  const watched = await watching(project, { watched: 'sources' });
  const { engine, id } = watched;

  writeFiles(project, { '.git/HEAD': 'ref: refs/heads/stranger\n', 'src/page.html': 'of a stranger' });
  expect(await engine.untilState(id, 'asking')).toMatchObject({
    commands: ['“npm run build”', '  build: node build.mjs'],
    branch: 'stranger',
  });
  expect(shown(watched, 'index.html')).toBe('one');

  writeFiles(project, { '.git/HEAD': 'ref: refs/heads/main\n', 'src/page.html': 'two' });
  await engine.untilEnded(2);
  expect(shown(watched, 'index.html')).toBe('two');

  writeFiles(project, { '.git/HEAD': 'ref: refs/heads/stranger\n', 'src/page.html': 'three' });
  const { fingerprints } = await engine.untilState(id, 'asking');
  await engine.handlers['folders.agree'](id, fingerprints);
  await engine.untilEnded(3);
  writeFiles(project, { 'src/page.html': 'four' });
  await engine.untilEnded(4);
  expect(shown(watched, 'index.html')).toBe('four');
});

test('a change during a stage causes one more afterwards', async () => {
  const site = folderWith(SITE);
  const watched = await watching(site, { watched: 'sources' });
  let isFirst = true;
  watched.server.fault = (request) => {
    if (isFirst && request.url?.endsWith('/finalize') === true) {
      isFirst = false;
      writeFiles(site, { 'app.css': 'body { color: gold }' });
    }
    return false;
  };

  writeFiles(site, { 'app.css': 'body { color: plum }' });
  await watched.engine.untilEnded(3);

  expect(shown(watched, 'app.css')).toBe('body { color: gold }');
});

test('who watches the output stages it without building', async () => {
  const project = projectWith(
    `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', 'built by the engine');`,
  );
  const watched = await watching(project, { watched: 'output' });

  writeFiles(project, { 'dist/index.html': 'built by a watching bundler' });
  const [, second] = await watched.engine.untilEnded(2);

  expect(second).toMatchObject({ cause: 'change', version: 2 });
  expect(shown(watched, 'index.html')).toBe('built by a watching bundler');
});

describe('on a network folder whose clock is wrong', () => {
  /** Opens watches that report file times of a clock that is this many milliseconds ahead. */
  const withClock =
    (aheadMs: () => number): typeof watch =>
    (paths, options) => {
      const watcher = watch(paths, options);
      const emit = watcher.emit.bind(watcher) as (event: unknown, ...args: unknown[]) => boolean;
      watcher.emit = (event: unknown, ...args: unknown[]) => {
        const stats = args.find((one) => one instanceof Stats);
        if (event === 'all' && stats) stats.ctimeMs += aheadMs();
        return emit(event, ...args);
      };
      return watcher;
    };

  test('an output that seems to be written by the last build is staged', async () => {
    const log = path.join(storeFolder(), 'built.log');
    const project = projectWith(
      `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', 'built by the engine');
writeFileSync(${JSON.stringify(log)}, String(Date.now()));`,
    );
    const builtAt = () => Number(readFileSync(log, 'utf8'));
    const openWatch = withClock(() => builtAt() - Date.now());
    const watched = await watching(project, { watched: 'output' }, { openWatch });

    writeFiles(project, { 'dist/index.html': 'built by a watching bundler' });
    await watched.engine.untilEnded(2);

    expect(shown(watched, 'index.html')).toBe('built by a watching bundler');
  });

  test.each([-60_000, 60_000])('a build that writes among its sources ends (%i ms)', async (aheadMs) => {
    const project = projectWith(
      `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const page = readFileSync('src/page.html', 'utf8');
writeFileSync('src/version.txt', String(process.hrtime.bigint()));
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', page);`,
      { 'src/page.html': 'one' },
    );
    const openWatch = withClock(() => aheadMs);
    const watched = await watching(project, { watched: 'sources' }, { openWatch });

    writeFiles(project, { 'src/version.txt': 'checked out' });

    expect(await watched.engine.untilProblem(watched.id)).toMatchObject({ code: 'rebuilds' });
  });
});

test('while it is paused nothing is staged; what changed goes out when it goes on', async () => {
  const site = folderWith(SITE);
  const watched = await watching(site, { watched: 'sources' });

  writeFiles(site, { 'app.css': 'body { color: plum }' });
  await watched.engine.untilState(watched.id, 'settling');
  await watched.engine.handlers['watching.pause'](true);
  await watched.engine.untilState(watched.id, 'idle');
  expect(await watched.engine.untilEnded(1)).toHaveLength(1);
  await watched.engine.handlers['watching.pause'](false);

  expect(await watched.engine.untilEnded(2)).toMatchObject([{ cause: 'person' }, { cause: 'change' }]);
});

describe('what changed while the companion was closed', () => {
  /** A folder that was staged and watched by an engine that has ended. */
  async function left(site: string) {
    const server = await stagingServer();
    const folder = storeFolder();
    const before = testEngine({ folder });
    await before.signIn(server.url);
    const { id } = await before.add(site);
    await before.handlers['folders.stage'](id);
    await before.untilEnded(1);
    await before.handlers['folders.change'](id, { watched: 'sources' });
    await before.stop();
    const watched = Promise.withResolvers<void>();
    return {
      id,
      comeBack: async (): Promise<TestEngine> => {
        const engine = testEngine({ folder, onWatched: () => watched.resolve() });
        await watched.promise;
        return engine;
      },
      signIn: (engine: TestEngine) => engine.signIn(server.url),
    };
  }

  test('is staged once it is opened again, and what was removed with it', async () => {
    const site = folderWith({ ...SITE, 'old/page.html': 'old' });
    const { id, comeBack, signIn } = await left(site);
    writeFiles(site, { 'app.css': 'body { color: plum }' });
    rmSync(path.join(site, 'old/page.html'));

    const engine = await comeBack();
    await signIn(engine);

    const [again] = await engine.untilEnded(1);
    expect(again).toMatchObject({ cause: 'change', outcome: 'staged', changedFiles: 2, version: 2 });
    expect(await engine.handlers['folders.history'](id)).toHaveLength(2);
  });

  test('waits while it is paused', async () => {
    const site = folderWith(SITE);
    const { id, comeBack, signIn } = await left(site);
    writeFiles(site, { 'app.css': 'body { color: plum }' });

    const engine = await comeBack();
    expect((await engine.folder(id)).state).toEqual({ kind: 'idle' });
    await signIn(engine);

    expect(await engine.untilEnded(1)).toMatchObject([{ cause: 'change', version: 2 }]);
  });

  test('is nothing when nothing did', async () => {
    const site = folderWith(SITE);
    // Times of files lag behind the clock, so files this new would count as changed.
    const written = Date.now();
    await expect.poll(() => Date.now() - written).toBeGreaterThan(20);
    const { id, comeBack, signIn } = await left(site);
    const engine = await comeBack();
    await signIn(engine);
    expect((await engine.folder(id)).state).toEqual({ kind: 'idle' });

    writeFiles(site, { 'app.css': 'body { color: plum }' });

    expect(await engine.untilEnded(1)).toMatchObject([{ changedFiles: 1, version: 2 }]);
  });
});

test('a folder that is renamed while it is watched is missing, and is watched again when it is back', async () => {
  const site = folderWith(SITE);
  const watched = await watching(site, { watched: 'sources' });
  await watched.untilWatched();

  renameSync(site, `${site}-elsewhere`);
  await watched.engine.untilState(watched.id, 'missing');
  renameSync(`${site}-elsewhere`, site);
  await watched.engine.untilState(watched.id, 'idle');
  await watched.untilWatched();
  writeFiles(site, { 'app.css': 'body { color: plum }' });
  const ended = await watched.engine.untilEnded(2);

  expect(ended.at(-1)).toMatchObject({ cause: 'change', outcome: 'staged', version: 2 });
});

test('a folder that is deleted and created again is watched again', async () => {
  const site = folderWith(SITE);
  const watched = await watching(site, { watched: 'sources' });

  rmSync(site, { recursive: true });
  await watched.engine.untilState(watched.id, 'missing');
  mkdirSync(site);

  expect(await watched.engine.untilState(watched.id, 'idle')).toEqual({ kind: 'idle' });
});

test('what prevents watching on a computer is reported in a sentence', () => {
  const failed = (code: string) => Object.assign(new Error('no more'), { code });
  expect(watchProblem(failed('ENOSPC'), 'linux')).toMatchObject({
    code: 'watch_limit',
    hint: expect.stringContaining('max_user_watches') as string,
  });
  expect(watchProblem(failed('EMFILE'), 'win32')?.hint).not.toContain('max_user_watches');
  expect(watchProblem(failed('EIO'))?.message).toContain('(EIO)');
  expect(watchProblem(failed('ENOENT'))).toBeNull();
  expect(watchProblem(new Error('passes'))).toBeNull();
});

test('a folder beyond the system’s limit is not shown as watched, also after a stage, until there is room', async () => {
  const server = await stagingServer();
  /** A system that can watch a single folder. */
  const open = new Set<FSWatcher>();
  let onWatched = (_folderId: string): void => {};
  const engine = testEngine({
    onWatched: (folderId) => onWatched(folderId),
    openWatch(paths, options) {
      const watcher = watch(paths, options);
      if (open.size > 0) {
        queueMicrotask(() => watcher.emit('error', Object.assign(new Error('no space'), { code: 'ENOSPC' })));
        return watcher;
      }
      open.add(watcher);
      const close = watcher.close.bind(watcher);
      watcher.close = () => {
        open.delete(watcher);
        return close();
      };
      return watcher;
    },
  });
  await engine.signIn(server.url);
  const first = await engine.add(folderWith(SITE));
  const site = folderWith(SITE);
  const { id } = await engine.add(site);
  await engine.handlers['folders.change'](first.id, { watched: 'sources' });
  await engine.handlers['folders.change'](id, { watched: 'sources' });
  expect(await engine.untilProblem(id)).toMatchObject({ code: 'watch_limit' });

  await engine.handlers['folders.stage'](id);
  await engine.untilEnded(1);
  expect((await engine.folder(id)).watchProblem).toMatchObject({ code: 'watch_limit' });

  const watched = Promise.withResolvers<void>();
  onWatched = (folderId) => void (folderId === id && watched.resolve());
  await engine.handlers['folders.change'](first.id, { watched: 'off' });
  await watched.promise;
  expect((await engine.folder(id)).watchProblem).toBeNull();
  writeFiles(site, { 'app.css': 'body { color: plum }' });
  expect(await engine.untilEnded(2)).toMatchObject([{ cause: 'person' }, { cause: 'change' }]);
});
