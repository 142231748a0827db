import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NetworkError } from '@stagelink/shared/client/call';
import {
  confirmThread,
  decideWork,
  sendThreads,
  waitForFeedback,
} from '@stagelink/shared/contracts/agentWork';
import { postComment } from '@stagelink/shared/contracts/comments';
import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { getThread } from '@stagelink/shared/contracts/threads';
import { WORK_STATES, type WorkState } from '@stagelink/shared/domain/agentWork';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { asJson } from '../../server/src/testing/comments.ts';
import { createDatabase, type Database } from '../../server/src/testing/database.ts';
import { enqueueJob } from '../../server/src/testing/jobs.ts';
import { type Machine, machineOf, prototype } from '../agents/machine.ts';
import { IS_LONG } from '../support/longForm.ts';
import { freePort, newDataDir, type Server, startServer } from '../support/server.ts';
import type { Sighting } from './agentProgram.ts';

// The real server and a coding agent, which is a real MCP client over HTTP or of the built command, as processes that are
// killed in every state of the work on a thread. Two people act meanwhile, who try again until the server answers.

/** All combinations. */
const KILLS = 56;
/** Combinations that have each victim, moment and transport. */
const SHORT_FORM = [1, 2, 5, 6];
const WITHIN_MS = 25;
const POLL_MS = 20;

interface Kill {
  at: number;
  state: WorkState;
  victim: 'server' | 'agent';
  /** While nothing happens, or as soon as what leads to the next state has begun. */
  moment: 'at rest' | 'during';
  transport: 'http' | 'stdio';
  /** Whether the agent that follows goes on with the conversation of the killed one. */
  isResumed: boolean;
}

const NUMBERS = IS_LONG ? [...Array(KILLS).keys()] : SHORT_FORM;

const KILLED = NUMBERS.map((at): Kill => {
  const state = at % WORK_STATES.length;
  const kind = state ^ (Math.floor(at / WORK_STATES.length) % 8);
  return {
    at,
    state: WORK_STATES[state] as WorkState,
    victim: kind & 1 ? 'agent' : 'server',
    moment: kind & 2 ? 'during' : 'at rest',
    transport: kind & 4 ? 'stdio' : 'http',
    isResumed: (at & 2) === 0,
  };
});

let options: { dataDir: string; env: Record<string, string> };
let database: Database;
let db: Client;
let server: Server;
let ada: Machine;
let gus: Machine;
let snapshotId: string;

beforeAll(async () => {
  database = await createDatabase();
  db = new Client({ connectionString: database.url });
  await db.connect();
  options = {
    dataDir: await newDataDir(),
    env: { PORT: String(await freePort()), DATABASE_URL: database.url },
  };
  server = await startServer(options);
  ada = await machineOf(server, 'Ada');
  gus = await machineOf(server, 'Gus');
  const { out } = await ada.run([
    'stage',
    await prototype({ 'index.html': '<h1>Shop</h1>' }),
    '--no-password',
    '--json',
  ]);
  ({ snapshotId } = (JSON.parse(out) as { data: { snapshotId: string } }).data);
});
afterAll(async () => {
  await server.stop();
  await db.end();
  await database.drop();
  await rm(options.dataDir, { recursive: true, force: true });
});

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Calls again until the server answers. An action that was done before the reply was lost is refused then. */
async function insist<T>(act: () => Promise<T>): Promise<T | null> {
  for (;;) {
    try {
      return await act();
    } catch (cause) {
      if (!(cause instanceof NetworkError)) return null;
      await sleep(POLL_MS);
    }
  }
}

/** A coding agent, and what its conversation leaves on the disk. */
interface Agent {
  process: ChildProcess;
  memoryFile: string;
}

/** What agents received, in order. */
const delivered: Sighting[] = [];
let onPause: (sighting: Sighting, goOn: () => void) => void;

async function startAgent(transport: Kill['transport'], memoryFile: string): Promise<Agent> {
  const folder = await prototype({});
  const program = path.resolve(import.meta.dirname, 'agentProgram.ts');
  const child = fork(program, [transport, server.url, snapshotId, folder, memoryFile], { env: ada.env });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.on('message', ({ isDelivery, ...sighting }: Sighting & { isDelivery: boolean }) => {
    if (isDelivery) delivered.push(sighting);
    else onPause(sighting, () => void (child.connected && child.send('go on')));
  });
  return { process: child, memoryFile };
}

async function sessionOf({ memoryFile }: Agent): Promise<string | null> {
  if (!existsSync(memoryFile)) return null;
  return (JSON.parse(await readFile(memoryFile, 'utf8')) as { agent: string }).agent;
}

/** Half an hour passes since these agents gave a sign of life. */
async function pass(sessions: readonly string[]): Promise<void> {
  const { rowCount } = await db.query(
    'update thread_work set taken_until = now() where agent_id = any($1) and taken_until > now()',
    [sessions],
  );
  if (rowCount) await enqueueJob(database.url, 'return_threads', {});
}

