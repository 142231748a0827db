import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import path from 'node:path';
import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { readConfig } from '../../server/src/platform/config.ts';
import { type Db, JOB_LIMITS, openDb } from '../../server/src/platform/db/db.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { startEmbedded } from '@stagelink/postgres/embedded';
import { createSecrets, masterSecret } from '../../server/src/platform/secrets.ts';
import { list } from '../../server/src/features/snapshots/list.ts';
import { hashSecret } from '../../server/src/platform/secrets.ts';
import { newDataDir, startServer } from '../../tests/support/server.ts';
import type { Order, Statement } from './support/bareList.ts';
import { bestList, type BestQuestion } from './support/bestLists.ts';
import { measureDashboard } from './support/dashboard.ts';
import { addPictures } from './support/manyPictures.ts';
import { manySnapshots, type Seeded } from './support/manySnapshots.ts';
import { median, percentile, print, row } from './support/report.ts';

/*
 * Measures the list of an owner with 10,000 of a server's million snapshots: requests a second compared to
 * a bare `http` and `pg` server with the best statement that gives the same answer, both in turn, medians of
 * several rounds. Then the dashboard in Chromium. Run: node tools/bench/lists.ts
 */

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const CONNECTIONS = 32;
const ROWS = { mine: 10_000, all: Number(process.env['BENCH_SNAPSHOTS'] ?? 1_000_000) };
const PAGE = 100;
const DEEP_PAGES = 70;

interface Side {
  port: number;
  path: string;
  headers: Record<string, string>;
}

interface Sample {
  perSecond: number;
  times: number[];
  /** Requests that an overloaded server refused. */
  refused: number;
}

