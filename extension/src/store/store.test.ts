import { FolderLinks } from '@stagelink/shared/staging/node/folderLinks/index';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { createClient } from '@stagelink/shared/client/call';
import { fakeServer, refusal } from '@stagelink/shared/testing/fakeServer';
import { expect, test } from 'vitest';
import type { Memento, SecretStorage } from 'vscode';
import { reportVersion } from '../reportVersion.ts';
import { PinnedSnapshots } from './pinnedSnapshots.ts';
import { Consents } from './consents.ts';
import { Reported } from './reported.ts';
import { ReadState } from './readState.ts';
import { SignIns } from './signIns.ts';
import { StagedFolders } from './stagedFolders.ts';

let linkedAt = 0;

/** The parts of the editor's storage that are used; values are JSON. */
function memento(): Memento {
  const kept = new Map<string, string>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string, otherwise?: unknown) => {
      const text = kept.get(key);
      return text === undefined ? otherwise : (JSON.parse(text) as unknown);
    },
    update: (key: string, value: unknown) => {
      kept.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
  } as Memento;
}

function secrets(kept: Map<string, string>): SecretStorage {
  return {
    get: (key) => Promise.resolve(kept.get(key)),
    store: (key, value) => Promise.resolve(void kept.set(key, value)),
    delete: (key) => Promise.resolve(void kept.delete(key)),
    keys: () => Promise.resolve([...kept.keys()]),
    onDidChange: () => ({ dispose: () => undefined }),
  } as SecretStorage;
}

const ADA = { server: 'https://a.example', uid: 'ada' };
const link = (folder: string, snapshotId: string) => ({
  folder,
  snapshotId,
  url: `https://a.example/s/${snapshotId}`,
});

test('a yes holds for its folder and command, and for no other', async () => {
  const consents = new Consents(memento());
  await consents.remember('/boats', ['npm ci', 'npm run build']);

  expect(consents.has('/boats', ['npm run build'])).toBe(true);
  expect(consents.has('/boats', ['npm run build', 'npm ci'])).toBe(true);
  expect(consents.has('/boats', ['npm run build', 'npm run other'])).toBe(false);
  expect(consents.has('/copy/boats', ['npm run build'])).toBe(false);
});

test('a second yes does not take back the first', async () => {
  const consents = new Consents(memento());
  await consents.remember('/boats', ['npm ci']);
  await consents.remember('/boats', ['npm run build']);
  expect(consents.has('/boats', ['npm ci', 'npm run build'])).toBe(true);
});

test('a folder keeps its newest snapshot, and the one staged last comes first', async () => {
  const folders = new StagedFolders(memento(), new FolderLinks(folderWith({})));
  for (const staged of [link('/boats', 'first'), link('/cars', 'second'), link('/boats', 'third')]) {
    await folders.links.of({ ...ADA, folder: staged.folder }).bringOver(staged, (linkedAt += 1));
    await folders.remember(ADA, staged);
  }
  expect(folders.of(ADA)).toMatchObject([
    { folder: '/boats', snapshotId: 'third' },
    { folder: '/cars', snapshotId: 'second' },
  ]);
});

test('another account and another server have snapshots of their own', async () => {
  const folders = new StagedFolders(memento(), new FolderLinks(folderWith({})));
  const bob = { ...ADA, uid: 'bob' };
  await folders.remember(ADA, link('/boats', 'first'));
  await folders.remember(bob, link('/boats', 'second'));
  for (const owner of [ADA, bob]) await folders.bringOver(owner);

  expect(folders.of(ADA)).toMatchObject([{ snapshotId: 'first' }]);
  expect(folders.of(bob)).toMatchObject([{ snapshotId: 'second' }]);
  expect(folders.of({ ...ADA, server: 'https://b.example' })).toEqual([]);
});

