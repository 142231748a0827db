import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest';
import { createClient } from '../../../client/call.ts';
import type { UserError } from '../../../client/userError.ts';
import type { Staged } from '../../../contracts/staging.ts';
import { refusal } from '../../../testing/fakeServer.ts';
import type { LinkAnswer, LinkQuestion } from '../../core/linkQuestion.ts';
import { nodeSend } from '../nodeTransport.ts';
import { writeProjectLink } from '../projectLink.ts';
import { systemRuntime } from '../runtime.ts';
import { type Cut, type CuttingProxy, startCuttingProxy, type UploadStep } from '../testing/cuttingProxy.ts';
import { folderWith, writeFiles } from '../testing/folders.ts';
import { type StagingServer, stagingServer } from '../testing/stagingServer.ts';
import { FolderLinks, type LinkedStageOptions, settle, stageLinked } from './index.ts';

const SITE = { 'index.html': '<!doctype html><title>Home</title>', 'app.css': 'body { color: teal }' };
const UID = 'ada';

let server: StagingServer;
let proxy: CuttingProxy;
let links: FolderLinks;
let folder: string;

beforeEach(async () => {
  server = await stagingServer();
  proxy = await startCuttingProxy(server.url);
  onTestFinished(proxy.close);
  links = new FolderLinks(folderWith({}));
  folder = path.join(folderWith({}), 'shop');
  mkdirSync(folder);
  writeFiles(folder, SITE);
});

const send = () => nodeSend({ server: proxy.url });
const recordOf = (of = folder) => links.of({ folder: of, server: proxy.url, uid: UID });

/** Stages a folder through the proxy. */
async function stageOnce(more: Partial<LinkedStageOptions> = {}): Promise<Staged> {
  const events = stageLinked({
    folder,
    links,
    server: proxy.url,
    uid: UID,
    settingsFor: (snapshotId) => (snapshotId === undefined ? { name: 'Shop' } : { snapshotId }),
    client: 'cli',
    send: send(),
    runtime: { ...systemRuntime, sleep: async () => {} },
    retry: { attempts: 3, baseMs: 1, maxMs: 2 },
    consent: () => true,
    environment: {},
    ...more,
  });
  for await (const event of events) if (event.type === 'done') return event.staged;
  throw new Error('It ended without a link');
}

const UNKNOWN = {
  message: expect.stringMatching(/It is not known whether version 1 was published\.$/) as string,
  hint: 'Stage again: the link stays the same.',
};

const endOf = (stage: Promise<Staged>): Promise<Staged | UserError> =>
  stage.catch((cause: unknown) => cause as UserError);

const steps: [UploadStep, Cut['when']][] = (['create', 'send', 'finalize'] as const).flatMap((step) => [
  [step, 'before'],
  [step, 'after'],
]);

describe('when one reply is lost', () => {
  test.each(steps)(
    'at “%s”, %s the server has acted, there is one link with one version',
    async (step, when) => {
      proxy.cut = { step, when, lasts: 'once' };
      const staged = await stageOnce();
      expect(proxy.cuts).toBe(1);
      expect(staged.version).toBe(1);
      expect([...server.snapshots.keys()]).toEqual([staged.snapshot.id]);
      expect(recordOf().read()).toMatchObject({ link: { snapshotId: staged.snapshot.id, url: staged.url } });
      expect(recordOf().read().publishing).toBeUndefined();
    },
  );

  test('while a lost reply is asked for, there is one link with one version', async () => {
    proxy.cut = {
      step: 'send',
      when: 'after',
      lasts: 'once',
      onCut: () => queueMicrotask(() => (proxy.cut = { step: 'ask', when: 'after', lasts: 'once' })),
    };
    expect((await stageOnce()).version).toBe(1);
    expect(proxy.cuts).toBe(2);
    expect(server.snapshots.size).toBe(1);
  });
});

describe('when the network is gone from one step on', () => {
  test.each(steps)('at “%s”, %s the server has acted, the next stage makes one link', async (step, when) => {
    proxy.cut = { step, when, lasts: 'and_rest' };
    const lost = (await endOf(stageOnce())) as UserError;
    expect(lost).toMatchObject({ code: 'network', ...(step === 'finalize' ? UNKNOWN : {}) });
    expect(lost.message.includes('It is not known')).toBe(step === 'finalize');
    expect(lost.message).not.toContain('Nothing was published');

    proxy.cut = null;
    const staged = await stageOnce();
    expect(staged.version).toBe(1);
    expect([...server.snapshots.keys()]).toEqual([staged.snapshot.id]);
  });

  test.each(steps)(
    'of a restage at “%s”, %s the server has acted, one version is added',
    async (step, when) => {
      const first = await stageOnce();
      writeFiles(folder, { 'index.html': '<!doctype html><title>New</title>' });
      proxy.cut = { step, when, lasts: 'and_rest' };
      await endOf(stageOnce());
      proxy.cut = null;
      expect(await stageOnce()).toMatchObject({ url: first.url, version: 2 });
      expect(server.snapshots.size).toBe(1);
    },
  );

  test('files that change before the next stage become the next version', async () => {
    proxy.cut = { step: 'finalize', when: 'after', lasts: 'and_rest' };
    await endOf(stageOnce());
    proxy.cut = null;
    writeFiles(folder, { 'index.html': '<!doctype html><title>New</title>' });
    expect((await stageOnce()).version).toBe(2);
    expect(server.snapshots.size).toBe(1);
  });
});

