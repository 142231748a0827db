import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Folder } from '../../protocol/folders.ts';
import type { FromEngine } from '../../protocol/engine.ts';
import { ACCOUNT, storeFolder, testEngine, UID } from '../testing/testEngine.ts';
import { FolderThreads } from './threads.ts';

const SITE = { 'index.html': '<!doctype html><title>Home</title>' };

interface HangingSite {
  folder: string;
  /** Whether its rules are being read. */
  isHanging: () => boolean;
  answer: () => void;
}

/** A site whose rules are a pipe that never ends, so reading them blocks like a disk that is gone. */
function siteThatHangs(): HangingSite {
  const folder = folderWith(SITE);
  const pipe = path.join(folder, '.stagelinkignore');
  execFileSync('mkfifo', [pipe]);
  const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  writeSync(end, '#');
  const takeBack = (): boolean => {
    try {
      return readSync(end, Buffer.alloc(1)) === 1;
    } catch {
      return false;
    }
  };
  let isOver = false;
  const answer = (): void => {
    if (isOver) return;
    isOver = true;
    rmSync(pipe);
    closeSync(end);
  };
  onTestFinished(answer);
  return {
    folder,
    isHanging() {
      if (!takeBack()) return true;
      writeSync(end, '#');
      return false;
    },
    answer,
  };
}

describe.skipIf(process.platform === 'win32')('a disk that hangs in the middle of a stage', () => {
  test('stops no other folder, and its own goes out once it answers', async () => {
    const server = await stagingServer();
    const { folder, answer } = siteThatHangs();
    const engine = testEngine({
      work: (presence) => new FolderThreads(presence, { checkMs: 50, lost: 40 }),
    });
    await engine.signIn(server.url);
    const { id } = await engine.add(folder);
    const other = await engine.add(folderWith(SITE));

    await engine.handlers['folders.stage'](id);
    await engine.untilState(id, 'staging');
    await engine.handlers['folders.stage'](other.id);
    expect(await engine.untilEnded(1)).toMatchObject([{ folderId: other.id, outcome: 'staged' }]);
    await engine.untilState(id, 'unreachable');

    answer();
    expect(await engine.untilEnded(2)).toMatchObject([{}, { folderId: id, outcome: 'staged' }]);
  });

  test('does not keep its person from ending it', async () => {
    const server = await stagingServer();
    const { folder, isHanging } = siteThatHangs();
    const engine = testEngine({ work: (presence) => new FolderThreads(presence, { checkMs: 300 }) });
    await engine.signIn(server.url);
    const { id } = await engine.add(folder);
    await engine.handlers['folders.stage'](id);
    await expect.poll(isHanging, { timeout: 60_000 }).toBe(true);

    await engine.handlers['folders.cancel'](id);

    expect((await engine.untilState(id, 'idle')).kind).toBe('idle');
  });

  test('keeps the engine neither from answering nor from ending', async () => {
    const { folder, isHanging } = siteThatHangs();
    const server = await stagingServer();
    const script = path.join(import.meta.dirname, '../index.ts');
    const child = fork(script, [storeFolder()], { execArgv: [], serialization: 'advanced' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const answers = new Map<number, PromiseWithResolvers<unknown>>();
    child.on('message', (message: FromEngine) => {
      if (message.type === 'answer') answers.get(message.id)?.resolve(message.value);
    });
    const ask = (command: string, ...args: unknown[]): Promise<unknown> => {
      const answer = Promise.withResolvers<unknown>();
      answers.set(answers.size, answer);
      child.send({ id: answers.size - 1, command, args });
      return answer.promise;
    };
    const account = { id: ACCOUNT, server: server.url, uid: UID, token: 'stl_pat_test', proxy: null };
    await ask('accounts.set', [account], ACCOUNT);
    const { id } = (await ask('folders.add', folder)) as Folder;
    await ask('folders.stage', id);
    await expect.poll(isHanging, { timeout: 60_000 }).toBe(true);

    expect(await ask('engine.beat')).toBeUndefined();
    const exited = once(child, 'exit');
    child.send({ id: 99, command: 'engine.stop', args: [] });
    await exited;
  });
});
