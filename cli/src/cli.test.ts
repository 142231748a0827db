import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { folderWith, projectWith, writeFiles } from '@stagelink/shared/staging/testing/folders';
import {
  answer,
  refuse,
  type StagingServer,
  stagingServer,
} from '@stagelink/shared/staging/testing/stagingServer';
import { PLAN_LIMITS } from '@stagelink/shared/contracts/limits';
import { isAlive } from '@stagelink/shared/staging/testing/processes';
import { startProxy } from '@stagelink/shared/staging/testing/proxy';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

// Each test starts real processes, which take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const TOKEN = 'stl_pat_test';
const SITE = { 'index.html': '<!doctype html><title>Home</title>', 'app.css': 'body { color: teal }' };

interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

interface Machine {
  home: string;
  run: (
    args: string[],
    more?: { cwd?: string; input?: string; env?: Record<string, string> },
  ) => Promise<Outcome>;
}

/** A machine of its own: nothing remembered, nobody there to answer. */
function machine(server: StagingServer, signedIn = true): Machine {
  const home = folderWith({});
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    STAGELINK_SERVER: server.url,
    ...(signedIn ? { STAGELINK_TOKEN: TOKEN } : {}),
  };
  return {
    home,
    run: async (args, { cwd = home, input, env: more = {} } = {}) => {
      const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: { ...env, ...more } });
      child.stdin.end(input);
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      return { code, out, err };
    },
  };
}

const json = ({
  out,
}: Outcome): {
  ok: boolean;
  data: Record<string, unknown>;
  error: { code: string; message: string; hint: string };
} => JSON.parse(out) as never;

const USER = {
  uid: '0b6f0e9c-5f0e-4a3e-9d55-0f2f6a3f9c11',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'user',
  plan: 'pro',
  limits: PLAN_LIMITS.pro,
  subscriptionStatus: 'active',
  subscription: { status: 'active', trialEnd: null },
  subscriptionDisplay: 'Pro',
  trialEndsAt: null,
  nextBillingDate: null,
  nextBillingAmount: 0,
  canAccessPro: true,
  emailVerified: true,
  hasPassword: true,
  createdAt: '2026-11-21T09:00:00.000Z',
};

/** The account calls the command line makes, with one account whose password is “correct horse”. */
function withAccounts(server: StagingServer): { revoked: string[]; created: Record<string, unknown>[] } {
  const seen = { revoked: [] as string[], created: [] as Record<string, unknown>[] };
  const bearer = (request: http.IncomingMessage): string =>
    request.headers.authorization?.replace('Bearer ', '') ?? '';
  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body =
      request.method === 'POST' ? (JSON.parse(await text(request)) as Record<string, unknown>) : {};
    if (request.url === '/auth/login') {
      if (body.password !== 'correct horse')
        return refuse(response, 401, 'wrong_credentials', 'Wrong email or password');
      return answer(response, 200, { ok: true, user: USER, sessionToken: 'session', message: 'Signed in' });
    }
    if (request.url === '/tokens/create') {
      seen.created.push(body);
      const pat = {
        id: USER.uid,
        description: '',
        scopes: ['snapshots:read'],
        createdAt: USER.createdAt,
        expiresAt: USER.createdAt,
        lastUsed: null,
      };
      return answer(response, 201, { token: `${TOKEN}_${seen.created.length}`, pat });
    }
    if (request.url === '/auth/logout') {
      seen.revoked.push(bearer(request));
      return answer(response, 200, { ok: true });
    }
    if (seen.revoked.includes(bearer(request)))
      return refuse(response, 401, 'unauthenticated', 'Authentication required');
    return answer(response, 200, { user: USER });
  }
  server.fault = (request, response) => {
    if (!/^\/(auth|tokens|me)/.test(request.url ?? '')) return false;
    void handle(request, response);
    return true;
  };
  return seen;
}

