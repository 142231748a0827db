import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { deleteSnapshot, listSnapshots } from '@stagelink/shared/contracts/snapshots';
import {
  type Cut,
  type CuttingProxy,
  startCuttingProxy,
  type UploadStep,
} from '@stagelink/shared/staging/node/testing/cuttingProxy';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dataOf } from '../../server/src/testing/agent.ts';
import { type Machine, machineOf, prototype, STAGELINK } from '../agents/machine.ts';
import { IS_LONG } from '../support/longForm.ts';
import { type Server, startServer } from '../support/server.ts';

// The built command and its tools for coding agents, the real server, and a proxy between them.

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const PAGE = { 'index.html': '<h1>Shop</h1>', 'app.css': 'h1 { color: teal }' };

/** Rounds of two stages at once. */
const ROUNDS = IS_LONG ? 100 : 4;

const steps: [UploadStep, Cut['when']][] = (['create', 'send', 'finalize'] as const).flatMap((step) => [
  [step, 'before'],
  [step, 'after'],
]);

interface Setup {
  machine: Machine;
  proxy: CuttingProxy;
  folder: string;
}

/** A new account on a new computer, behind a proxy. */
async function setUp(): Promise<Setup> {
  const proxy = await startCuttingProxy(server.url);
  onTestFinished(proxy.close);
  const machine = await machineOf(server, 'Ada');
  const env = { ...machine.env, STAGELINK_SERVER: proxy.url };
  return { machine: { ...machine, env }, proxy, folder: await prototype(PAGE) };
}

interface Result {
  url: string;
  snapshotId: string;
  version: number;
}

/** A way to stage a folder; `stageAndDie` is killed when the connection is cut. */
interface StageClient {
  stage: (setup: Setup) => Promise<Result>;
  stageAndDie: (setup: Setup, cut: Pick<Cut, 'step' | 'when'>) => Promise<void>;
}

const start = ({ machine: { env, home }, folder }: Setup) =>
  spawn(process.execPath, [STAGELINK, 'stage', folder, '--json'], { cwd: home, env });

const command: StageClient = {
  async stage(setup) {
    const child = start(setup);
    child.stdin.end();
    const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return (JSON.parse(out) as { data: Result }).data;
  },
  async stageAndDie(setup, cut) {
    const child = start(setup);
    setup.proxy.cut = { ...cut, lasts: 'and_rest', onCut: () => child.kill('SIGKILL') };
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    setup.proxy.cut = null;
  },
};

async function connectAgent({ machine: { env, home } }: Setup) {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { roots: {} } });
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(tmpdir()).href }] }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [STAGELINK, 'mcp'],
    env,
    cwd: home,
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

const stageAsAgent = (client: Client, { folder }: Setup) =>
  client.callTool({ name: 'stage', arguments: { folder } });

const agent: StageClient = {
  async stage(setup) {
    const { client } = await connectAgent(setup);
    return dataOf(await stageAsAgent(client, setup)) as unknown as Result;
  },
  async stageAndDie(setup, cut) {
    const { client, transport } = await connectAgent(setup);
    const kill = () => process.kill(transport.pid ?? Number.NaN, 'SIGKILL');
    setup.proxy.cut = { ...cut, lasts: 'and_rest', onCut: kill };
    await expect(stageAsAgent(client, setup)).rejects.toThrow(/closed/i);
    setup.proxy.cut = null;
  },
};

/** The links of the account. */
const linksOf = async ({ machine: { call } }: Setup): Promise<Result[]> =>
  (await call(listSnapshots, {})).snapshots.map(({ id: snapshotId, url, version }) => ({
    snapshotId,
    url,
    version,
  }));

describe.each([
  ['stagelink stage', command],
  ['stagelink mcp', agent],
])('“%s” makes one link with one version and reports it', (_name, { stage, stageAndDie }) => {
  test.each(steps)('when a connection is cut once at “%s”, %s the server has acted', async (step, when) => {
    const setup = await setUp();
    setup.proxy.cut = { step, when, lasts: 'once' };
    const reported = await stage(setup);
    expect(setup.proxy.cuts).toBe(1);
    expect(reported).toMatchObject({ version: 1 });
    expect([reported]).toMatchObject(await linksOf(setup));
  });

  test.each(steps)(
    'when it is killed at “%s”, %s the server has acted, and staged again',
    async (step, when) => {
      const setup = await setUp();
      await stageAndDie(setup, { step, when });
      const reported = await stage(setup);
      expect(reported).toMatchObject({ version: 1 });
      expect([reported]).toMatchObject(await linksOf(setup));
    },
  );
});

test('without a network while it publishes, the command reports that the result is not known', async () => {
  const setup = await setUp();
  setup.proxy.cut = { step: 'finalize', when: 'after', lasts: 'and_rest' };
  const { env, home } = setup.machine;
  const child = spawn(process.execPath, [STAGELINK, 'stage', setup.folder], { cwd: home, env });
  child.stdin.end();
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(err).toMatch(
    /It is not known whether version 1 was published\.\nStage again: the link stays the same\.\n$/,
  );
  expect(code).toBe(6);
  setup.proxy.cut = null;
  expect([await command.stage(setup)]).toMatchObject(await linksOf(setup));
});

test(`two stages of a new folder at the same moment make one link, ${ROUNDS} times`, async () => {
  const setup = await setUp();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const folder = await prototype({ 'index.html': `<h1>${round}</h1>` });
    const both = await Promise.all([
      command.stage({ ...setup, folder }),
      command.stage({ ...setup, folder }),
    ]);
    const { call } = setup.machine;
    expect((await linksOf(setup)).map(({ url }) => url)).toEqual([both[0].url]);
    expect(both[1].url).toBe(both[0].url);
    await call(deleteSnapshot, { id: both[0].snapshotId });
  }
});
