import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort, untilHealthy } from '../../tests/support/server.ts';
import { ROOT } from '../setup/root.mjs';
import type { Release } from './makeRelease.ts';

const run = promisify(execFile);

/** An empty home, and an environment without anything of this checkout. */
async function newHome() {
  const home = await mkdtemp(path.join(tmpdir(), 'stagelink-home-'));
  await chmod(home, 0o711);
  const { PATH = '', npm_config_cache: cache = path.join(process.env['HOME'] ?? '', '.npm') } = process.env;
  const outside = PATH.split(path.delimiter).filter(
    (folder) => !folder.startsWith(path.join(ROOT, 'node_modules')),
  );
  const settings = Object.entries(process.env).filter(([name]) =>
    /^(NODE_EXTRA_CA_CERTS|.*_proxy)$/i.test(name),
  );
  const userconfig = path.join(process.env['HOME'] ?? '', '.npmrc');
  const env = {
    ...Object.fromEntries(settings),
    PATH: outside.join(path.delimiter),
    HOME: home,
    // Packages of others come from npm's own cache, where it has them.
    npm_config_cache: cache,
    npm_config_userconfig: userconfig,
    npm_config_prefer_offline: 'true',
  };
  return { home, env };
}

type Home = Awaited<ReturnType<typeof newHome>>;

const npx = ({ folder, version }: Release, name: string) => [
  '--yes',
  `--package=${path.join(folder, `${name}-${version}.tgz`)}`,
  name,
];

async function assertSums({ folder }: Release): Promise<void> {
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
}

async function startServer(release: Release, { home, env }: Home) {
  const port = await freePort();
  const child = spawn('npx', npx(release, 'stagelink-server'), {
    cwd: home,
    env: { ...env, PORT: String(port), STAGELINK_DATA: path.join(home, 'data') },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const welcomed = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
        if (output.includes('Ctrl-C stops it.')) resolve();
      });
    }
  });
  const url = `http://localhost:${port}`;
  await untilHealthy(url, child, () => output);
  await welcomed;
  const stop = async () => {
    // npx ends before the server that it started, which has the same output.
    const ended = once(child, 'close');
    process.kill(-Number(child.pid), 'SIGTERM');
    await ended;
  };
  return { url, stop, output };
}

/** Signs in as the demo owner, with what the terminal shows. */
async function signIn(url: string, output: string): Promise<string> {
  const [, email = '', password = ''] = /Email +(\S+)\s+Password +(\S+)/.exec(output) ?? [];
  const reply = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { sessionToken } = (await reply.json()) as { sessionToken?: string };
  assert.ok(sessionToken, `The terminal does not show how to sign in:\n${output}`);
  return sessionToken;
}

async function stageFolder(
  release: Release,
  { home, env }: Home,
  url: string,
  token: string,
): Promise<string> {
  const folder = path.join(home, 'site');
  await mkdir(folder);
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Released</title>');
  const { stdout } = await run('npx', [...npx(release, 'stagelink'), 'stage', '.', '--json'], {
    cwd: folder,
    env: { ...env, STAGELINK_SERVER: url, STAGELINK_TOKEN: token },
  });
  const { data } = JSON.parse(stdout) as { data: { url: string } };
  const viewer = await fetch(data.url);
  assert.equal(viewer.status, 200, `${data.url} can be opened.`);
  return data.url;
}

/** Installs the packages in an empty home, where each does what it is for. Returns what was seen. */
export async function tryRelease(release: Release): Promise<string[]> {
  await assertSums(release);
  const home = await newHome();
  try {
    const from = performance.now();
    const server = await startServer(release, home);
    const seconds = ((performance.now() - from) / 1000).toFixed(0);
    try {
      const token = await signIn(server.url, server.output);
      const link = await stageFolder(release, home, server.url, token);
      const backup = path.join(home.home, 'backup.tar');
      await run('npx', [...npx(release, 'stagelink-server'), 'backup', backup], {
        cwd: home.home,
        env: { ...home.env, STAGELINK_DATA: path.join(home.home, 'data') },
      });
      assert.ok(
        (await readFile(backup)).includes('<title>Released</title>'),
        'The backup has the staged file.',
      );
      return [
        `stagelink-server installs, starts and shows the sign-in in ${seconds} s`,
        `stagelink stages a folder: ${link}`,
        'stagelink-server backs up while it runs',
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await rm(home.home, { recursive: true, force: true });
  }
}
