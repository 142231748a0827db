import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Folder, StageRecord } from '../../protocol/folders.ts';
import { toProblem } from '../errors.ts';
import { storeFolder } from '../testing/testEngine.ts';
import { StageHashes } from '../work/stageHashes.ts';
import { ANSWER_BYTES, ANSWERS_BYTES } from './responseCache.ts';
import { HISTORY_LENGTH } from './history.ts';
import { LOG_LINES } from './logs.ts';
import { MIGRATIONS } from './migrations.ts';
import { STORE_NOTICE } from '../../protocol/engine.ts';
import { openStore, type Store, storeOver } from './open.ts';

const WRITER = path.join(import.meta.dirname, '../testing/writer.ts');

const aFolder = (id: string, more: Partial<Folder> = {}): Folder => ({
  id,
  accountId: 'ada',
  path: `/sites/${id}`,
  name: id,
  settings: { buildCommand: null, variables: [], output: 'dist', watched: 'sources', isProtected: false },
  detected: { kind: 'static', framework: null, packageManager: null, commands: [], outputs: ['.'] },
  link: null,
  state: { kind: 'idle' },
  watchProblem: null,
  lastStagedAt: null,
  ...more,
});

const aRecord = (folderId: string, at: number): StageRecord => ({
  id: `${folderId}-${at}`,
  folderId,
  startedAt: at,
  milliseconds: 5,
  cause: 'change',
  outcome: 'failed',
  files: null,
  bytes: null,
  changedFiles: null,
  version: null,
  url: null,
  pins: null,
  problem: { code: 'build_failed', message: 'It failed.', hint: 'Mend it.', lines: ['error'] },
});

function opened(folder: string): { store: Store; replaced: string | null } {
  const one = openStore(folder);
  onTestFinished(one.store.close);
  return one;
}

