import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@stagelink/shared/client/call';
import { register } from '@stagelink/shared/contracts/accounts';
import { postComment } from '@stagelink/shared/contracts/comments';
import { nodeSend } from '@stagelink/shared/staging/node/nodeTransport';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { asJson } from '../../server/src/testing/comments.ts';
import { type EngineProcess, startEngine } from '../support/engine.ts';
import { newDataDir, type Server, startServer } from '../support/server.ts';

// The companion's real engine and the real server as processes, either of which crashes.

interface Folder {
  id: string;
  link: { snapshotId: string; url: string; version: number } | null;
  state: { kind: string; problem?: { code: string } };
}
interface Tray {
  id: string;
  name: string;
  unread: number;
}

let dataDir: string;
let server: Server;
let token: string;
let store: string;
let engine: EngineProcess;

const ACCOUNT = 'ada@here';
const signIn = () => engine.ask('accounts.set', [{ id: ACCOUNT, server: server.url, token }], ACCOUNT);

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'stagelink-site-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

const SITE = { 'index.html': '<!doctype html><title>Home</title><h1>Home</h1>' };

const add = async (files: Record<string, string>): Promise<Folder> =>
  (await engine.ask('folders.add', await folderWith(files))) as Folder;

const untilState = (id: string, kind: string) =>
  engine.until('folder.changed', (folder: Folder) => folder.id === id && folder.state.kind === kind);

const untilStaged = async (id: string): Promise<Folder> => {
  const [folder] = await engine.until(
    'stage.ended',
    (ended: Folder) => ended.id === id && ended.link !== null,
  );
  return folder as Folder;
};

beforeAll(async () => {
  dataDir = await newDataDir();
  server = await startServer({ dataDir });
  const about = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' };
  token = (await createClient(nodeSend({ server: server.url }))(register, about)).sessionToken;
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  store = await mkdtemp(path.join(tmpdir(), 'stagelink-store-'));
  engine = await startEngine(store);
  await signIn();
  onTestFinished(async () => {
    await engine.stop();
    await rm(store, { recursive: true, force: true });
  });
});

test('a staged snapshot is in the tray, and a comment on it is counted there', async () => {
  const { id } = await add(SITE);
  await engine.ask('folders.change', id, { isProtected: false });
  await engine.ask('folders.stage', id);
  const { link } = await untilStaged(id);
  const snapshotId = link?.snapshotId ?? '';
  await engine.until('tray.changed', (tray: Tray[]) => tray.some((one) => one.id === snapshotId));

  const other = { email: 'bob@example.com', password: 'correct horse battery', name: 'Bob' };
  const bob = (await createClient(nodeSend({ server: server.url }))(register, other)).sessionToken;
  const call = createClient(nodeSend({ server: server.url, token: bob }));
  await call(postComment, { id: snapshotId }, asJson({ text: 'Make it bigger' }));

  const [tray, unread] = await engine.until('tray.changed', (snapshots: Tray[]) =>
    snapshots.some((one) => one.id === snapshotId && one.unread === 1),
  );
  expect(unread).toBe(1);
  expect((tray as Tray[]).length).toBeLessThanOrEqual(5);
});

test('a stage during an outage goes out once the server is started again', async () => {
  const { id } = await add(SITE);
  const port = new URL(server.url).port;
  const gone = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await gone;

  await engine.ask('folders.stage', id);
  await untilState(id, 'queued');
  server = await startServer({ dataDir, env: { PORT: port } });

  expect((await untilStaged(id)).link?.version).toBe(1);
});

test('an engine that is killed in the middle of a build says so when it is started again, and has lost nothing', async () => {
  const staged = await add(SITE);
  await engine.ask('folders.stage', staged.id);
  const { link } = await untilStaged(staged.id);
  const hanging = await add({
    'package.json': JSON.stringify({ scripts: { build: 'node build.mjs' } }),
    'build.mjs': "setInterval(() => console.log('building'), 50);",
  });
  const asking = untilState(hanging.id, 'asking');
  await engine.ask('folders.stage', hanging.id);
  const [awaiting] = (await asking) as [Folder & { state: { fingerprints: string[] } }];
  await engine.ask('folders.agree', hanging.id, awaiting.state.fingerprints);
  await engine.until('folder.logged', (id: string, lines: { text: string }[]) => {
    return id === hanging.id && lines.some(({ text }) => text === 'building');
  });
  await engine.kill();

  engine = await startEngine(store);
  await signIn();
  const folders = (await engine.ask('folders.list')) as Folder[];
  expect(folders.find(({ id }) => id === staged.id)?.link).toEqual(link);
  expect(folders.find(({ id }) => id === hanging.id)?.state).toMatchObject({
    kind: 'failed',
    problem: { code: 'interrupted' },
  });
});