describe('stagelink stage', () => {
  test('prints the password and then the link, and nothing else, on stdout', async () => {
    const server = await stagingServer();
    const { code, out, err } = await machine(server).run(['stage', folderWith(SITE)]);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^Password: quiet-river\nhttp:\/\/localhost:\d+\/s\/[0-9a-f]{32}\n$/,
      ) as string,
    });
    expect(err).toMatch(/Sending 2 files.*\nStaged as version 1 in/);
  });

  test('stages a folder again at the same link, and at a new one when asked', async () => {
    const server = await stagingServer();
    const { run } = machine(server);
    const folder = folderWith(SITE);
    const first = json(await run(['stage', '--json'], { cwd: folder }));
    writeFiles(folder, { 'index.html': 'changed' });
    const second = json(await run(['stage', folder, '--json']));
    const third = json(await run(['stage', folder, '--json', '--new']));
    expect(second.data).toMatchObject({ url: first.data.url, version: 2, sentFiles: 1 });
    expect(third.data.url).not.toBe(first.data.url);
    expect(json(await run(['stage', folder, '--json'])).data.url).toBe(third.data.url);
  });

  test('passes on what the flags say, and nothing that was not said', async () => {
    const server = await stagingServer();
    const { run } = machine(server);
    const folder = folderWith(SITE);
    await run([
      'stage',
      folder,
      '--name',
      'Shop',
      '--no-password',
      '--expires',
      '14',
      '--tag',
      'a',
      '--tag',
      'b',
      '--description',
      'for Eve',
    ]);
    await run(['stage', folder]);
    expect(server.bodies[0]).toMatchObject({
      name: 'Shop',
      password: null,
      expiresInDays: 14,
      tags: ['a', 'b'],
      description: 'for Eve',
    });
    expect(Object.keys(server.bodies[1] ?? {}).sort()).toEqual(['files', 'snapshotId', 'source']);
  });

  test('says what to do when the remembered snapshot is gone', async () => {
    const server = await stagingServer();
    const { run } = machine(server);
    const folder = folderWith(SITE);
    await run(['stage', folder]);
    server.fault = (_request, response) => {
      refuse(response, 404, 'not_found', 'Snapshot not found');
      return true;
    };
    const { code, err } = await run(['stage', folder]);
    expect(code).toBe(4);
    expect(err).toMatch(/was deleted or has expired\.\nRun “stagelink stage --new”/);
  });

  test('does not run a build that nobody allowed', async () => {
    const server = await stagingServer();
    const { run } = machine(server);
    const folder = projectWith(
      'import fs from "node:fs"; fs.mkdirSync("dist"); fs.writeFileSync("dist/index.html", "built")',
    );
    const refused = await run(['stage', folder]);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(
      /means running “npm run build”, and nobody is there to allow it\.\nGive --yes/,
    );
    expect((await run(['stage', folder, '--yes'])).code).toBe(0);
  });

  test('shows the failing lines of a build and exits with 7', async () => {
    const server = await stagingServer();
    const folder = projectWith('console.error("Error: Could not resolve ./missing.js"); process.exit(1)');
    const { code, err, out } = await machine(server).run(['stage', folder, '--yes']);
    expect({ code, out }).toEqual({ code: 7, out: '' });
    expect(err).toMatch(
      / {2}Error: Could not resolve .\/missing.js\n[^]*The build failed: “npm run build” failed \(exit code 1\)\.\n/,
    );
  });

  test('ends at once, and leaves no build behind, when it is interrupted', async () => {
    const server = await stagingServer();
    const folder = projectWith('console.log("pid " + process.pid); setInterval(() => {}, 1000)');
    const home = folderWith({});
    const child = spawn(process.execPath, [MAIN, 'stage', folder, '--yes'], {
      env: {
        ...process.env,
        HOME: home,
        XDG_DATA_HOME: home,
        XDG_CONFIG_HOME: home,
        STAGELINK_SERVER: server.url,
        STAGELINK_TOKEN: TOKEN,
      },
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => {
      const isRunning = /pid \d+/.test(err);
      err += chunk.toString();
      if (!isRunning && /pid \d+/.test(err)) child.kill('SIGINT');
    });
    expect(await ended).toBe(130);
    const pid = Number(/pid (\d+)/.exec(err)?.[1]);
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(err).toContain('Staging was cancelled.');
  });
});

