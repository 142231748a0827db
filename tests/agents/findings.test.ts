import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { listFindings, putFindings } from '@stagelink/shared/contracts/findings';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dataOf, sentencesOf } from '../../server/src/testing/agent.ts';
import { auditOf, measured } from '../../server/src/testing/findings.ts';
import { type Server, startServer } from '../support/server.ts';
import { type Machine, machineOf, prototype, STAGELINK } from './machine.ts';

// Built `stagelink findings`, and a real MCP client of `stagelink mcp`, against the real server.

let server: Server;
let ada: Machine;
beforeAll(async () => {
  server = await startServer();
  ada = await machineOf(server, 'Ada');
});
afterAll(() => server.stop());

const EVIL = '\u001b[2Jred\u0007';

/** Stages a snapshot and stores the audit of a page with two faults. */
async function checked() {
  const folder = await prototype({ 'index.html': '<button id="save">Save</button>' });
  const { out } = await ada.run(['stage', folder, '--no-password', '--json']);
  const { snapshotId: id } = (JSON.parse(out) as { data: { snapshotId: string } }).data;
  const evil = measured({ rule: 'button-name', evidence: { ...measured().evidence, name: EVIL } });
  const { findings } = await ada.call(putFindings, auditOf(id, [measured(), evil]));
  const states = async () =>
    (await ada.call(listFindings, { id })).findings.map(({ rule, state, reason }) => [rule, state, reason]);
  return { id, folder, states, first: String(findings[0]?.id) };
}

test('stagelink findings lists what was measured, and dismisses one with a reason', async () => {
  const { id, folder, first, states } = await checked();
  const listed = await ada.run(['findings'], { cwd: folder });
  expect(listed.code).toBe(0);
  expect(listed.out).toContain('Fault  Text has too little contrast · /checkout · 1440 px\n');
  expect(listed.out).toContain('       3.1 : 1, needs 4.5 : 1\n');
  expect(listed.out).toContain(`       ${first}\n`);
  // oxlint-disable-next-line no-control-regex -- they must not occur
  expect(listed.out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);

  const unreasoned = await ada.run(['findings', id, '--dismiss', first]);
  expect(unreasoned.code).not.toBe(0);
  expect(unreasoned.err).toMatch(/--dismiss needs a --reason\.[^]*not_a_problem, accepted, wrong/);
  expect(await states()).toContainEqual(['color-contrast', 'open', null]);

  const dismissed = await ada.run(['findings', id, '--dismiss', first, '--reason', 'accepted']);
  expect(dismissed).toMatchObject({ code: 0, out: 'Dismissed.\n' });
  expect(await states()).toContainEqual(['color-contrast', 'dismissed', 'accepted']);
  const open = await ada.run(['findings', id]);
  expect(open.out).not.toContain('Text has too little contrast');
  const all = await ada.run(['findings', id, '--all']);
  expect(all.out).toContain('Text has too little contrast · /checkout · 1440 px · dismissed');
});

test('an account that is neither owner nor reviewer dismisses nothing', async () => {
  const { id, first, states } = await checked();
  const eve = await machineOf(server, 'Eve');
  const refused = await eve.run(['findings', id, '--dismiss', first, '--reason', 'wrong']);
  expect(refused.code).not.toBe(0);
  expect(await states()).toContainEqual(['color-contrast', 'open', null]);
});

test('a coding agent reads the findings and dismisses one', async () => {
  const { id, first, states } = await checked();
  const agent = new Client({ name: 'test', version: '1' });
  const { env, home } = ada;
  await agent.connect(
    new StdioClientTransport({ command: process.execPath, args: [STAGELINK, 'mcp'], env, cwd: home }),
  );
  onTestFinished(() => agent.close());

  const listed = await agent.callTool({ name: 'list_findings', arguments: { snapshot: id } });
  expect(dataOf(listed)).toMatchObject({
    version: 1,
    pages: ['/checkout'],
    leftOut: 0,
    findings: [
      {
        rule: 'color-contrast',
        evidence: '3.1 : 1, needs 4.5 : 1',
        element: { selector: '#save', html: '<button id="save">Save</button>' },
        state: 'open',
      },
      { rule: 'button-name' },
    ],
  });
  const change = { snapshot: id, finding: first };
  const unknown = await agent.callTool({
    name: 'dismiss_finding',
    arguments: { ...change, finding: crypto.randomUUID(), reason: 'wrong' },
  });
  expect(unknown.isError).toBe(true);
  expect(sentencesOf(unknown)).toContain('That finding');
  expect(await states()).toContainEqual(['color-contrast', 'open', null]);

  const dismissed = await agent.callTool({
    name: 'dismiss_finding',
    arguments: { ...change, reason: 'not_a_problem' },
  });
  expect(dataOf(dismissed)).toMatchObject({ finding: { state: 'dismissed', reason: 'not_a_problem' } });
  expect(await states()).toContainEqual(['color-contrast', 'dismissed', 'not_a_problem']);
});
