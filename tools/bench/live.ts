import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../server/src/platform/config.ts';
import { type Db, openDb } from '../../server/src/platform/db/db.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { startEmbedded } from '@stagelink/postgres/embedded';
import { type LiveEvent, snapshotChannel } from '../../server/src/platform/live/events.ts';
import { publish } from '../../server/src/platform/live/publish.ts';
import { newDataDir, type Server, startServer } from '../../tests/support/server.ts';
import type { BareOrder } from './support/bareSockets.ts';
import type { PostOrder } from './support/barePosts.ts';
import { createPeople, type People } from './support/people.ts';
import { median, percentile, print, row } from './support/report.ts';
import { countStatements } from './support/statements.ts';
import type { SocketsAnswer, SocketsOrder } from './support/sockets.ts';

/*
 * Measures comments: the time of a post at 25, 60 and 200 a second, and how soon and at which cost every viewer is
 * notified, compared to a loop that writes a prepared frame to bare sockets. Run: node
 * tools/bench/live.ts
 */

const SOCKETS = Number(process.env['BENCH_SOCKETS'] ?? 5000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 20);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const RATES = [25, 60, 200];
const CONNECTIONS = readConfig({}).databasePool;
const SNAPSHOTS = 20;
const NOTICES = 100;
/** Clock ticks of Linux, the unit of a process's CPU time. */
const TICK_MS = 10;

interface Posted {
  ms: number;
  isAccepted: boolean;
}

interface Usage {
  cpuMs: number;
  bytes: number;
}

/** Returns the CPU time of a process so far. */
function usageOf({ pid }: ChildProcess): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuMs: (Number(stat[11]) + Number(stat[12])) * TICK_MS, bytes: Number(resident) * 1024 };
}

const forkSockets = () => fork(path.join(import.meta.dirname, 'support/sockets.ts'), { stdio: 'inherit' });
const forkBare = () => fork(path.join(import.meta.dirname, 'support/bareSockets.ts'), { stdio: 'inherit' });
const now = () => performance.timeOrigin + performance.now();

async function nextAnswer(child: ChildProcess): Promise<SocketsAnswer> {
  const [answer] = (await once(child, 'message')) as [SocketsAnswer];
  return answer;
}

function ask(child: ChildProcess, order: SocketsOrder): Promise<SocketsAnswer> {
  child.send(order);
  return nextAnswer(child);
}

interface Fanout {
  /** Time from the first notified socket to the one after which 1 % are left, per round. */
  p99: number[];
  cpuPerDelivery: number;
  bytesPerSocket: number;
}

/** Opens many sockets and has the server broadcast repeatedly. */
async function fanout(
  server: ChildProcess,
  open: { port: number; path: string },
  trigger: () => unknown,
): Promise<Fanout> {
  const sockets = forkSockets();
  const before = usageOf(server);
  await ask(sockets, { open: { ...open, count: SOCKETS } });
  const opened = usageOf(server);
  const p99: number[] = [];
  let started = opened;
  for (let round = 0; round <= ROUNDS; round += 1) {
    await ask(sockets, { listen: true });
    const arrived = nextAnswer(sockets);
    trigger();
    const answer = await arrived;
    if (round === 0) started = usageOf(server); // Warm-up.
    else if ('arrivals' in answer) p99.push(percentile(answer.arrivals, 0.99) - Math.min(...answer.arrivals));
  }
  const ended = usageOf(server);
  sockets.kill();
  return {
    p99,
    cpuPerDelivery: (ended.cpuMs - started.cpuMs) / (ROUNDS * SOCKETS),
    bytesPerSocket: (opened.bytes - before.bytes) / SOCKETS,
  };
}

