import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FolderPresence, type FolderPresenceOptions } from './folderWatchdog.ts';
import { storeFolder, testEngine } from './testing/testEngine.ts';

const SITE = { 'index.html': '<!doctype html><title>Home</title>' };

/** Real file system calls, except that one folder blocks until released. */
function diskThatHangs(folder: string) {
  let hanging: PromiseWithResolvers<void> | null = null;
  let calls = 0;
  return {
    calls: () => calls,
    hang: () => void (hanging = Promise.withResolvers()),
    answer() {
      hanging?.resolve();
      hanging = null;
    },
    presence: {
      answerMs: 50,
      async stat(target) {
        if (target === folder) calls += 1;
        if (target === folder && hanging) await hanging.promise;
        // At once, so that no other folder is late on a busy machine.
        return statSync(target);
      },
    } satisfies FolderPresenceOptions,
  };
}

test('a folder whose disk does not answer stops only itself, and goes out once it answers', async () => {
  const server = await stagingServer();
  const network = folderWith(SITE);
  const local = folderWith(SITE);
  const disk = diskThatHangs(network);
  const engine = testEngine({ presence: disk.presence });
  await engine.signIn(server.url);
  const { id } = await engine.add(network);
  const other = await engine.add(local);

  disk.hang();
  await engine.untilState(id, 'unreachable');
  await engine.handlers['folders.stage'](id);
  await engine.handlers['folders.stage'](other.id);
  await engine.untilEnded(1);
  await engine.handlers['folders.change'](id, { watched: 'sources' });
  expect(engine.handlers['engine.beat']()).toBeUndefined();
  expect((await engine.folder(id)).state).toEqual({ kind: 'unreachable' });

  disk.answer();
  const ended = await engine.untilEnded(2);
  expect(ended).toMatchObject([
    { folderId: other.id, outcome: 'staged' },
    { folderId: id, outcome: 'staged' },
  ]);
});

test('an engine that starts while a folder’s disk does not answer runs, and watches the folder later', async () => {
  const folder = storeFolder();
  const network = folderWith(SITE);
  const before = testEngine({ folder });
  await before.signIn('http://localhost:1');
  const { id } = await before.add(network);
  await before.handlers['folders.change'](id, { watched: 'sources' });
  await before.stop();

  const disk = diskThatHangs(network);
  disk.hang();
  const watched = Promise.withResolvers<string>();
  const engine = testEngine({ folder, presence: disk.presence, onWatched: watched.resolve });
  await engine.untilState(id, 'unreachable');
  disk.answer();
  expect(await watched.promise).toBe(id);
  expect((await engine.folder(id)).state).toEqual({ kind: 'idle' });
});

test('a disk that does not answer is asked once, however often it is looked for', async () => {
  const disk = diskThatHangs('/network');
  disk.hang();
  const presence = new FolderPresence({ ...disk.presence, answerMs: 5 });
  const found = await Promise.all([presence.check('/network'), presence.check('/network')]);
  expect(found).toEqual(['unreachable', 'unreachable']);
  expect(await presence.check('/network')).toBe('unreachable');
  expect(disk.calls()).toBe(1);
  disk.answer();
});