describe('when no reply to the publish request arrives, but the server can be asked', () => {
  test('and it says that nothing was published, so does the stage', async () => {
    proxy.cut = { step: 'finalize', when: 'before', lasts: 'always' };
    const error = (await endOf(stageOnce())) as UserError;
    expect(error.message).toMatch(/Nothing was published\.$/);
    expect(server.snapshots.size).toBe(0);
    expect(recordOf().read().publishing).toBeUndefined();
  });

  test('and it says that the version is published, so does the stage', async () => {
    proxy.cut = { step: 'finalize', when: 'after', lasts: 'always' };
    const error = (await endOf(stageOnce())) as UserError;
    expect(error.message).toMatch(/Version 1 was published all the same\.$/);
    expect(error.hint).toBe('Stage again to see its link: the link stays the same.');
    proxy.cut = null;
    expect((await stageOnce()).version).toBe(1);
  });

  test('a rejection is an answer: nothing is open any more', async () => {
    server.fault = ({ url = '' }) =>
      url.endsWith('/finalize') && refusal(403, 'plan_limit', 'Your plan allows 10 active snapshots.');
    expect(await endOf(stageOnce())).toMatchObject({ code: 'limit' });
    expect(recordOf().read().publishing).toBeUndefined();
  });
});

describe('settling', () => {
  const settled = () => settle(recordOf(), createClient(send()));

  test('without anything open asks nothing', async () => {
    expect(await settled()).toEqual({ kind: 'nothing_open' });
    expect(server.requests).toEqual([]);
  });

  test('of a published upload stores its link', async () => {
    proxy.cut = { step: 'finalize', when: 'after', lasts: 'and_rest' };
    await endOf(stageOnce());
    await expect(settled()).rejects.toMatchObject({ name: 'NetworkError' });
    expect(recordOf().read()).toMatchObject({ link: null, publishing: { snapshotId: expect.any(String) } });
    proxy.cut = null;
    const [snapshotId = ''] = server.snapshots.keys();
    const link = { snapshotId, url: `${proxy.url}/s/${snapshotId}` };
    expect(await settled()).toEqual({ kind: 'published', link });
    expect(recordOf().read().link).toEqual(link);
  });

  test('of an upload that never arrived says that nothing was published', async () => {
    proxy.cut = { step: 'finalize', when: 'before', lasts: 'and_rest' };
    await endOf(stageOnce());
    proxy.cut = null;
    expect(await settled()).toEqual({ kind: 'not_published' });
    expect(recordOf().read()).toMatchObject({ link: null });
  });

  test.each([
    ['a new link that exists', true, false, 'published'],
    ['a new link that does not exist', false, false, 'not_published'],
    ['a restage', true, true, 'forgotten'],
  ])('of an upload the server has forgotten, for %s', async (_what, exists, isRestage, kind) => {
    const { snapshot } = await stageOnce();
    const { id: snapshotId } = snapshot;
    if (!exists) server.snapshots.delete(snapshotId);
    const publishing = { uploadId: crypto.randomUUID(), snapshotId, key: 'k', since: 0 };
    await recordOf().change((record) => ({ ...record, link: isRestage ? record.link : null, publishing }));
    expect((await settled()).kind).toBe(kind);
  });
});

describe('two clients of one computer', () => {
  test('that stage a new folder at once get one link', async () => {
    const staged = await Promise.all([stageOnce(), stageOnce(), stageOnce()]);
    expect(new Set(staged.map(({ url }) => url)).size).toBe(1);
    expect(server.snapshots.size).toBe(1);
  });

  test('that learn from the server that there is a link restage it', async () => {
    const first = await stageOnce();
    await recordOf().setLink(null);
    expect(await stageOnce()).toMatchObject({ url: first.url, version: 2 });
  });

  test('make another link when that is requested, and then keep it', async () => {
    const first = await stageOnce();
    const second = await stageOnce({ to: 'new' });
    expect(second.url).not.toBe(first.url);
    expect((await stageOnce()).url).toBe(second.url);
  });
});