async function measureFanout(db: Db, server: Server, snapshotId: string): Promise<void> {
  const event: LiveEvent = { type: 'comment_created', snapshotId, commentId: randomUUID() };
  const bytes = JSON.stringify({ ...event, seq: 10 }).length;
  const bare = forkBare();
  const [barePort] = (await once(bare, 'message')) as [number];
  const limit = await fanout(bare, { port: barePort, path: '/' }, () =>
    bare.send({ bytes } satisfies BareOrder),
  );
  bare.kill();
  const port = Number(new URL(server.url).port);
  const ours = await fanout(server.process, { port, path: `/api/events?snapshotId=${snapshotId}` }, () =>
    db.transaction((tx) => publish(tx, [snapshotChannel(snapshotId)], event)),
  );

  const [p99, least] = [median(ours.p99), median(limit.p99)];
  row(
    'one comment to all, delivery p99 ÷ bare sockets',
    (p99 / least).toFixed(2),
    '≤ 1.3',
    `${p99.toFixed(1)} ÷ ${least.toFixed(1)} ms`,
  );
  const [cpu, leastCpu] = [ours.cpuPerDelivery * 1000, limit.cpuPerDelivery * 1000];
  row(
    'CPU per delivery ÷ bare sockets',
    (cpu / leastCpu).toFixed(2),
    '≤ 1.15',
    `${cpu.toFixed(1)} ÷ ${leastCpu.toFixed(1)} µs`,
  );
  const idle = ours.bytesPerSocket / 1024;
  row(
    'memory per idle socket',
    `${idle.toFixed(1)} kB`,
    '≤ 16',
    `bare ${(limit.bytesPerSocket / 1024).toFixed(1)}`,
  );
}

/** Posts a comment; returns the time until it was answered, and whether it was accepted. */
function post(agent: Agent, url: string, secret: string, snapshotId: string): Promise<Posted> {
  const startedAt = performance.now();
  const body = JSON.stringify({
    id: randomUUID(),
    text: 'Make it **bigger**, please',
    elementSelector: '#save',
  });
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/api/snapshots/${snapshotId}/comments`,
      {
        agent,
        method: 'POST',
        headers: {
          Authorization: `Bearer ${secret}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        answer.resume();
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ ms: performance.now() - startedAt, isAccepted: answer.statusCode === 201 }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

interface Load {
  perSecond: number;
  seconds: number;
}

/** Sends comments at a fixed rate, without waiting for earlier ones; queueing counts. */
async function postSteadily(
  url: string,
  { secret, snapshots }: People,
  { perSecond, seconds }: Load,
): Promise<Posted[]> {
  const agent = new Agent({ keepAlive: true });
  const posts: Promise<Posted>[] = [];
  const started = performance.now();
  for (let at = 0; at < seconds * perSecond; at += 1) {
    const wait = started + (at * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    posts.push(post(agent, url, secret, snapshots[at % snapshots.length] ?? ''));
  }
  const posted = await Promise.all(posts);
  agent.destroy();
  return posted;
}

/** Returns how long accepted ones took, as text, and how many were refused. */
function describe(posted: Posted[]): { p50: number; p99: number; refused: number } {
  const times = posted.filter(({ isAccepted }) => isAccepted).map(({ ms }) => ms);
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    refused: posted.length - times.length,
  };
}

