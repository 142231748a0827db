import { EventEmitter } from 'node:events';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import type { FSWatcher, watch } from 'chokidar';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Folder } from '../../protocol/folders.ts';
import { FolderMachines, type Performers } from '../folderMachine/folderMachines.ts';
import { missingFiles, Pauses } from './half.ts';
import { Watching } from './watching.ts';

const FOLDER: Folder = {
  id: 'one',
  accountId: 'ada',
  path: '/work/shop',
  name: 'shop',
  settings: { buildCommand: null, output: 'dist', variables: [], watched: 'output', isProtected: true },
  detected: { kind: 'build', framework: null, packageManager: 'npm', commands: [], outputs: ['dist'] },
  link: null,
  state: { kind: 'idle' },
  watchProblem: null,
  lastStagedAt: 1,
};

/** A watched output with the given files; `written` reports a write just now. */
async function watchedOutput(missing: (string[] | null)[]) {
  const watcher = Object.assign(new EventEmitter(), { close: async () => {} });
  const onChange = vi.fn();
  let looks = 0;
  const watching = new Watching({
    find: () => FOLDER,
    send: (folderId, event) => machines.send(folderId, event),
    setProblem: () => {},
    open: (() => watcher as unknown as FSWatcher) as typeof watch,
    missing: async () => missing[Math.min(looks++, missing.length - 1)] ?? null,
  });
  const performers: Partial<Performers> = {
    waitForQuiet: (folderId) => watching.waitForQuiet(folderId),
    dropChanges: (folderId) => watching.dropChanges(folderId),
    inspect: (folderId) => watching.inspect(folderId),
    clearWatchProblem: () => {},
    stage: onChange,
  };
  const machines = new FolderMachines({
    find: () => FOLDER,
    setState: () => {},
    performers: performers as Performers,
  });
  watching.follow(FOLDER);
  machines.pause(false);
  watcher.emit('ready');
  await vi.advanceTimersByTimeAsync(0);
  return {
    onChange,
    written: () => watcher.emit('all', 'change', '/work/shop/dist/index.html', { ctimeMs: Date.now() }),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an output is staged once every file that its page names is there', async () => {
  const { written, onChange } = await watchedOutput([[], null, ['app.js'], []]);
  written();
  await vi.advanceTimersByTimeAsync(700);
  expect(onChange).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(300);
  expect(onChange).toHaveBeenCalledOnce();
});

test('a file that was never there holds nothing up, and one that does not come only for a while', async () => {
  const usual = await watchedOutput([['favicon.ico'], ['favicon.ico']]);
  usual.written();
  await vi.advanceTimersByTimeAsync(350);
  expect(usual.onChange).toHaveBeenCalledOnce();

  const broken = await watchedOutput([[], ['app.js']]);
  broken.written();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(broken.onChange).toHaveBeenCalledOnce();
});

test('a build that pauses is waited for twice as long as it paused the time before', () => {
  const pauses = new Pauses();
  for (const at of [0, 100, 800, 900]) pauses.wrote(at);
  expect(pauses.waitMs()).toBe(1_400);
  pauses.wrote(60_000);
  expect(pauses.waitMs()).toBe(1_400);
  pauses.wrote(60_050);
  pauses.wrote(120_000);
  expect(pauses.waitMs()).toBe(100);
});

test('what a page loads from its own folder is looked for, and nothing else', async () => {
  const root = folderWith({
    'index.html': `<!doctype html><link rel="stylesheet" href="/app.css?v=1"><script src="./js/app.js"></script>
      <img src='img/a%20b.png'><script src="https://cdn.example.com/x.js"></script><script src="//cdn.example.com/y.js"></script>
      <a href="elsewhere.html">Else</a><img src="data:image/png;base64,AAAA"><link rel="icon" href="#icon">`,
    'app.css': '',
  });
  expect(await missingFiles(root)).toEqual(['js/app.js', 'img/a b.png']);
  expect(await missingFiles(folderWith({}))).toBeNull();
});