/** Resolves with whether it was answered: an overloaded server refuses. */
function ask(agent: Agent, { port, path, headers }: Side): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () =>
        answer.statusCode === 200 || answer.statusCode === 503
          ? resolve(answer.statusCode === 200)
          : reject(new Error(`${path} was answered ${answer.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Runs this many connections, each sending its next request after a response. */
async function load(side: Side): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let refused = 0;
  const started = performance.now();
  const until = started + SECONDS * 1000;
  const connection = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      if (await ask(agent, side)) times.push(performance.now() - startedAt);
      else refused += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  return { perSecond: (times.length * 1000) / (performance.now() - started), times, refused };
}

interface Question {
  name: string;
  query: Input<typeof listSnapshots>;
  best: BestQuestion;
}

/** The first half of a cursor's position is the time of its row. */
function questions(deep: { cursor: string; place: string[] }): Question[] {
  return [
    { name: 'first page', query: {}, best: {} },
    {
      name: 'deep page',
      query: { cursor: deep.cursor },
      best: { where: 'true and beyond', values: deep.place },
    },
    { name: 'most viewed first', query: { sort: 'views' }, best: { sort: 's.view_count' } },
    { name: 'by name', query: { sort: 'name' }, best: { sort: 'lower(s.name) collate people' } },
    {
      name: 'search',
      query: { search: 'pricing table 77' },
      best: { where: `s.searched like '%pricing table 77%'` },
    },
    {
      name: 'a project and a tag',
      query: { projectId: '__no_project__', tags: 'tag 4' },
      best: { where: `s.project_id is null and s.tags @> '{tag 4}'` },
    },
    {
      name: 'overdue reviews',
      query: { review: 'overdue' },
      best: { where: 's.review_waits and s.review_deadline < now()' },
    },
    {
      name: 'pending reviews',
      query: { review: 'pending' },
      best: { where: 's.review_waits and (s.review_deadline is null or s.review_deadline >= now())' },
    },
    { name: 'completed reviews', query: { review: 'completed' }, best: { where: 'not s.review_waits' } },
    { name: 'no review', query: { review: 'none' }, best: { where: 's.review_asked is null' } },
  ];
}

const addressOf = ({ query }: Question) =>
  `/api/snapshots/list?${new URLSearchParams({ ...(query as Record<string, string>), limit: String(PAGE) }).toString()}`;

const useSession = (secret: string): Statement => ({
  name: 'session',
  text: `select s.id, u.name from sessions s join users u on u.id = s.user_id where s.token_hash = $1 and s.expires_at > now()`,
  values: [hashSecret(secret)],
});

async function measure(
  db: Db,
  databaseUrl: string,
  dataDir: string,
  { ownerId, secret }: Seeded,
  port: number,
) {
  const secrets = createSecrets(await masterSecret(dataDir));
  let cursor = '';
  let place: string[] = [];
  for (let page = 0; page < DEEP_PAGES; page += 1) {
    const query = { limit: PAGE, ...(cursor === '' ? {} : { cursor }) };
    const read = await list(
      { config: readConfig({}), db, secrets },
      ownerId,
      listSnapshots.input.parse(query),
    );
    const last = read.rows.at(-1);
    cursor = read.nextCursor ?? '';
    place = last ? [last.sortKey, last.id] : [];
  }

  const pages = questions({ cursor, place });
  const steps: Order['questions'] = {};
  for (const [at, question] of pages.entries()) {
    steps[addressOf(question)] = [useSession(secret), bestList(`list_${at}`, ownerId, PAGE, question.best)];
  }
  const bare = fork(path.join(import.meta.dirname, 'support/bareList.ts'), { stdio: 'inherit' });
  const connections = readConfig({}).databasePool;
  bare.send({ databaseUrl, connections, questions: steps } satisfies Order);
  const [barePort] = (await once(bare, 'message')) as [number];

  const speeds = new Map<string, number>();
  for (const question of pages) {
    const at = addressOf(question);
    const ours: Sample[] = [];
    const theirs: Sample[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bareSample = await load({ port: barePort, path: at, headers: {} });
      const sample = await load({ port, path: at, headers: { Authorization: `Bearer ${secret}` } });
      if (round === 0) continue; // Warm-up.
      theirs.push(bareSample);
      ours.push(sample);
    }
    const speed = median(ours.map(({ perSecond }) => perSecond));
    const limit = median(theirs.map(({ perSecond }) => perSecond));
    const times = ours.flatMap((sample) => sample.times);
    const refused = ours.reduce((sum, sample) => sum + sample.refused, 0);
    speeds.set(question.name, speed);
    row(
      `list of 100, ${question.name} ÷ the best statement`,
      (speed / limit).toFixed(2),
      '≥ 0.8',
      `${speed.toFixed(0)} ÷ ${limit.toFixed(0)} /s, p50 ${percentile(times, 0.5).toFixed(0)} p95 ${percentile(times, 0.95).toFixed(0)} ms, ${refused} refused; load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  bare.kill();
  const share = (speeds.get('deep page') ?? 0) / (speeds.get('first page') ?? Number.NaN);
  row('deep page ÷ first page', share.toFixed(2), '≥ 0.9', `page ${DEEP_PAGES} of ${ROWS.mine / PAGE}`);
}

const dataDir = await newDataDir();
const postgres = await startEmbedded(path.join(dataDir, 'postgres'), { durable: true });
try {
  await postgres.createDatabase('stagelink');
  const databaseUrl = postgres.url('stagelink');
  await migrate(databaseUrl);
  // Inserting a million rows takes longer than the usual limits.
  const db = openDb(databaseUrl, 2, { limits: JOB_LIMITS });
  const seeded = await manySnapshots(db, ROWS);
  const server = await startServer({ dataDir });
  try {
    print(`Lists (${ROWS.mine} snapshots of one owner among ${ROWS.all}, ${CONNECTIONS} connections)`);
    await addPictures(db, server.url, seeded);
    await measure(db, databaseUrl, dataDir, seeded, Number(new URL(server.url).port));
    await measureDashboard(server.url, seeded);
  } finally {
    await server.stop();
    await db.destroy();
  }
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
