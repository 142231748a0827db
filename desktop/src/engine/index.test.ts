import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectWith } from '@stagelink/shared/staging/testing/folders';
import { isAlive } from '@stagelink/shared/staging/testing/processes';
import { stagingServer } from '@stagelink/shared/staging/testing/stagingServer';
import { expect, onTestFinished, test } from 'vitest';
import type { FromEngine } from './protocol.ts';
import { openStore } from './store/open.ts';
import { ACCOUNT, storeFolder } from './testing/testEngine.ts';

const SCRIPT = path.join(import.meta.dirname, 'index.ts');

test('when the main process is gone the engine ends its builds, keeps what they were for, and goes', async () => {
  const server = await stagingServer();
  const at = storeFolder();
  const project = projectWith(`console.log('pid ' + process.pid); setInterval(() => {}, 1000);`);
  const child = fork(SCRIPT, [at], { execArgv: [], serialization: 'advanced' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const { promise: building, resolve } = Promise.withResolvers<number>();
  child.on('message', (message: FromEngine) => {
    if (message.type === 'ready') {
      const accounts = [{ id: ACCOUNT, server: server.url, token: 'stl_pat_test' }];
      child.send({ id: 1, command: 'accounts.set', args: [accounts, ACCOUNT] });
      child.send({ id: 2, command: 'folders.add', args: [project] });
    }
    if (message.type === 'answer' && message.id === 2) {
      const { id } = message.value as { id: string };
      child.send({ id: 3, command: 'folders.agree', args: [id, ['npm run build']] });
    }
    if (message.type !== 'signal' || message.signal !== 'folder.logged') return;
    const lines = message.args[1] as { text: string }[];
    const pid = lines.find(({ text }) => text.startsWith('pid '))?.text.slice(4);
    if (pid !== undefined) resolve(Number(pid));
  });
  const pid = await building;

  child.disconnect();

  expect(await exited).toEqual([0, null]);
  expect(isAlive(pid)).toBe(false);
  const { store } = openStore(at);
  expect(store.folders.all()).toMatchObject([{ path: project, state: { kind: 'queued' } }]);
  expect(store.queue.all()).toMatchObject([{ cause: 'person' }]);
  expect(store.running.all()).toEqual([]);
  store.close();
});
