import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { FolderLinks } from '@stagelink/shared/staging/node/folderLinks/index';
import { writeProjectLink } from '@stagelink/shared/staging/node/projectLink';
import {
  type Cut,
  type CuttingProxy,
  startCuttingProxy,
  type UploadStep,
} from '@stagelink/shared/staging/node/testing/cuttingProxy';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { type StagingServer, stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest';
import { type Store, openStore } from './store/open.ts';
import { storeFolder, testEngine, UID } from './testing/testEngine.ts';

const SITE = { 'index.html': '<!doctype html><title>Home</title>', 'app.css': 'body { color: teal }' };

let server: StagingServer;
let proxy: CuttingProxy;
let at: string;
let site: string;

beforeEach(async () => {
  server = await stagingServer();
  proxy = await startCuttingProxy(server.url);
  onTestFinished(proxy.close);
  at = storeFolder();
  site = folderWith(SITE);
});

async function engineWithSite() {
  const engine = testEngine({ folder: at });
  await engine.signIn(proxy.url);
  const { id } = await engine.add(site);
  return { engine, id };
}

const recordOf = (folder = site) =>
  new FolderLinks(path.join(at, 'links')).of({ folder, server: proxy.url, uid: UID });
const published = () => [...server.snapshots.keys()];

const steps: [UploadStep, Cut['when']][] = (['create', 'send', 'finalize'] as const).flatMap((step) => [
  [step, 'before'],
  [step, 'after'],
]);

describe('the companion makes one link with one version', () => {
  test.each(steps)('when the reply of “%s” is cut, %s the server has acted', async (step, when) => {
    const { engine, id } = await engineWithSite();
    proxy.cut = { step, when, lasts: 'once' };
    await engine.handlers['folders.stage'](id);
    expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged', version: 1 }]);
    expect(published()).toEqual([(await engine.folder(id)).link?.snapshotId]);
  });

  test.each(steps)(
    'when the network is gone from “%s” on, %s the server has acted, and comes back',
    async (step, when) => {
      const { engine, id } = await engineWithSite();
      proxy.cut = { step, when, lasts: 'and_rest' };
      await engine.handlers['folders.stage'](id);
      await engine.untilState(id, 'queued');
      proxy.cut = null;
      await engine.handlers['network.recheck']();
      expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged', version: 1 }]);
      expect(published()).toEqual([(await engine.folder(id)).link?.snapshotId]);
    },
  );
});

/** Leaves the store as an engine that was killed in the middle of a stage. */
function asKilled(folderId: string): void {
  const { store }: { store: Store } = openStore(at);
  store.running.add(folderId);
  store.close();
}

describe('after the engine was killed while it published', () => {
  /** The state in which a kill leaves the record, for a server that has published or not. */
  async function killed(isPublished: boolean) {
    const { engine, id } = await engineWithSite();
    proxy.cut = { step: 'finalize', when: isPublished ? 'after' : 'before', lasts: 'and_rest' };
    await engine.handlers['folders.stage'](id);
    await engine.untilState(id, 'queued');
    await engine.stop();
    asKilled(id);
    return id;
  }

  test('a published version is shown with its link', async () => {
    const id = await killed(true);
    const engine = testEngine({ folder: at });
    expect((await engine.folder(id)).state).toMatchObject({
      kind: 'failed',
      problem: { hint: expect.stringMatching(/^It is not known/) as string },
    });
    proxy.cut = null;
    await engine.signIn(proxy.url);
    await engine.untilState(id, 'idle');
    const { link } = await engine.folder(id);
    expect(published()).toEqual([link?.snapshotId]);
    await engine.handlers['folders.stage'](id);
    expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged', version: 1 }]);
    expect(published()).toEqual([link?.snapshotId]);
  });

  test('“Nothing was published” comes from the server', async () => {
    const id = await killed(false);
    const engine = testEngine({ folder: at });
    proxy.cut = null;
    await engine.signIn(proxy.url);
    await engine.until(() => {
      const folders = engine.handlers['folders.list']() as readonly { state: unknown }[];
      return JSON.stringify(folders).includes('Nothing was published. Stage it again.');
    });
    await engine.handlers['folders.stage'](id);
    expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged', version: 1 }]);
    expect(published()).toHaveLength(1);
  });
});

describe('while it publishes without a network', () => {
  async function publishing(
    onCut: (id: string, engine: Awaited<ReturnType<typeof engineWithSite>>['engine']) => void,
  ) {
    const { engine, id } = await engineWithSite();
    proxy.cut = { step: 'finalize', when: 'after', lasts: 'and_rest', onCut: () => onCut(id, engine) };
    await engine.handlers['folders.stage'](id);
    return { engine, id };
  }

  test('a cancelled stage ends, and the folder says that the result is not known', async () => {
    const { engine, id } = await publishing((id, { handlers }) => void handlers['folders.cancel'](id));
    expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'cancelled' }]);
    expect((await engine.folder(id)).state).toMatchObject({ kind: 'failed' });
    proxy.cut = null;
    await engine.handlers['folders.stage'](id);
    expect((await engine.untilEnded(2)).at(-1)).toMatchObject({ outcome: 'staged', version: 1 });
    expect(published()).toHaveLength(1);
  });

  test('an engine that is stopped ends, and the stage goes on at the next start', async () => {
    const stopping = Promise.withResolvers<void>();
    const { id } = await publishing((_id, { stop }) => stopping.resolve(stop()));
    await stopping.promise;
    proxy.cut = null;
    const engine = testEngine({ folder: at });
    await engine.signIn(proxy.url);
    expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged', version: 1 }]);
    expect(published()).toEqual([(await engine.folder(id)).link?.snapshotId]);
  });
});

