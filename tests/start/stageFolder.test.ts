import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Server, startServer } from '../support/server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SCRIPT = path.join(ROOT, 'scripts/setup/stageFolder.mjs');
const run = promisify(execFile);

let server: Server;
let home: string;
let demo: { email: string; password: string };

beforeAll(async () => {
  server = await startServer({ env: { NODE_ENV: 'development' } });
  home = await mkdtemp(path.join(tmpdir(), 'stagelink-home-'));
  const owner = path.join(server.dataDir, 'demo-owner.json');
  const read = async () => JSON.parse(await readFile(owner, 'utf8')) as typeof demo;
  demo = await vi.waitFor(read, { timeout: 60_000 });
});
afterAll(async () => {
  await server.stop();
  await rm(home, { recursive: true });
});

/** Runs `npm start -- folder` after its server started, without stdin. */
async function stage(folder: string, yes = false) {
  const code = `import { stageFolder } from ${JSON.stringify(SCRIPT)};
    await stageFolder(${JSON.stringify({ path: folder, yes })}, ${JSON.stringify({ url: server.url, demo })});`;
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, NO_COLOR: '1' };
  const child = run(process.execPath, ['--input-type=module', '--eval', code], { env });
  child.child.stdin?.end();
  return child;
}

const linkIn = (output: string) => /http:\/\/localhost:\d+\/s\/\w+/.exec(output)?.[0];

test('a plain folder is staged without a question, and keeps its link at each start', async () => {
  const folder = path.join(home, 'plain');
  await cp(path.join(ROOT, 'server/sample'), folder, { recursive: true });
  const first = await stage(folder);
  expect(linkIn(first.stdout)).toBeDefined();
  await writeFile(path.join(folder, 'more.html'), 'more');
  const second = await stage(folder);
  expect(linkIn(second.stdout)).toBe(linkIn(first.stdout));
});

test('a folder that has to be built is not staged without consent, and the server keeps running', async () => {
  const folder = path.join(home, 'built');
  await cp(path.join(ROOT, 'tests/prototypes/vue'), folder, { recursive: true });
  const { stdout, stderr } = await stage(folder);
  expect(stdout).toBe('');
  expect(stderr).toContain('--yes');
  expect(stderr).toContain('The folder was not staged. The server keeps running.');
  expect((await fetch(`${server.url}/healthz`)).ok).toBe(true);
});