describe('signing in', () => {
  test('a password is exchanged for an access token named after the machine, and only that is kept', async () => {
    const server = await stagingServer();
    const seen = withAccounts(server);
    const { run, home } = machine(server, false);
    expect((await run(['whoami'])).code).toBe(3);

    const login = await run(['login', '--email', 'ada@example.com', '--password-stdin'], {
      input: 'correct horse\n',
    });
    expect(login).toMatchObject({ code: 0, out: `Signed in to ${server.url} as ada@example.com.\n` });
    expect(seen.created[0]?.description).toMatch(/^stagelink on ./);
    expect(seen.revoked).toEqual(['session']);
    const kept = filesUnder(home).map((file) => ({
      mode: statSync(file).mode & 0o777,
      content: readFileSync(file, 'utf8'),
    }));
    expect(kept.map(({ mode }) => mode)).toEqual([0o600]);
    expect(kept.map(({ content }) => content).join()).not.toMatch(/correct horse|"session"/);

    expect((await run(['whoami'])).out).toBe(`Ada <ada@example.com>, Pro, at ${server.url}\n`);
    expect((await run(['logout'])).code).toBe(0);
    expect(seen.revoked).toEqual(['session', `${TOKEN}_1`]);
    expect((await run(['whoami'])).code).toBe(3);
  });

  test('signing in again revokes the former token', async () => {
    const server = await stagingServer();
    const seen = withAccounts(server);
    const { run } = machine(server, false);
    const login = (): Promise<Outcome> =>
      run(['login', '--email', 'ada@example.com', '--password-stdin'], { input: 'correct horse' });
    await login();
    await login();
    expect(seen.revoked).toContain(`${TOKEN}_1`);
    expect((await run(['whoami'])).code).toBe(0);
  });

  test('a wrong password is told in the server’s words and exits with 3', async () => {
    const server = await stagingServer();
    withAccounts(server);
    const { code, err } = await machine(server, false).run(
      ['login', '--email', 'a@b.c', '--password-stdin'],
      { input: 'wrong' },
    );
    expect(code).toBe(3);
    expect(err).toContain('Wrong email or password\n');
  });

  test('nothing is asked where nobody can answer', async () => {
    const server = await stagingServer();
    const { code, err } = await machine(server, false).run(['login']);
    expect(code).toBe(2);
    expect(err).toContain('There is no terminal to ask for email and password.');
  });
});

describe('the contract with scripts', () => {
  test.for([
    [['stage', '--bogus'], 2, 'usage'],
    [['nothing-like-this'], 2, 'usage'],
    [['stage', '--expires', 'soon'], 2, 'usage'],
    [['stage', '/nowhere/at/all'], 2, 'folder_missing'],
    [['open'], 4, 'not_found'],
    [['rm', 'abcdefghij0123456789'], 4, 'not_found'],
    [['whoami', '--server', 'ftp://x'], 2, 'usage'],
    [['whoami', '--server', 'http://127.0.0.1:9'], 6, 'network'],
  ] as const)('%j exits with %i and says “%s” as JSON', async ([args, exit, code]) => {
    const server = await stagingServer();
    const outcome = await machine(server).run([...args, '--json']);
    expect(outcome.code).toBe(exit);
    expect(json(outcome)).toMatchObject({ ok: false, error: { code } });
    expect(json(outcome).error.message).not.toBe('');
  });

  test('NO_COLOR and pipes get no colours', async () => {
    const server = await stagingServer();
    const { err } = await machine(server).run(['stage', folderWith(SITE)]);
    // oxlint-disable-next-line no-control-regex -- escape codes are what must not be there
    expect(err).not.toMatch(/\u001b/);
  });

  test('a damaged memory is as good as none', async () => {
    const server = await stagingServer();
    const { run, home } = machine(server);
    const folder = folderWith(SITE);
    await run(['stage', folder]);
    for (const file of filesUnder(home)) writeFileSync(file, '{');
    mkdirSync(path.join(home, 'config', 'stagelink'), { recursive: true });
    writeFileSync(path.join(home, 'config', 'stagelink', 'accounts.json'), 'not json');
    expect((await run(['stage', folder])).code).toBe(0);
  });

  test('commands go through the proxy of the environment, and doctor names one that fails', async () => {
    const server = await stagingServer();
    const proxy = await startProxy(Number(new URL(server.url).port));
    onTestFinished(proxy.close);
    const env = { STAGELINK_SERVER: 'http://stage.test', HTTP_PROXY: proxy.url };
    const { run } = machine(server);
    const staged = await run(['stage', folderWith(SITE)], { env });
    expect({ code: staged.code, first: proxy.seen[0] }).toEqual({
      code: 0,
      first: 'http://stage.test/api/snapshots',
    });
    const { code, err } = await run(['doctor'], { env: { ...env, HTTP_PROXY: 'http://127.0.0.1:1' } });
    expect(code).toBe(1);
    expect(err).toMatch(/✗ server .*HTTP_PROXY names the proxy http:\/\/127\.0\.0\.1:1\./);
  });

  test('doctor tells what is wrong with the server', async () => {
    const server = await stagingServer();
    const { code, err } = await machine(server).run(['doctor', folderWith(SITE)]);
    expect(code).toBe(1);
    expect(err).toMatch(/✗ server .* answers with 404/);
    expect(err).toMatch(/✓ folder .*staged as it is/);
  });
});

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
