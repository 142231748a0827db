import { randomUUID } from 'node:crypto';
import type { Folder } from '../../protocol/folders.ts';
import { openStore } from '../store/open.ts';

/** Writes rows of every kind as fast as possible and reports each round. Runs until killed. */
const [, , at = ''] = process.argv;
const { store } = openStore(at);
const folder: Folder = {
  id: 'folder',
  accountId: 'ada',
  path: '/site',
  name: 'site',
  settings: { buildCommand: null, output: null, variables: [], watched: 'off', isProtected: true },
  detected: null,
  link: null,
  state: { kind: 'idle' },
  watchProblem: null,
  lastStagedAt: null,
};
store.folders.put(folder);
for (let round = 1; ; round += 1) {
  store.together(() => {
    store.folders.put({ ...folder, lastStagedAt: round });
    const hash = { size: round, mtimeMs: round, ctimeMs: round, ino: 1, sha256: 'f'.repeat(64), hashedAt: 1 };
    const fresh = new Map(Array.from({ length: 50 }, (_, file) => [`/site/${round}-${file}`, hash]));
    store.hashes.keep('folder', { fresh, stale: [] });
    store.queue.add({ folderId: 'folder', cause: 'person', since: round });
    store.history.add({
      id: randomUUID(),
      folderId: 'folder',
      startedAt: round,
      milliseconds: 1,
      cause: 'person',
      outcome: 'staged',
      files: 1,
      bytes: 1,
      changedFiles: 1,
      version: round,
      url: null,
      pins: null,
      problem: null,
    });
  });
  store.answers.put('ada', `/list/${round % 20}`, 'x'.repeat(20_000), round);
  process.send?.(round);
  await new Promise((resolve) => setImmediate(resolve));
}