async function restartServer(): Promise<void> {
  await end(server.process);
  // Time passes until it is noticed that its jobs do not run any more.
  await db.query(`delete from pgboss.job where name = 'return_threads' and state = 'active'`);
  server = await startServer(options);
}

const stateOf = async (id: string): Promise<WorkState | null> =>
  (await insist(() => ada.call(getThread, { id })))?.thread.comment.work?.state ?? null;

/** What the owner and the author do about a thread in a state; the author asks for more once. */
const PEOPLE: Partial<Record<WorkState, (thread: string, round: { isSecond: boolean }) => Promise<unknown>>> =
  {
    proposed: (id) => ada.call(decideWork, { id, decision: 'accept' }),
    async staged(commentId, round) {
      const answer = round.isSecond ? { isConfirmed: true } : { isConfirmed: false, text: 'More' };
      await gus.call(confirmThread, { id: snapshotId, commentId, ...answer });
    },
    async back(id, round) {
      round.isSecond = true;
      await ada.call(sendThreads, { id: snapshotId, threads: [id] });
    },
    confirmed: () => Promise.resolve(),
  };

/** Sends a thread, leads it to its end, and kills once on the way. Returns the agent that lives then. */
async function lead(kill: Kill, first: Agent): Promise<{ id: string; agent: Agent }> {
  const id = randomUUID();
  await gus.call(postComment, { id: snapshotId }, asJson({ id, text: `Nr. ${kill.at}` }));
  const round = { isSecond: false };
  let agent = first;
  let struck: Promise<void> | undefined;
  const forgotten: string[] = [];

  const replaceAgent = async () => {
    await end(agent.process);
    const session = await sessionOf(agent);
    if (!kill.isResumed && session !== null) forgotten.push(session);
    if (!kill.isResumed) await rm(agent.memoryFile, { force: true });
    agent = await startAgent(kill.transport, agent.memoryFile);
  };
  const strike = async (act: () => unknown) => {
    const acting = kill.moment === 'during' ? act() : undefined;
    if (acting !== undefined) await sleep(Math.random() * WITHIN_MS);
    await (kill.victim === 'server' ? restartServer() : replaceAgent());
    await (acting ?? act());
  };
  const passing = (state: WorkState, act: () => unknown) => {
    if (struck !== undefined || state !== kill.state) return act();
    struck = strike(act);
    return struck;
  };

  onPause = ({ thread, state }, goOn) => {
    if (thread === id && !PEOPLE[state]) void passing(state, goOn);
    else goOn();
  };
  await insist(() => ada.call(sendThreads, { id: snapshotId, threads: [id] }));
  for (let state: WorkState | null = null; state !== 'confirmed';) {
    state = await stateOf(id);
    if (forgotten.length > 0) await pass(forgotten);
    const act = state && PEOPLE[state];
    if (state && act) await passing(state, () => insist(() => act(id, round)));
    else await sleep(POLL_MS);
  }
  await struck;
  return { id, agent };
}

const questionsTo = async (threads: readonly string[]): Promise<Record<string, number>> => {
  const { rows } = await db.query<{ id: string; count: number }>(
    `select thread_id as id, count(*)::int as count from notifications
     where thread_id = any($1) and title like '%was staged for your comment' group by 1`,
    [threads],
  );
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]));
};

test(
  'when server and agent are killed in any state, each thread comes to its end, and is asked about once a change',
  { timeout: KILLED.length * 30_000 },
  async () => {
    const threads: string[] = [];
    for (const transport of ['http', 'stdio'] as const) {
      const kills = KILLED.filter((kill) => kill.transport === transport);
      let agent = await startAgent(transport, path.join(await prototype({}), 'memory.json'));
      for (const kill of kills) {
        const led = await lead(kill, agent);
        ({ agent } = led);
        threads.push(led.id);
        // An agent that knows nothing of the one before receives again what no agent works on.
        if (kill.victim === 'agent' && !kill.isResumed) continue;
        const states = delivered.filter(({ thread }) => thread === led.id).map(({ state }) => state);
        // Changes that follow each other fast, or while the agent knows the thread, are seen as one.
        expect({ ...kill, received: states.join() }).toMatchObject({
          received: expect.stringMatching(/^sent(,accepted)?(,back)?(,sent)?$/) as string,
        });
      }
      await end(agent.process);
    }
    expect(await questionsTo(threads)).toEqual(Object.fromEntries(threads.map((id) => [id, 2])));
    const { version } = (await ada.call(getSnapshot, { id: snapshotId })).snapshot;
    // A change is published once, however often it is staged.
    expect(version - 1).toBe(2 * threads.length);
    const session = { id: randomUUID(), name: 'Cursor' };
    expect((await ada.call(waitForFeedback, { agent: session, seconds: 0 })).feedback).toEqual([]);
  },
);
