import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { projectWith } from '@stagelink/shared/staging/node/testing/folders';
import { isAlive } from '@stagelink/shared/staging/node/testing/processes';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { expect, onTestFinished, test } from 'vitest';
import type { Folder } from '../protocol/folders.ts';
import type { FromEngine } from '../protocol/engine.ts';
import { openStore } from './store/open.ts';
import { ACCOUNT, storeFolder, testEngine, UID } from './testing/testEngine.ts';

const SCRIPT = path.join(import.meta.dirname, 'index.ts');

interface Building {
  child: ChildProcess;
  at: string;
  project: string;
  folderId: string;
  /** Process of the build, which never ends. */
  pid: number;
}

/** The real engine as a process, in the middle of a build. */
async function building(): Promise<Building> {
  const server = await stagingServer();
  const at = storeFolder();
  const project = projectWith(`console.log('pid ' + process.pid); setInterval(() => {}, 1000);`);
  const child = fork(SCRIPT, [at], { execArgv: [], serialization: 'advanced' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { promise, resolve } = Promise.withResolvers<{ folderId: string; pid: number }>();
  child.on('message', (message: FromEngine) => {
    if (message.type === 'ready') {
      const accounts = [{ id: ACCOUNT, server: server.url, uid: UID, token: 'stl_pat_test', proxy: null }];
      child.send({ id: 1, command: 'accounts.set', args: [accounts, ACCOUNT] });
      child.send({ id: 2, command: 'folders.add', args: [project] });
    }
    if (message.type === 'answer' && message.id === 2) {
      const { id } = message.value as { id: string };
      child.send({ id: 3, command: 'folders.stage', args: [id] });
    }
    if (message.type === 'signal' && message.signal === 'folder.changed') {
      const { id, state } = message.args[0] as Folder;
      if (state.kind === 'asking')
        child.send({ id: 4, command: 'folders.agree', args: [id, state.fingerprints] });
    }
    if (message.type !== 'signal' || message.signal !== 'folder.logged') return;
    const [folderId, lines] = message.args as [string, { text: string }[]];
    const pid = lines.find(({ text }) => text.startsWith('pid '))?.text.slice(4);
    if (pid !== undefined) resolve({ folderId, pid: Number(pid) });
  });
  return { child, at, project, ...(await promise) };
}

test('when the main process is gone the engine ends its builds, keeps what they were for, and goes', async () => {
  const { child, at, project, pid } = await building();
  const exited = once(child, 'exit');

  child.disconnect();

  expect(await exited).toEqual([0, null]);
  expect(isAlive(pid)).toBe(false);
  const { store } = openStore(at);
  expect(store.folders.all()).toMatchObject([{ path: project, state: { kind: 'queued' } }]);
  expect(store.queue.all()).toMatchObject([{ cause: 'person' }]);
  expect(store.running.all()).toEqual([]);
  store.close();
});

test('a build does not outlive an engine that is killed', async () => {
  const { child, pid } = await building();
  const exited = once(child, 'exit');

  child.kill('SIGKILL');

  await exited;
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
});

test('what a build printed is there after its engine was killed, and what became of it', async () => {
  const { child, at, folderId, pid } = await building();
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;

  const engine = testEngine({ folder: at });

  expect(await engine.folder(folderId)).toMatchObject({
    state: { kind: 'failed', problem: { code: 'interrupted' } },
  });
  const log = await engine.handlers['folders.log'](folderId);
  expect(log).toContainEqual({ kind: 'output', text: `pid ${pid}` });
  expect(log.at(-1)).toEqual({
    kind: 'problem',
    text: 'The companion quit while this folder was being staged.',
  });
});

test('an engine that cannot start says why before it ends', async () => {
  const at = storeFolder();
  mkdirSync(path.join(at, 'companion.sqlite'));
  const child = fork(SCRIPT, [at], { execArgv: [], serialization: 'advanced' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const firstMessage = once(child, 'message');
  const exited = once(child, 'exit');

  expect((await firstMessage)[0]).toMatchObject({
    type: 'failed',
    message: expect.stringContaining('companion.sqlite could not be opened.') as string,
  });
  expect(await exited).toEqual([1, null]);
});