test('a link that only the companion’s own store knows is brought over, once', async () => {
  const { engine, id } = await engineWithSite();
  await engine.handlers['folders.stage'](id);
  await engine.untilEnded(1);
  const { link } = await engine.folder(id);
  await recordOf().change((record) => ({ ...record, link: null, linkedAt: 0 }));
  await engine.handlers['folders.stage'](id);
  await engine.untilEnded(2);
  expect(published()).toEqual([link?.snapshotId]);
  expect(recordOf().read().link).toMatchObject({ snapshotId: link?.snapshotId });
});

test('a folder that another program has staged keeps that link', async () => {
  const { engine, id } = await engineWithSite();
  const other = await engine.add(folderWith(SITE));
  await engine.handlers['folders.stage'](other.id);
  await engine.untilEnded(1);
  const { link } = await engine.folder(other.id);
  await recordOf().setLink({ snapshotId: link?.snapshotId ?? '', url: link?.url ?? '' });
  await engine.handlers['folders.stage'](id);
  const ended = await engine.untilEnded(2);
  expect(ended.at(-1)).toMatchObject({ version: 2, url: link?.url });
  expect(published()).toEqual([link?.snapshotId]);
});

test('an unlinked folder gets a new link, although the server knows the folder', async () => {
  const { engine, id } = await engineWithSite();
  await engine.handlers['folders.stage'](id);
  const [first] = await engine.untilEnded(1);
  await engine.handlers['folders.link'](id, null);
  await engine.handlers['folders.stage'](id);
  const [, second] = await engine.untilEnded(2);
  expect(second).toMatchObject({ version: 1 });
  expect(second?.url).not.toBe(first?.url);
});

test.each([
  [true, 'same'],
  [false, 'own'],
])('a copied folder asks first: %s stages it to the %s link', async (isSame) => {
  const { engine, id } = await engineWithSite();
  await engine.handlers['folders.stage'](id);
  await engine.untilEnded(1);
  const { link } = await engine.folder(id);
  const snapshotId = link?.snapshotId ?? '';
  writeProjectLink(site, { server: proxy.url, snapshotId });
  const copied = path.join(folderWith({}), 'copy');
  mkdirSync(copied);
  cpSync(site, copied, { recursive: true });

  const copy = await engine.add(copied);
  await engine.handlers['folders.stage'](copy.id);
  const { question } = await engine.untilState(copy.id, 'deciding');
  expect(question).toMatchObject({ kind: 'link', url: link?.url, belongsTo: site });
  expect(published()).toHaveLength(1);
  await engine.handlers['folders.decide'](copy.id, isSame);
  await engine.untilEnded(2);
  expect((await engine.folder(copy.id)).link?.snapshotId === snapshotId).toBe(isSame);
  expect((await engine.folder(id)).link?.version).toBe(1);
});
