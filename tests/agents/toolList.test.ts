import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { sendThreads } from '@stagelink/shared/contracts/agentWork';
import type { Inspection } from '@stagelink/shared/preview/inspection';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Server, startServer } from '../support/server.ts';
import { type Machine, machineOf, pinned, prototype, STAGELINK } from './machine.ts';

// What a conversation with an agent pays for, as it goes over the wire: before it begins, and for ten threads.

const LIST_BYTES_MAX = 12_000;
const INSTRUCTIONS_BYTES_MAX = 700;

const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};
const INITIALIZE = { jsonrpc: '2.0', id: 1, method: 'initialize', params: HELLO };
const LIST_TOOLS = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };
const waitFor = (snapshot: string) => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'wait_for_feedback', arguments: { snapshot, seconds: 0 } },
});

let server: Server;
let ada: Machine;
beforeAll(async () => {
  server = await startServer();
  ada = await machineOf(server, 'Ada');
});
afterAll(() => server.stop());

async function overHttp(requests: object[]): Promise<string[]> {
  const answers: string[] = [];
  for (const request of requests) {
    const response = await fetch(`${server.url}/api/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${ada.token}`,
      },
      body: JSON.stringify(request),
    });
    answers.push(await response.text());
  }
  return answers;
}

async function overStdio(requests: object[]): Promise<string[]> {
  const child = spawn(process.execPath, [STAGELINK, 'mcp'], { env: ada.env });
  onTestFinished(() => void child.kill());
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const answers: string[] = [];
  for (const request of requests) {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    answers.push(String((await lines.next()).value));
  }
  return answers;
}

const TRANSPORTS = [
  ['HTTP', overHttp],
  ['stdio', overStdio],
] as const;

test.each(TRANSPORTS)('the list of tools and the instructions are short over %s', async (_, ask) => {
  const [hello = '', list = ''] = await ask([INITIALIZE, LIST_TOOLS]);
  const instructions = /"instructions":"((?:[^"\\]|\\.)*)"/.exec(hello)?.[1] ?? '';
  expect(list).toContain('"wait_for_feedback"');
  expect(Buffer.byteLength(list)).toBeLessThanOrEqual(LIST_BYTES_MAX);
  expect(instructions).toContain('wait_for_feedback');
  expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(INSTRUCTIONS_BYTES_MAX);
});

/** An element with everything that is usually seen of it and its page. */
const SEEN: Inspection = {
  elements: [
    {
      role: 'button',
      text: 'Pay',
      box: { x: 40, y: 300, width: 120, height: 44 },
      styles: ['color: rgb(23, 25, 28)', 'padding: 8px 16px', 'font-weight: 600', 'display: inline-flex'],
      sources: [
        {
          certainty: 'exact',
          by: 'react',
          file: 'src/checkout/Pay.tsx',
          line: 42,
          column: 7,
          components: ['Pay'],
        },
        { certainty: 'hint', by: 'page', search: ['pay', 'Pay'] },
      ],
    },
  ],
  scheme: 'light',
  errors: [{ kind: 'console', text: 'TypeError: total is undefined' }],
  requests: [{ method: 'GET', path: '/api/total', status: 500 }],
};

/** The same with the longest of everything. */
const MOST: Inspection = {
  ...SEEN,
  elements: SEEN.elements.map((element) => ({
    ...element,
    styles: Array.from({ length: 24 }, (_, at) => `property-${at}: ${'v'.repeat(80)}`),
  })),
  errors: Array.from({ length: 10 }, (_, at) => ({ kind: 'console', text: `${at} ${'e'.repeat(250)}` })),
};

async function tenThreads(inspection: Inspection, text: string): Promise<string> {
  const { out } = await ada.run(['stage', await prototype({ 'index.html': 'x' }), '--no-password', '--json']);
  const id = (JSON.parse(out) as { data: { snapshotId: string } }).data.snapshotId;
  for (let at = 0; at < 10; at += 1) await pinned(server, id, { text: `${at} ${text}`, inspection });
  await ada.call(sendThreads, { id, threads: 'open' });
  return id;
}

/** A result is written twice, as the protocol asks: structured, and as a quoted text. */
test.each([
  ['ordinary threads', SEEN, 'Say what happens after pressing it, please.', 40_000],
  ['threads with the longest of everything', MOST, '“\\"'.repeat(1600), 90_000],
] as const)('ten %s are short', async (_, inspection, text, most) => {
  const snapshot = await tenThreads(inspection, text);
  for (const [, ask] of TRANSPORTS) {
    const [, threads = ''] = await ask([INITIALIZE, waitFor(snapshot)]);
    expect(threads).toContain('"pageErrors"');
    expect(Buffer.byteLength(threads)).toBeLessThanOrEqual(most);
  }
});