describe('what is kept', () => {
  test('everything of a folder comes back as it was, and goes with it', () => {
    const at = storeFolder();
    const { store } = opened(at);
    const folder = aFolder('one', {
      link: { snapshotId: 's', name: 'n', url: 'u', password: null, version: 3, waiting: null },
    });
    store.folders.put(folder);
    store.folders.put(aFolder('two'));
    store.agreements.add('one', ['npm install', 'npm run build']);
    store.history.add(aRecord('one', 1));
    store.logs.add('one', [{ kind: 'output', text: 'vite v8' }]);
    store.queue.add({ folderId: 'one', cause: 'change', since: 7 });
    store.manifests.put('one', 's', new Map([['index.html', 'abc']]));
    store.close();

    const again = opened(at).store;
    expect(again.folders.all()).toEqual([folder, aFolder('two')]);
    expect(again.agreements.of('one')).toEqual(new Set(['npm install', 'npm run build']));
    expect(again.agreements.of('two')).toEqual(new Set());
    expect(again.history.of('one')).toEqual([aRecord('one', 1)]);
    expect(again.logs.of('one')).toEqual([{ kind: 'output', text: 'vite v8' }]);
    expect(again.queue.all()).toEqual([{ folderId: 'one', cause: 'change', since: 7 }]);
    expect(again.manifests.of('one', 's')).toEqual(new Map([['index.html', 'abc']]));
    expect(again.manifests.of('one', 'another')).toBeNull();

    again.folders.remove('one');
    again.folders.put(aFolder('one'));
    expect(again.agreements.of('one')).toEqual(new Set());
    expect(again.history.of('one')).toEqual([]);
    expect(again.logs.of('one')).toEqual([]);
    expect(again.queue.all()).toEqual([]);
  });

  test('what waits keeps its place however often it is asked for', () => {
    const { store } = opened(storeFolder());
    for (const id of ['one', 'two']) {
      store.folders.put(aFolder(id));
      store.queue.add({ folderId: id, cause: 'person', since: 1 });
    }
    store.queue.add({ folderId: 'one', cause: 'queue', since: 2 });
    expect(store.queue.all().map(({ folderId, cause }) => [folderId, cause])).toEqual([
      ['one', 'person'],
      ['two', 'person'],
    ]);
  });

  test('hashes of files that are no longer asked for are removed', () => {
    const { store } = opened(storeFolder());
    store.folders.put(aFolder('one'));
    const hash = { size: 1, mtimeMs: 1.5, ctimeMs: 1.75, ino: 2 ** 60, sha256: 'aa', hashedAt: 2.5 };
    const first = new StageHashes(store.hashes.of('one'));
    first.set('/a', hash);
    first.set('/b', hash);
    store.hashes.keep('one', first.changes());
    const second = new StageHashes(store.hashes.of('one'));
    expect(second.get('/a')).toEqual(hash);
    store.hashes.keep('one', second.changes());
    expect(store.hashes.of('one')).toEqual(new Map([['/a', hash]]));
  });

  test('a folder’s history has an end, newest first', () => {
    const { store } = opened(storeFolder());
    store.folders.put(aFolder('one'));
    for (let at = 0; at < HISTORY_LENGTH + 5; at += 1) store.history.add(aRecord('one', at));
    const kept = store.history.of('one');
    expect(kept).toHaveLength(HISTORY_LENGTH);
    expect(kept[0]?.startedAt).toBe(HISTORY_LENGTH + 4);
  });

  test('a log has an end, the last lines stay, and the next stage begins it anew', () => {
    const { store } = opened(storeFolder());
    store.folders.put(aFolder('one'));
    const lines = (from: number) =>
      Array.from({ length: 300 }, (_, at) => ({ kind: 'output' as const, text: String(from + at) }));
    for (let from = 0; from < LOG_LINES * 2; from += 300) store.logs.add('one', lines(from));
    const kept = store.logs.of('one');
    expect(kept).toHaveLength(LOG_LINES);
    expect(kept.at(-1)?.text).toBe('4199');
    expect(kept[0]?.text).toBe('2200');
    store.logs.remove('one');
    expect(store.logs.of('one')).toEqual([]);
  });

  test('answers have a bound, the oldest go first, and an account’s go when it goes', () => {
    const { store } = opened(storeFolder());
    const text = 'x'.repeat(ANSWER_BYTES);
    const fitting = ANSWERS_BYTES / ANSWER_BYTES;
    for (let at = 0; at <= fitting; at += 1) store.answers.put('ada', `/${at}`, text, at);
    expect(store.answers.get('ada', '/0')).toBeNull();
    expect(store.answers.get('ada', '/1')).toEqual({ text, storedAt: 1 });
    store.answers.put('ada', '/1', `${text}x`, 9);
    expect(store.answers.get('ada', '/1')).toBeNull();
    store.answers.put('bob', '/1', 'his', 9);
    store.answers.forget('ada');
    expect(store.answers.get('ada', '/2')).toBeNull();
    expect(store.answers.get('bob', '/1')).toEqual({ text: 'his', storedAt: 9 });
  });
});

test('a process that is killed while it writes leaves a store that is whole', async () => {
  const at = storeFolder();
  for (const rounds of [1, 7, 23, 40]) {
    const child = fork(WRITER, [at], { execArgv: [] });
    let written = 0;
    await new Promise<void>((resolve) => {
      child.on('message', (round: number) => {
        written = round;
        if (round === rounds) resolve();
      });
    });
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;

    const { store, replaced } = openStore(at);
    expect(replaced).toBeNull();
    // A round is stored completely or not at all.
    const reached = store.history.of('folder')[0]?.version ?? 0;
    expect(reached).toBeGreaterThanOrEqual(written);
    expect(store.folders.all()[0]?.lastStagedAt).toBe(reached);
    store.folders.remove('folder');
    store.close();
  }
});

