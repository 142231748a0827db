import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { WorkState } from '@stagelink/shared/domain/agentWork';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

// A coding agent as a process: it waits, proposes, takes and stages by itself, and remembers in a file what it received.
// It reports what it is about to do, and goes on when its parent says so.

const [transport = '', server = '', snapshot = '', folder = '', memoryFile = ''] = process.argv.slice(2);
const STAGELINK = path.resolve(import.meta.dirname, '../../cli/bin/stagelink.js');
const RETRY_MS = 100;

/** What the parent sees of a thread that the agent has before it. */
export interface Sighting {
  thread: string;
  state: WorkState;
}

interface Memory {
  agent?: string;
  cursor?: string;
  /** Received, and not done yet. */
  threads: string[];
}

interface Brief {
  id: string;
  work: { state: WorkState; plan: string | null };
  replies: unknown[];
}

const memory: Memory = existsSync(memoryFile)
  ? (JSON.parse(readFileSync(memoryFile, 'utf8')) as Memory)
  : { threads: [] };
const remember = () => writeFileSync(memoryFile, JSON.stringify(memory));

const overHttp = () =>
  new StreamableHTTPClientTransport(new URL('/api/mcp', server), {
    requestInit: { headers: { Authorization: `Bearer ${process.env['STAGELINK_TOKEN'] ?? ''}` } },
  });
const overStdio = () =>
  new StdioClientTransport({
    command: process.execPath,
    args: [STAGELINK, 'mcp'],
    env: Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ''])),
    cwd: folder,
  });

async function connect(): Promise<Client> {
  for (;;) {
    const client = new Client({ name: 'claude-code', title: 'Claude Code', version: '1' });
    try {
      await client.connect(transport === 'http' ? overHttp() : overStdio());
      return client;
    } catch {
      await sleep(RETRY_MS);
    }
  }
}

const client = await connect();

/** What another try can change: the server is away. */
const isPassing = ({ content }: CallToolResult): boolean =>
  /\((?:network|unavailable)\)$/.test(JSON.stringify(content).replace(/"\}\]$/, ''));

/** Calls a tool until the server answers. Returns null if it refuses. */
async function use<T>(name: string, given: object): Promise<T | null> {
  for (;;) {
    const result = await client.callTool({ name, arguments: { ...given } }).catch(() => null);
    if (result?.isError === false || (result !== null && result.isError === undefined))
      return result.structuredContent as T;
    if (result !== null && !isPassing(result)) return null;
    await sleep(RETRY_MS);
  }
}

/** Reports what is before the agent, and waits until its parent lets it go on. */
const pause = (sighting: Sighting) =>
  new Promise<void>((resolve) => {
    process.once('message', () => resolve());
    process.send?.(sighting);
  });

async function stage(thread: string): Promise<void> {
  const page = `<h1>Done for ${thread}</h1>`;
  await writeFile(path.join(folder, 'index.html'), page);
  const what = transport === 'http' ? { files: [{ path: 'index.html', text: page }] } : { folder };
  await use('stage', { ...what, snapshot, threads: [thread], agent: memory.agent });
}

/** Does the next thing for a thread. Returns whether there is more to do now. */
async function step(comment: string): Promise<boolean> {
  const brief = (await use<{ thread: Brief }>('get_comment', { comment }))?.thread;
  if (!brief) return false;
  const { state } = brief.work;
  await pause({ thread: comment, state });
  const { agent } = memory;
  if (state === 'sent' && brief.replies.length === 0) {
    await use('propose', { comment, agent, text: 'Make it so' });
    return false;
  }
  if (state !== 'sent' && state !== 'accepted' && state !== 'inProgress') return false;
  // Taking again tells whose it is.
  if ((await use('take', { comment, agent })) === null) return false;
  if (state === 'inProgress') await stage(comment);
  return state !== 'inProgress';
}

async function workOff(): Promise<void> {
  for (let [thread] = memory.threads; thread !== undefined; [thread] = memory.threads) {
    while (await step(thread));
    memory.threads.shift();
    remember();
  }
}

for (;;) {
  await workOff();
  const { agent, cursor } = memory;
  const waited = await use<{ agent: string; cursor: string | null; threads: Brief[] }>('wait_for_feedback', {
    snapshot,
    seconds: 60,
    ...(agent === undefined ? {} : { agent }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  if (waited === null) throw new Error('The wait was refused');
  memory.agent = waited.agent;
  if (waited.cursor !== null) memory.cursor = waited.cursor;
  memory.threads = waited.threads.map(({ id }) => id);
  remember();
  for (const { id, work } of waited.threads)
    process.send?.({ thread: id, state: work.state, isDelivery: true });
}
