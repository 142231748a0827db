import { type ChildProcess, fork, spawn } from 'node:child_process';
import { hash, randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@stagelink/shared/client/call';
import { register } from '@stagelink/shared/contracts/accounts';
import { createToken } from '@stagelink/shared/contracts/tokens';
import type { HashCache } from '@stagelink/shared/staging/node/manifest';
import { nodeSend } from '@stagelink/shared/staging/node/nodeTransport';
import { stage } from '@stagelink/shared/staging/node/stage';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';

/*
 * Measures staging against a real server on loopback: every figure is a ratio of medians, both sides in
 * turn. “hash” reads and hashes the same folder once. A first stage sends bytes that are new to the server,
 * and nothing is measured while it still compresses. Run: node tools/bench/staging.ts
 */

const ROUNDS = 5;
const MB = 1024 * 1024;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLI = path.join(ROOT, 'cli/bin/stagelink.js');
const SCRATCH = mkdtempSync(path.join(tmpdir(), 'stagelink-bench-'));
// As root the database runs as another user, which needs access to its folder.
chmodSync(SCRATCH, 0o755);

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function timed(act: () => unknown): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** Creates a built site: half of the bytes images, a third scripts and styles, the rest pages. */
function makeSite(name: string, files: number, bytes: number): string {
  const folder = path.join(SCRATCH, name);
  const size = Math.floor(bytes / files);
  const words = 'const render = (props) => { return h("section", { class: "card" }, props.title); };\n';
  for (let i = 0; i < files; i += 1) {
    const [kind, content] =
      i % 2 === 0
        ? ['webp', randomBytes(size)]
        : i % 3 === 0
          ? ['html', page(size)]
          : ['js', script(size, words)];
    const file = path.join(folder, `part${i % 40}`, `file${i}.${kind}`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  writeFileSync(path.join(folder, 'index.html'), page(2_000));
  return folder;
}

const page = (size: number): string =>
  `<!doctype html><title>${randomUUID()}</title>${'<p class="lead">Words that repeat, as pages do.</p>\n'.repeat(Math.ceil(size / 52))}`.slice(
    0,
    size,
  );
/** Minified code compresses to about a third: repeated words between unique names. */
function script(size: number, words: string): string {
  let text = '';
  while (text.length < size)
    text += words + `export const v${randomBytes(18).toString('base64url')} = ${text.length};\n`;
  return text.slice(0, size);
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** After the start of a page, which must remain a page. */
const MARK_AT = 32;

/** Gives every file new content of the same size. */
function freshen(folder: string): void {
  for (const file of filesUnder(folder)) {
    const handle = openSync(file, 'r+');
    writeSync(handle, randomBytes(9).toString('base64url'), MARK_AT);
    closeSync(handle);
  }
}

const hashFolder = (folder: string): void => {
  for (const file of filesUnder(folder)) hash('sha256', readFileSync(file), 'hex');
};

interface Server {
  url: string;
  process: ChildProcess;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function startServer(): Promise<Server> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const plenty = { points: 1_000_000, seconds: 60 };
  const child = spawn(process.execPath, ['--max-semi-space-size=8', path.join(ROOT, 'server/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      APP_URL: url,
      STAGELINK_DATA: path.join(SCRATCH, 'data'),
      LOG_LEVEL: 'error',
      RATE_LIMITS: JSON.stringify({
        register: plenty,
        stage: plenty,
        upload: plenty,
        newKilobytesPro: { ...plenty, points: 2_000_000_000 },
        stagedFilesPro: { ...plenty, points: 2_000_000_000 },
        token: plenty,
        read: plenty,
        change: plenty,
      }),
      PLAN_LIMITS: JSON.stringify({
        free: { activeSnapshots: null, snapshotBytes: 500 * MB, storedBytes: 100_000 * MB },
        pro: { snapshotBytes: 500 * MB, storedBytes: 100_000 * MB },
      }),
    },
  });
  for (const deadline = Date.now() + 120_000; Date.now() < deadline;) {
    if (child.exitCode !== null) throw new Error('The server ended before it was ready');
    if (
      await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { url, process: child };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The server did not get ready');
}

/** Creates an account that has nothing on the server, so its first stage sends everything. */
async function newToken(server: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const account = await createClient(nodeSend({ server }))(register, {
    email,
    password: randomUUID(),
    name: 'Bench',
  });
  const call = createClient(nodeSend({ server, token: account.sessionToken }));
  return (await call(createToken, { description: 'bench' })).token;
}

async function stageFolder(
  server: string,
  token: string,
  folder: string,
  more: { snapshotId?: string; cache?: HashCache } = {},
): Promise<string> {
  const about = more.snapshotId === undefined ? {} : { snapshotId: more.snapshotId };
  const options = {
    folder,
    about,
    client: 'cli' as const,
    send: nodeSend({ server, token }),
    runtime: systemRuntime,
    consent: () => false,
    environment: {},
    cache: more.cache,
  };
  for await (const event of stage(options)) if (event.type === 'done') return event.staged.snapshot.id;
  throw new Error('The stage ended without a link');
}

const memory = (kind: 'VmRSS' | 'VmHWM', pid: number): number =>
  Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

function row(name: string, figure: string, bar: string, detail: string): void {
  print(`${name.padEnd(52)} ${figure.padStart(8)}   bar ${bar.padEnd(8)} ${detail}`);
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;

const RESTING_SHARE = 0.05;
const LOOK_MS = 500;

/** Waits until the server finished compressing. */
async function rest({ process: { pid } }: Server): Promise<void> {
  if (process.platform !== 'linux' || pid === undefined) return;
  // User and system time, in hundredths of a second.
  const worked = (): number => {
    const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };
  for (let before = -Infinity; worked() - before > RESTING_SHARE * LOOK_MS;) {
    before = worked();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function measureFirst(server: Server, folder: string, name: string, bar: string): Promise<void> {
  const hashing: number[] = [];
  const staging: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const token = await newToken(server.url);
    freshen(folder);
    await rest(server);
    const hashed = await timed(() => hashFolder(folder));
    const staged = await timed(() => stageFolder(server.url, token, folder));
    if (round === 0) continue; // Warm-up.
    hashing.push(hashed);
    staging.push(staged);
  }
  row(
    name,
    (median(staging) / median(hashing)).toFixed(2),
    bar,
    `${ms(median(staging))} ÷ ${ms(median(hashing))}`,
  );
}

async function measureRestage(
  server: Server,
  folder: string,
  name: string,
  bar: string,
  cache?: HashCache,
): Promise<void> {
  const token = await newToken(server.url);
  const snapshotId = await stageFolder(server.url, token, folder, cache ? { cache } : {});
  const hashing: number[] = [];
  const staging: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    writeFileSync(path.join(folder, 'index.html'), page(2_000));
    await rest(server);
    const hashed = await timed(() => hashFolder(folder));
    const staged = await timed(() =>
      stageFolder(server.url, token, folder, { snapshotId, ...(cache ? { cache } : {}) }),
    );
    if (round === 0) continue;
    hashing.push(hashed);
    staging.push(staged);
  }
  row(
    name,
    (median(staging) / median(hashing)).toFixed(2),
    bar,
    `${ms(median(staging))} ÷ ${ms(median(hashing))}`,
  );
}

/** Measures the whole command. */
async function measureCommand(server: Server, folder: string): Promise<void> {
  const seconds: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const home = path.join(SCRATCH, `home${round}`);
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      STAGELINK_SERVER: server.url,
      STAGELINK_TOKEN: await newToken(server.url),
    };
    freshen(folder);
    await rest(server);
    const took = await timed(
      () =>
        new Promise<void>((resolve, reject) => {
          const command = spawn(process.execPath, [CLI, 'stage', folder], { env, stdio: 'ignore' });
          command.on('close', (code) =>
            code === 0 ? resolve() : reject(new Error(`stagelink ended with ${code}`)),
          );
        }),
    );
    if (round > 0) seconds.push(took / 1000);
  }
  row(
    'the whole “stagelink stage” command, 60 files / 3 MB',
    `${median(seconds).toFixed(2)} s`,
    '≤ 0.3 s',
    '',
  );
}

/** Runs in its own process, so that its memory contains only staging. */
async function measureMemory(server: Server, folder: string): Promise<void> {
  const token = await newToken(server.url);
  const client = fork(fileURLToPath(import.meta.url), ['--client'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const delivered = (): Promise<number> =>
    new Promise((resolve) => client.once('message', (message) => resolve(Number(message))));
  await delivered();
  const { pid: clientPid = 0 } = client;
  const { pid: serverPid = 0 } = server.process;
  writeFileSync(`/proc/${serverPid}/clear_refs`, '5');
  const [clientIdle, serverIdle] = [memory('VmRSS', clientPid), memory('VmRSS', serverPid)];
  client.send({ server: server.url, token, folder });
  await delivered();
  const [clientPeak, serverPeak] = [memory('VmHWM', clientPid), memory('VmHWM', serverPid)];
  client.kill();
  const over = (idle: number, peak: number): string => `${Math.max(0, peak - idle).toFixed(0)} MB`;
  row(
    'client memory over idle, 100 MB',
    over(clientIdle, clientPeak),
    '≤ 60 MB',
    `${clientIdle.toFixed(0)} → ${clientPeak.toFixed(0)}`,
  );
  row(
    'server memory over idle, 100 MB',
    over(serverIdle, serverPeak),
    '≤ 60 MB',
    `${serverIdle.toFixed(0)} → ${serverPeak.toFixed(0)}`,
  );
}

async function beClient(): Promise<void> {
  process.send?.(0);
  process.once('message', (order: { server: string; token: string; folder: string }) => {
    void stageFolder(order.server, order.token, order.folder).then(() => process.send?.(1));
  });
}

const memoryCache = (): HashCache => {
  const entries = new Map<string, Parameters<HashCache['set']>[1]>();
  return { get: (file) => entries.get(file), set: (file, entry) => void entries.set(file, entry) };
};

async function main(): Promise<void> {
  const server = await startServer();
  try {
    print('Staging (loopback; hash = reading and SHA-256-ing the folder once)');
    const large = makeSite('large', 2_000, 100 * MB);
    const small = makeSite('small', 60, 3 * MB);
    // First, before other work increases the memory of either side.
    if (process.platform === 'linux') await measureMemory(server, large);
    await measureFirst(server, large, 'first stage, 2,000 files / 100 MB ÷ hash', '≤ 10');
    await measureFirst(server, small, 'first stage, 60 files / 3 MB ÷ hash', '≤ 12');
    await measureCommand(server, small);
    await measureRestage(server, large, 'restage, 1 of 2,000 changed ÷ hash', '≤ 1.6');
    await measureRestage(
      server,
      large,
      'the same with the mtime and size cache ÷ hash',
      '≤ 0.6',
      memoryCache(),
    );
  } finally {
    const ended = new Promise((resolve) => server.process.once('exit', resolve));
    server.process.kill();
    await ended;
    rmSync(SCRATCH, { recursive: true, force: true });
  }
}

await (process.argv.includes('--client') ? beClient() : main());