test('a server of an earlier release, which knows no keys, still takes stages', async () => {
  const send: LinkedStageOptions['send'] = async (request) => {
    const unknown = /"(folderKey|idempotencyKey)"/.exec(request.json ?? '')?.[1];
    const message = `There is no field named “${unknown}”.`;
    return unknown === undefined
      ? nodeSend({ server: server.url })(request)
      : refusal(400, 'invalid_input', message, { field: unknown });
  };
  expect((await stageOnce({ send })).version).toBe(1);
});

describe('a folder that is copied with its project link', () => {
  let copy: string;
  let original: Staged;
  beforeEach(async () => {
    original = await stageOnce();
    writeProjectLink(folder, { server: proxy.url, snapshotId: original.snapshot.id });
    copy = `${folder} 2`;
    cpSync(folder, copy, { recursive: true });
    writeFiles(copy, { 'index.html': '<!doctype html><title>Draft</title>' });
  });

  const versions = () => server.requests.filter((line) => line.endsWith('/finalize')).length;
  const ask = (answer: LinkAnswer | null) => {
    const questions: LinkQuestion[] = [];
    return { questions, askLink: (question: LinkQuestion) => (questions.push(question), answer) };
  };

  test('is refused where no one can answer a question, and the original stays', async () => {
    const error = await endOf(stageOnce({ folder: copy }));
    expect(error).toMatchObject({
      code: 'unconfirmed_link',
      message: expect.stringContaining(`belongs to ${folder}`) as string,
    });
    expect(versions()).toBe(1);
  });

  test('is asked about once, and then stays at the same link', async () => {
    const { questions, askLink } = ask('same');
    expect(await stageOnce({ folder: copy, askLink })).toMatchObject({ url: original.url, version: 2 });
    expect(await stageOnce({ folder: copy, askLink })).toMatchObject({ url: original.url, version: 3 });
    expect(questions).toEqual([
      {
        folder: copy,
        name: expect.any(String) as string,
        url: original.url,
        belongsTo: folder,
        hasOwn: false,
      },
    ]);
  });

  test('gets a link of its own, and keeps it', async () => {
    const { questions, askLink } = ask('own');
    const own = await stageOnce({ folder: copy, askLink });
    expect(own.url).not.toBe(original.url);
    expect((await stageOnce({ folder: copy })).url).toBe(own.url);
    expect((await stageOnce()).url).toBe(original.url);
    expect(questions).toHaveLength(1);
  });

  test('is not staged when the question is cancelled', async () => {
    const error = await endOf(stageOnce({ folder: copy, askLink: () => null }));
    expect(error).toMatchObject({ code: 'cancelled' });
    expect(versions()).toBe(1);
  });

  test('goes on when its link is named, or in continuous integration', async () => {
    expect((await stageOnce({ folder: copy, to: original.snapshot.id })).version).toBe(2);
    expect((await stageOnce({ folder: copy })).version).toBe(3);
    const checkout = `${folder} 3`;
    cpSync(folder, checkout, { recursive: true });
    expect((await stageOnce({ folder: checkout, isUnattended: true })).version).toBe(4);
  });

  test('gets a new link on request, and keeps it', async () => {
    const { url } = await stageOnce({ folder: copy, to: 'new' });
    expect(url).not.toBe(original.url);
    expect((await stageOnce({ folder: copy })).url).toBe(url);
  });

  test('asks nothing in the folder it was linked from, and comes back to it after a stage elsewhere', async () => {
    await stageOnce({ to: 'new' });
    expect(await stageOnce()).toMatchObject({ url: original.url, version: 2 });
  });
});

test('a project link to a snapshot that is not yours is reported before anything is built', async () => {
  writeProjectLink(folder, { server: proxy.url, snapshotId: 'k3v9m2x7q4w8z1c6b5n0d2f4g6' });
  writeFiles(folder, { 'package.json': '{"scripts":{"build":"exit 1"}}' });
  const error = await endOf(stageOnce({ build: true, askLink: () => 'same' }));
  expect(error).toMatchObject({
    code: 'bad_project_link',
    message: `The link that .stagelink/project.json of ${folder} names was deleted, has expired, or is not yours.`,
  });
  expect(server.requests).toEqual(['GET /api/snapshots/k3v9m2x7q4w8z1c6b5n0d2f4g6']);
});

test('where the link cannot be stored nothing is built or published, and the folder to mend is named', async () => {
  const data = path.join(folderWith({ data: 'a file' }), 'data');
  const error = await endOf(stageOnce({ links: new FolderLinks(data) }));
  expect(error).toMatchObject({
    code: 'links_unwritable',
    message: `The links of your folders could not be stored in ${data}.`,
  });
  expect(server.requests).toEqual([]);
});