/** Measures comments at several rates, each beside a server that only inserts and notifies. */
async function measurePosts(server: Server, people: People, databaseUrl: string): Promise<void> {
  const bare = fork(path.join(import.meta.dirname, 'support/barePosts.ts'), { stdio: 'inherit' });
  const [snapshotId = ''] = people.snapshots;
  bare.send({ databaseUrl, connections: CONNECTIONS, snapshotId } satisfies PostOrder);
  const [barePort] = (await once(bare, 'message')) as [number];
  await postSteadily(server.url, people, { perSecond: 50, seconds: 2 }); // Warm-up.
  for (const perSecond of RATES) {
    const load = { perSecond, seconds: SECONDS };
    const least = describe(await postSteadily(`http://127.0.0.1:${barePort}`, people, load));
    const before = usageOf(server.process);
    const ours = describe(await postSteadily(server.url, people, load));
    const cpuMs = (usageOf(server.process).cpuMs - before.cpuMs) / (perSecond * SECONDS);
    row(
      `comment posted, p99 at ${perSecond}/s`,
      `${ours.p99.toFixed(0)} ms`,
      '≤ 25',
      `p50 ${ours.p50.toFixed(0)}, ${cpuMs.toFixed(1)} ms of CPU each, ${ours.refused} refused; insert and notify p50 ${least.p50.toFixed(1)} p99 ${least.p99.toFixed(1)}; load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  bare.kill();
}

/** Counts the statements of a post on a server of its own. */
async function measureStatements(dataDir: string, databaseUrl: string, people: People): Promise<void> {
  const counter = await countStatements(databaseUrl);
  const server = await startServer({ dataDir, env: { DATABASE_URL: counter.url } });
  const load = { perSecond: 10, seconds: 3 };
  await postSteadily(server.url, people, load); // Connects everything.
  const idle = counter.count();
  await new Promise((done) => setTimeout(done, load.seconds * 1000));
  const before = counter.count();
  const posted = await postSteadily(server.url, people, load);
  const statements = (counter.count() - before - (before - idle)) / posted.length;
  await server.stop();
  counter.close();
  row(
    'statements of a comment, with the job about it',
    statements.toFixed(1),
    '',
    'at most 8 are waited for',
  );
}

/** Measures how long after a post a viewer on another process is notified. */
async function measureNotice(db: Db, one: Server, two: Server, { secret, snapshots }: People): Promise<void> {
  const snapshotId = snapshots[0] ?? '';
  const sockets = forkSockets();
  const port = Number(new URL(two.url).port);
  await ask(sockets, { open: { port, path: `/api/events?snapshotId=${snapshotId}`, count: 1 } });
  const agent = new Agent({ keepAlive: true });
  const waits: number[] = [];
  const inserts: number[] = [];
  for (let at = 0; at < NOTICES; at += 1) {
    const answered = ask(sockets, { listen: true });
    await post(agent, one.url, secret, snapshotId);
    const acknowledged = now();
    const answer = await answered;
    if ('arrivals' in answer) waits.push(Math.max(0, ...answer.arrivals.map((at) => at - acknowledged)));
    const began = performance.now();
    await db('tickets').insert({
      token_hash: Buffer.from(randomUUID()),
      purpose: 'bench',
      grants: '{}',
      expires_at: new Date(),
    });
    inserts.push(performance.now() - began);
  }
  agent.destroy();
  sockets.kill();
  const [wait, insert] = [median(waits), median(inserts)];
  row(
    'acknowledged → notice at another process ÷ one insert',
    (wait / insert).toFixed(2),
    '≤ 3',
    `${wait.toFixed(2)} ÷ ${insert.toFixed(2)} ms`,
  );
}

const dataDir = await newDataDir();
const postgres = await startEmbedded(path.join(dataDir, 'postgres'), { durable: true });
try {
  await postgres.createDatabase('stagelink');
  const databaseUrl = postgres.url('stagelink');
  await migrate(databaseUrl);
  const db = openDb(databaseUrl, 2);
  const people = await createPeople(db, SNAPSHOTS);
  const plenty = { points: 1_000_000, seconds: 1 };
  const limits = { comment: plenty, visitorComments: plenty, visitorAddressComments: plenty };
  const env = { RATE_LIMITS: JSON.stringify(limits) };
  const one = await startServer({ dataDir, env });
  const two = await startServer({ dataDir, env });
  try {
    print(`Live (${SOCKETS} sockets, ${ROUNDS} rounds)`);
    await measureFanout(db, one, people.snapshots[0] ?? '');
    await measureNotice(db, one, two, people);
    await measurePosts(one, people, databaseUrl);
    await measureStatements(dataDir, databaseUrl, people);
  } finally {
    await two.stop();
    await one.stop();
    await db.destroy();
  }
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
