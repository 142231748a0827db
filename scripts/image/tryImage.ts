import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbedded } from '@stagelink/postgres/embedded';
import { isListening } from '../../tests/support/listening.ts';
import { freePort, newDataDir, untilHealthy } from '../../tests/support/server.ts';
import { type Account, signUp, stagelink, type StagedFolder } from '../../tests/support/stagelink.ts';
import { ROOT } from '../setup/root.mjs';
import { say } from '../setup/say.mjs';
import { buildah, spawnInside } from './buildah.ts';
import type { Image } from './makeImage.ts';

const USER = 10_001;
const MOST_MEGABYTES = 350;
const DATABASE = 'stagelink';

interface ImageSettings {
  User: string;
  Cmd: string[];
  Env: string[];
  Healthcheck: { Test: [string, ...string[]] };
}

async function settingsOf(container: string): Promise<ImageSettings> {
  const { Docker } = JSON.parse(await buildah('inspect', container)) as { Docker: { config: ImageSettings } };
  return Docker.config;
}

async function assertSmall({ name }: Image): Promise<string> {
  const [{ size }] = JSON.parse(await buildah('images', '--json', name)) as [{ size: string }];
  assert.match(size, /^\d+ MB$/);
  assert.ok(parseInt(size) <= MOST_MEGABYTES, `The image has ${size}; ${MOST_MEGABYTES} MB are allowed.`);
  return size;
}

/** Neither a layer nor the description contains the secrets of the build or a file with settings of npm. */
async function assertNoSecrets({ name, secretWord }: Image, dir: string): Promise<void> {
  const folder = path.join(dir, 'layers');
  await buildah('push', '--format=docker', name, `dir:${folder}`);
  const files = (await readdir(folder)).filter((file) => /^[0-9a-f]{64}$/.test(file));
  assert.ok(files.length > 2, 'The image has layers and a description to look into.');
  for (const file of files) {
    const bytes = await readFile(path.join(folder, file));
    const isLayer = bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]));
    const script = isLayer ? 'gzip -dc "$0"' : 'cat "$0"';
    const found = `${script} | grep -aFc -e "$1" || true`;
    const count = await promisify(execFile)('sh', ['-c', found, path.join(folder, file), secretWord]);
    assert.equal(count.stdout.trim(), '0', 'No layer contains what a build secret contains.');
    if (!isLayer) continue;
    const { stdout } = await promisify(execFile)('tar', ['-tzf', path.join(folder, file)], {
      maxBuffer: 2 ** 26,
    });
    const npmrc = stdout.split('\n').filter((entry) => /(^|\/)\.?npmrc$/.test(entry));
    assert.deepEqual(
      npmrc.filter((entry) => !entry.startsWith('usr/')),
      [],
      'No layer has settings of npm.',
    );
  }
}

/** The children of a process, whichever of its threads started them. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8'));
  return (await Promise.all(lists)).flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
}

/** The server is the last descendant of the program that runs the container. */
async function serverIn(pid: number): Promise<number> {
  const child = (await childrenOf(pid)).at(-1);
  return child === undefined ? pid : serverIn(child);
}

async function assertUser(pid: number): Promise<void> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  assert.match(status, new RegExp(`^Uid:\\t${USER}\\t${USER}\\t${USER}\\t${USER}$`, 'm'), 'It is not root.');
}

async function assertHealthy(container: string, env: Record<string, string>): Promise<void> {
  const { Healthcheck } = await settingsOf(container);
  const [code] = await once(spawnInside(container, Healthcheck.Test.slice(1), env), 'exit');
  assert.equal(code, 0, 'The health check of the image succeeds.');
}

/** Node resolves no name below localhost. */
function open(url: string): Promise<string> {
  const { host, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: pathname, headers: { Host: host } }, (response) =>
      resolve(text(response)),
    )
      .on('error', reject)
      .end();
  });
}

async function assertStages(url: string, dir: string): Promise<void> {
  const account: Account = await signUp(url, 'Ada');
  const folder = path.join(ROOT, 'server/sample');
  const { stdout, stderr } = await stagelink(url, account, dir, [
    'stage',
    folder,
    '--yes',
    '--no-password',
    '--json',
  ]);
  assert.notEqual(stdout, '', stderr);
  const { data } = JSON.parse(stdout) as { data: StagedFolder };
  const page = await open(data.contentUrl);
  const [, title = ''] =
    /<title>(.*?)<\/title>/.exec(await readFile(path.join(folder, 'index.html'), 'utf8')) ?? [];
  assert.ok(title !== '' && page.includes(title), 'The staged page is served.');
}

/** Begins a request, ends the server, and finishes the request, which is answered all the same. */
async function assertDrains(port: number, pid: number, exited: Promise<unknown[]>): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const body = JSON.stringify({ email: 'ada@example.com', password: 'wrong password' });
  const head = ['POST /auth/login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  const length = `Content-Length: ${body.length}`;
  // The response to this shows that the server has read the head.
  const expects = 'Expect: 100-continue';
  socket.write([...head, length, expects, '', ''].join('\r\n'));
  assert.match(String(await once(socket, 'data')), /100 Continue/);
  process.kill(pid, 'SIGTERM');
  while (await isListening(port)) await wait(20);
  const answered = text(socket);
  socket.write(body);
  assert.match(await answered, /^HTTP\/1\.1 401 /, 'What was begun is finished.');
  assert.equal((await exited)[0], 0, 'The server ends in order.');
}

/** Paths that the container has written since a file was made; what is mounted into it does not count. */
async function writtenSince(marker: string, root: string): Promise<string[]> {
  const args = [root, '-xdev', '-newer', marker, '-not', '-type', 'd'];
  const { stdout } = await promisify(execFile)('find', args);
  return stdout.split('\n').filter((file) => file !== '' && !file.startsWith(`${root}/data/`));
}

async function tryRunning(container: string, databaseUrl: string, dir: string): Promise<void> {
  const root = await buildah('mount', container);
  const marker = path.join(dir, 'marker');
  await writeFile(marker, '');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { DATABASE_URL: databaseUrl, PORT: String(port), APP_URL: url, LOG_LEVEL: 'warn' };
  const server = spawnInside(container, (await settingsOf(container)).Cmd, env);
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  const exited = once(server, 'exit');
  try {
    await untilHealthy(url, server, () => output);
    await assertHealthy(container, env);
    const pid = await serverIn(server.pid ?? 0);
    await assertUser(pid);
    await assertStages(url, dir);
    await assertDrains(port, pid, exited);
    assert.deepEqual(await writtenSince(marker, root), [], 'Nothing but /data is written.');
  } finally {
    if (server.exitCode === null) process.kill(await serverIn(server.pid ?? 0), 'SIGKILL');
  }
}

/** Runs the image as a person would, and throws at the first thing that is not as deploy/README.md says. */
export async function tryImage(image: Image): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-image-'));
  const dataDir = await newDataDir();
  const postgres = await startEmbedded(path.join(dataDir, 'postgres'), { durable: false });
  const container = await buildah('from', '--pull-never', image.name);
  try {
    const size = await assertSmall(image);
    await assertNoSecrets(image, dir);
    await postgres.createDatabase(DATABASE);
    await tryRunning(container, postgres.url(DATABASE), dir);
    say(
      `${image.name}: ${size}, no secrets in it, starts as user ${USER}, stages, drains, writes to /data only.`,
    );
  } finally {
    await buildah('rm', container);
    await postgres.stop();
    for (const folder of [dir, dataDir]) await rm(folder, { recursive: true, force: true });
  }
}