describe('a store that cannot be used is set aside', () => {
  const FILE = 'companion.sqlite';
  const damages: [string, (file: string) => void][] = [
    [
      'garbage',
      (file) =>
        writeFileSync(file, 'this is no database, but it is long enough to be taken for one'.repeat(99)),
    ],
    ['cut off', (file) => truncateSync(file, 8192)],
    [
      'damaged inside',
      (file) => {
        const bytes = readFileSync(file);
        bytes.fill(0xa5, 4096 * 2, Math.min(bytes.length, 4096 * 40));
        writeFileSync(file, bytes);
      },
    ],
  ];

  test.each(damages)('%s', (_what, damage) => {
    const at = storeFolder();
    const before = openStore(at).store;
    before.folders.put(aFolder('one'));
    for (let n = 0; n < 100; n += 1) before.answers.put('ada', `/${n}`, 'x'.repeat(5_000), n);
    before.close();
    damage(path.join(at, FILE));

    const { store, replaced } = opened(at);

    expect(replaced).toMatch(
      /^The companion’s data could not be used, because .+ It was saved as companion\.damaged-/,
    );
    expect(store.folders.all()).toEqual([]);
    store.folders.put(aFolder('two'));
    const aside = readdirSync(at).filter((name) => /^companion\.damaged-[\dTZ-]+\.sqlite$/.test(name));
    expect(aside).toHaveLength(1);
    expect(replaced).toContain(aside[0]);
    // An engine that ends before its message arrives leaves it to be read.
    expect(JSON.parse(readFileSync(path.join(at, STORE_NOTICE), 'utf8'))).toBe(replaced);
    expect(openStore(at).replaced).toBeNull();
  });
});

test('a damaged store stays in its place until the message about it can be kept', () => {
  const at = storeFolder();
  const file = path.join(at, 'companion.sqlite');
  const notice = path.join(at, STORE_NOTICE);
  writeFileSync(file, 'x'.repeat(20_000));
  mkdirSync(notice);
  expect(() => openStore(at)).toThrow('EISDIR');
  expect(readdirSync(at).sort()).toEqual(['companion.sqlite', STORE_NOTICE]);
  rmdirSync(notice);
  expect(opened(at).replaced).toContain('damaged');
});

describe('a store that is good but cannot be used is left as it is', () => {
  const filesIn = (at: string) => readdirSync(at).filter((name) => name.includes('damaged'));

  test('of a newer version', () => {
    const at = storeFolder();
    openStore(at).store.close();
    const database = new Database(path.join(at, 'companion.sqlite'));
    database.pragma('user_version = 999');
    database.close();
    expect(() => openStore(at)).toThrow('A newer version of Stagelink was used on this computer');
    expect(filesIn(at)).toEqual([]);
  });

  test('that cannot be opened', () => {
    const at = storeFolder();
    const file = path.join(at, 'companion.sqlite');
    mkdirSync(file);
    expect(() => openStore(at)).toThrow(`${file} could not be opened.`);
    expect(filesIn(at)).toEqual([]);
  });
});

test('opening a store without anything to migrate writes nothing', () => {
  const at = storeFolder();
  openStore(at).store.close();
  const file = path.join(at, 'companion.sqlite');
  const before = readFileSync(file);
  const { store } = openStore(at);
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  store.close();
  expect(log).toBe(0);
  expect(readFileSync(file).equals(before)).toBe(true);
});

/** Opens a store without space for another write; `makeRoom` adds space. */
function fullDisk(): { store: Store; makeRoom: () => void } {
  const at = mkdtempSync(path.join(tmpdir(), 'stagelink-full-'));
  onTestFinished(() => rmSync(at, { recursive: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'stagelink-test', at], { stdio: 'pipe' });
  } catch {
    // Mounting is not permitted here, so the database gets no more pages.
    const database = new Database(path.join(at, 'companion.sqlite'));
    for (const migration of MIGRATIONS) database.exec(migration);
    database.pragma('max_page_count = 30');
    const store = storeOver(database);
    onTestFinished(store.close);
    return { store, makeRoom: () => void database.pragma('max_page_count = 1000') };
  }
  onTestFinished(() => void execFileSync('umount', [at]));
  const { store } = opened(at);
  const filler = path.join(at, 'filler');
  expect(() => writeFileSync(filler, Buffer.alloc(4 * 1024 * 1024))).toThrow('ENOSPC');
  return { store, makeRoom: () => rmSync(filler) };
}

test('a full disk is a sentence, loses nothing, and is over once there is room', () => {
  const { store, makeRoom } = fullDisk();
  const write = () => store.answers.put('ada', '/list', 'x'.repeat(200_000), 1);
  let problem = null;
  try {
    write();
  } catch (cause) {
    problem = toProblem(cause);
  }
  expect(problem).toMatchObject({ code: 'disk_full', hint: 'Free some space, then try again.' });
  makeRoom();
  write();
  expect(store.answers.get('ada', '/list')?.text).toHaveLength(200_000);
});