test('links of an earlier release are brought over in their order, and do not replace newer ones', async () => {
  const folders = new StagedFolders(memento(), new FolderLinks(folderWith({})));
  await folders.remember(ADA, link('/boats', 'first'));
  await folders.remember(ADA, link('/cars', 'second'));
  await folders.links.of({ ...ADA, folder: '/boats' }).setLink({ snapshotId: 'newer', url: '/s/newer' });
  for (let time = 0; time < 2; time += 1) await folders.bringOver(ADA);
  expect(folders.of(ADA)).toMatchObject([
    { folder: '/boats', snapshotId: 'newer' },
    { folder: '/cars', snapshotId: 'second' },
  ]);
  await folders.links.of({ ...ADA, folder: '/cars' }).setLink(null);
  await folders.bringOver(ADA);
  expect(folders.of(ADA).map(({ folder }) => folder)).toEqual(['/boats']);
});

test('a token is kept for its server only, until it is forgotten', async () => {
  const kept = new Map<string, string>();
  const signIns = new SignIns(secrets(kept));
  const ada = { uid: 'ada', email: 'ada@example.com', token: 'stl_pat_x' };
  await signIns.keep(ADA.server, ada);

  expect(await signIns.of(ADA.server)).toEqual(ada);
  expect(await signIns.of('https://b.example')).toBeNull();
  await signIns.forget(ADA.server);
  expect(await signIns.of(ADA.server)).toBeNull();
  expect(kept.size).toBe(0);
});

test('comments that were notified stay known after a restart, and reading them marks them as read', async () => {
  const kept = memento();
  const seen = new ReadState(kept);
  expect(seen.known('one')).toBeNull();
  await seen.note('one', ['a', 'b'], ['b']);
  await seen.note('two', ['x'], ['x']);
  await seen.note('one', ['a', 'b', 'c'], ['c']);

  const after = new ReadState(kept);
  expect(after.known('one')).toEqual(new Set(['a', 'b', 'c']));
  expect(after.unseen('one')).toEqual(['b', 'c']);
  await after.markSeen(['one']);
  expect(after.unseen('one')).toEqual([]);
  expect(after.unseen('two')).toEqual(['x']);
  expect(after.known('one')).toEqual(new Set(['a', 'b', 'c']));
});

test('a comment that is gone is forgotten', async () => {
  const seen = new ReadState(memento());
  await seen.note('one', ['a', 'b'], ['a', 'b']);
  await seen.note('one', ['b'], []);
  expect(seen.unseen('one')).toEqual(['b']);
  expect(seen.known('one')).toEqual(new Set(['b']));
});

test('a snapshot is chosen once, until it is put away', async () => {
  const chosen = new PinnedSnapshots(memento());
  await chosen.add('one');
  await chosen.add('two');
  await chosen.add('one');
  expect(chosen.all()).toEqual(['two', 'one']);
  await chosen.remove('two');
  expect(chosen.all()).toEqual(['one']);
});

test('a version is reported once to each account, after a restart too, and again after a failure', async () => {
  const kept = memento();
  let isDown = true;
  const { send, requests } = fakeServer({
    'POST /api/extensions/installed': () => (isDown ? refusal(503, 'unavailable', 'Not now.') : { ok: true }),
  });
  const call = createClient(send);
  const report = (version: string, owner = ADA) =>
    reportVersion({ reported: new Reported(kept), version }, { owner, call });

  await expect(report('1.0.0')).rejects.toMatchObject({ status: 503 });
  isDown = false;
  await report('1.0.0');
  await report('1.0.0');
  await report('1.0.0', { ...ADA, uid: 'grace' });
  await report('1.1.0');
  const reported = requests['POST /api/extensions/installed']?.map(({ input }) => input.version);
  expect(reported).toEqual(['1.0.0', '1.0.0', '1.0.0', '1.1.0']);
});

test.each(['{', '{}', 'null', '"text"'])(
  'a damaged sign-in %s counts as signed out, and is replaced',
  async (text) => {
    const signIns = new SignIns(secrets(new Map([[`signIn ${ADA.server}`, text]])));
    expect(await signIns.of(ADA.server)).toBeNull();
    await signIns.keep(ADA.server, { uid: 'ada', email: 'ada@example.com', token: 'stl_pat_1' });
    expect(await signIns.of(ADA.server)).toMatchObject({ uid: 'ada' });
  },
);
