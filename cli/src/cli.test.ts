import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { folderWith, projectWith, writeFiles } from '@stagelink/shared/staging/node/testing/folders';
import { tokenOf } from '@stagelink/shared/staging/node/testing/stagingReplies';
import { type StagingServer, stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { isAlive } from '@stagelink/shared/staging/node/testing/processes';
import { startProxy } from '@stagelink/shared/staging/node/testing/proxy';
import { adaWithPro as ada } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

// Each test starts real processes, which are slow on a busy machine.
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
  start: (args: string[], cwd?: string, env?: Record<string, string>) => ChildProcessWithoutNullStreams;
  run: (
    args: string[],
    more?: { cwd?: string; input?: string; env?: Record<string, string> },
  ) => Promise<Outcome>;
}

/** A computer of its own: nothing stored, no one to answer a prompt. */
function machine(server: StagingServer, signedIn = true): Machine {
  const home = folderWith({});
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: home,
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    STAGELINK_SERVER: server.url,
    ...(signedIn ? { STAGELINK_TOKEN: TOKEN } : {}),
  };
  const start = (args: string[], cwd = home, more: Record<string, string> = {}) =>
    spawn(process.execPath, [MAIN, ...args], { cwd, env: { ...env, ...more } });
  return {
    home,
    start,
    run: async (args, { cwd, input, env: more } = {}) => {
      const child = start(args, cwd, more);
      child.stdin.end(input);
      return outcomeOf(child);
    },
  };
}

async function outcomeOf(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** A stage that a test interrupts, on a computer that is used again. */
function interruptible(server: StagingServer, folder: string) {
  const { start, run } = machine(server);
  const child = start(['stage', folder]);
  return { child, ended: outcomeOf(child), run };
}

const json = ({
  out,
}: Outcome): {
  ok: boolean;
  data: Record<string, unknown>;
  error: { code: string; message: string; hint: string };
} => JSON.parse(out) as never;

/** A server with the account endpoints the CLI calls, and one account whose password is “correct horse”. */
async function serverWithAccount() {
  const revoked: string[] = [];
  const descriptions: string[] = [];
  const { uid: id, createdAt } = ada;
  const server = await stagingServer({
    'POST /auth/login': ({ input }) =>
      input.password === 'correct horse'
        ? { ok: true, user: ada, sessionToken: 'session', message: 'Signed in' }
        : refusal(401, 'wrong_credentials', 'Wrong email or password'),
    'POST /tokens/create': ({ input: { description, scopes } }) => {
      descriptions.push(description);
      const pat = { id, description, scopes, createdAt, expiresAt: createdAt, lastUsed: null };
      return { token: `${TOKEN}_${descriptions.length}`, pat };
    },
    'POST /auth/logout': ({ request }) => {
      revoked.push(tokenOf(request));
      return { ok: true };
    },
    'GET /me': ({ request }) =>
      revoked.includes(tokenOf(request))
        ? refusal(401, 'unauthenticated', 'Authentication required')
        : { user: ada },
  });
  return { server, revoked, descriptions };
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

  test('names what is left out and what to check, in the text and in JSON', async () => {
    const { run } = machine(await stagingServer());
    const files = { ...SITE, '.mcp.json': 'x', 'prod.env': 'x', 'dump.sql': 'create table users ()' };
    const staged = await run(['stage', folderWith(files), '--json']);
    expect(staged.err).toContain('Left out: 1 hidden file, prod.env.\n');
    expect(json(staged).data).toMatchObject({
      leftOut: ['.mcp.json', 'prod.env'],
      warnings: [
        'dump.sql, line 1: this looks like a database dump, and everyone with the link can read it.',
      ],
    });
  });

  test('without a terminal, a secret key needs --allow-secrets', async () => {
    const server = await stagingServer();
    const { run } = machine(server);
    const token = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(2).slice(0, 36)}`;
    const folder = folderWith({ ...SITE, 'config.js': `let token = "${token}"` });

    const stopped = await run(['stage', folder]);
    expect(stopped).toMatchObject({ code: 2, out: '' });
    expect(stopped.err).toMatch(
      /config\.js, line 1: github credential\nA secret key would be public: .*Give --allow-secrets/s,
    );
    expect(json(await run(['stage', folder, '--json'])).error.code).toBe('secret_found');
    expect(server.received).toEqual([]);

    expect((await run(['stage', folder, '--allow-secrets'])).code).toBe(0);
  });

  test('an output that is a link out of its folder is refused', async () => {
    const folder = folderWith({ 'readme.txt': 'x' });
    symlinkSync(folderWith(SITE), path.join(folder, '_site'));
    const { code, err } = await machine(await stagingServer()).run(['stage', folder]);
    expect(code).toBe(2);
    expect(err).toContain('which is not inside');
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

  test('passes on the flags that were given and no others', async () => {
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
    expect(Object.keys(server.bodies[1] ?? {}).sort()).toEqual([
      'files',
      'folderKey',
      'idempotencyKey',
      'snapshotId',
      'source',
    ]);
  });

  test('says what to do when the remembered snapshot is gone', async () => {
    const server = await stagingServer();
    const { run } = machine(server);
    const folder = folderWith(SITE);
    await run(['stage', folder]);
    server.fault = () => refusal(404, 'not_found', 'Snapshot not found');
    const { code, err } = await run(['stage', folder]);
    expect(code).toBe(4);
    expect(err).toMatch(/was deleted, has expired, or is not yours\.\nRun “stagelink stage --new”/);
  });

  test('keeps its link when the token is replaced, and not for another user', async () => {
    const server = await stagingServer();
    const bea = { ...ada, uid: '5a0d3c1e-7d55-4c1b-9d1e-2f6a3f9c1100' };
    server.userOf = (token) => (token === 'bea' ? bea : ada);
    const { run } = machine(server);
    const folder = folderWith(SITE);
    const stageAs = async (token: string) =>
      json(await run(['stage', folder, '--json'], { env: { STAGELINK_TOKEN: token } })).data;
    const first = await stageAs('laptop');
    expect(await stageAs('pipeline')).toMatchObject({ url: first.url, version: 2, isNewLink: false });
    expect((await stageAs('bea')).url).not.toBe(first.url);
    expect(first.isNewLink).toBe(true);
  });

  test('stages to a named link, and keeps to it', async () => {
    const server = await stagingServer();
    const { run } = machine(server);
    const first = json(await run(['stage', folderWith(SITE), '--json'])).data;
    const folder = folderWith(SITE);
    const named = json(await run(['stage', folder, '--to', String(first.url), '--json'])).data;
    expect(named).toMatchObject({ url: first.url, version: 2, isNewLink: false });
    expect(json(await run(['stage', folder, '--json'])).data).toMatchObject({ url: first.url, version: 3 });
  });

  test('a linked project keeps its link on every machine', async () => {
    const server = await stagingServer();
    const folder = folderWith(SITE);
    const laptop = machine(server);
    const first = json(await laptop.run(['stage', '--json'], { cwd: folder })).data;
    const linked = await laptop.run(['link'], { cwd: folder });
    expect(linked).toMatchObject({ code: 0, out: `${first.url}\n` });
    expect(JSON.parse(readFileSync(path.join(folder, '.stagelink/project.json'), 'utf8'))).toEqual({
      server: server.url,
      snapshotId: first.snapshotId,
    });

    const pipeline = machine(server);
    const again = json(await pipeline.run(['stage', '--json'], { cwd: folder, env: { CI: 'true' } })).data;
    expect(again).toMatchObject({ url: first.url, version: 2, isNewLink: false });
    expect([...(server.snapshots.get(String(first.snapshotId))?.keys() ?? [])].sort()).toEqual(
      Object.keys(SITE).sort(),
    );
    expect((await pipeline.run(['open', '--print'], { cwd: folder })).out).toBe(`${first.url}\n`);
  });

  describe('of a project that is linked, in another folder for the first time', () => {
    async function copied() {
      const server = await stagingServer();
      const { run } = machine(server);
      const folder = folderWith(SITE);
      const { url } = json(await run(['stage', folder, '--json'])).data;
      await run(['link'], { cwd: folder });
      const copy = path.join(folderWith({}), 'copy');
      cpSync(folder, copy, { recursive: true });
      return { server, run, folder, url: String(url), copy };
    }

    test('is refused without a terminal, naming the folder the link belongs to', async () => {
      const { server, run, folder, url, copy } = await copied();
      const { code, err } = await run(['stage', copy]);
      expect(code).toBe(2);
      expect(err).toMatch(/^The link of “Snapshot \d+” \(/);
      expect(err).toContain(
        `” (${url}) belongs to ${folder}.\nGive --to with that link to stage to it, or --new to make another.\n`,
      );
      expect(server.requests.filter((line) => line.endsWith('/finalize'))).toHaveLength(1);
    });

    test('goes on where --to or --new decides it, once', async () => {
      const { run, folder, url, copy } = await copied();
      expect(json(await run(['stage', copy, '--json', '--to', url])).data).toMatchObject({ url, version: 2 });
      expect(json(await run(['stage', copy, '--json'])).data).toMatchObject({ url, version: 3 });
      const other = path.join(folderWith({}), 'other');
      cpSync(folder, other, { recursive: true });
      const own = json(await run(['stage', other, '--json', '--new'])).data;
      expect(own.url).not.toBe(url);
      expect(json(await run(['stage', other, '--json'])).data).toMatchObject({ url: own.url, version: 2 });
      expect(json(await run(['stage', folder, '--json'])).data).toMatchObject({ url, version: 4 });
    });

    test('goes on in continuous integration only with a token of its environment', async () => {
      const { run, url, copy } = await copied();
      const staged = await run(['stage', copy, '--json'], { env: { CI: 'true' } });
      expect(json(staged).data).toMatchObject({ url, version: 2 });
      const other = path.join(folderWith({}), 'other');
      cpSync(copy, other, { recursive: true });
      await run(['login', '--token-stdin'], { input: TOKEN });
      const env = { CI: 'true', STAGELINK_TOKEN: '' };
      expect((await run(['stage', other, '--json'], { env })).code).toBe(2);
    });
  });

  test('a project link to a snapshot of someone else is reported before the build', async () => {
    const server = await stagingServer();
    const link = { server: server.url, snapshotId: 'abcdefghij0123456789' };
    const folder = projectWith('process.exit(1)', { '.stagelink/project.json': JSON.stringify(link) });
    const { err } = await machine(server).run(['stage', folder, '--yes']);
    expect(err).toContain(
      `The link that .stagelink/project.json of ${folder} names was deleted, has expired, or is not yours.`,
    );
    expect(err).not.toContain('npm run build');
  });

  test('keeps the links that a former release stored, and asks about what it was publishing', async () => {
    const server = await stagingServer({
      'DELETE /api/snapshots/:id': ({ input: { id } }) => {
        server.snapshots.delete(id);
        return { ok: true };
      },
    });
    const { run, home } = machine(server);
    const [staged, publishing] = [folderWith(SITE), folderWith({ ...SITE, 'index.html': 'other' })];
    const store = (kind: string, folder: string, snapshotId: unknown) => {
      const key = JSON.stringify([folder, server.url, ada.uid]);
      const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
      const former = { folder, server: server.url, snapshotId, url: `${server.url}/s/${String(snapshotId)}` };
      writeFiles(path.join(home, 'data', 'stagelink'), { [`${kind}/${name}.json`]: JSON.stringify(former) });
    };
    const other = machine(server);
    const [one, two] = [
      json(await other.run(['stage', staged, '--json'])).data,
      json(await other.run(['stage', publishing, '--json'])).data,
    ];
    store('staged', staged, one.snapshotId);
    store('publishing', publishing, two.snapshotId);

    expect((await run(['open', staged, '--print'])).out).toBe(`${one.url}\n`);
    expect(json(await run(['stage', staged, '--json'])).data).toMatchObject({ url: one.url, version: 2 });
    expect(json(await run(['stage', publishing, '--json'])).data).toMatchObject({ url: two.url, version: 2 });
    expect((await run(['rm', staged, '--yes'])).code).toBe(0);
    expect(json(await run(['stage', staged, '--json'])).data).toMatchObject({ isNewLink: true, version: 1 });
  });

  test('a project that is linked on another server gets a link of this one', async () => {
    const server = await stagingServer();
    const elsewhere = { server: 'https://stage.example.com', snapshotId: 'abcdefghij0123456789' };
    const folder = folderWith({ ...SITE, '.stagelink/project.json': JSON.stringify(elsewhere) });
    const { code, out } = await machine(server).run(['stage', folder]);
    expect(code).toBe(0);
    expect(out).not.toContain(elsewhere.snapshotId);
  });

  test('a file of the folder does not choose which server receives the token of the environment', async () => {
    const trap = await stagingServer();
    const link = { server: trap.url, snapshotId: 'abcdefghij0123456789' };
    const folder = folderWith({ ...SITE, '.stagelink/project.json': JSON.stringify(link) });
    const { run } = machine(await stagingServer());
    // An empty variable counts as unset.
    const { err } = await run(['stage', folder, '--server', 'http://127.0.0.1:9']);
    await run(['stage', folder], { env: { STAGELINK_SERVER: '' } });
    expect(err).toContain('http://127.0.0.1:9 could not be reached');
    expect(trap.requests).toEqual([]);
  });

  test('a project is not linked to a snapshot of someone else', async () => {
    const server = await stagingServer();
    const folder = folderWith(SITE);
    const { code } = await machine(server).run(['link', 'abcdefghij0123456789'], { cwd: folder });
    expect({ code, files: readdirSync(folder).sort() }).toEqual({ code: 4, files: Object.keys(SITE).sort() });
  });

  test('a version whose publishing has begun is published, and the link is shown', async () => {
    const server = await stagingServer();
    const { child, ended } = interruptible(server, folderWith(SITE));
    const isTooLate = new Promise<void>((resolve) =>
      child.stderr.on('data', (text) => String(text).includes('Publishing has started') && resolve()),
    );
    server.fault = (request, response) => {
      if (!request.url?.endsWith('/finalize')) return false;
      const end = response.end.bind(response);
      response.end = (...body: unknown[]) => {
        void isTooLate.then(() => end(...(body as [])));
        return response;
      };
      child.kill('SIGINT');
      return false;
    };
    const { code, out } = await ended;
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`${server.url}/s/`) as string });
  });

  test('a version that was published unseen is reported by the next stage: the process was ended before the answer', async () => {
    const server = await stagingServer();
    const folder = folderWith(SITE);
    const { child, ended, run } = interruptible(server, folder);
    server.fault = (request, response) => {
      if (!request.url?.endsWith('/finalize')) return false;
      response.end = () => {
        child.kill('SIGKILL');
        return response;
      };
      return false;
    };
    await ended;
    server.fault = null;
    const [snapshotId] = server.snapshots.keys();
    expect(json(await run(['stage', folder, '--json'])).data).toMatchObject({ snapshotId, version: 1 });
  });

  test('a link that was never published is forgotten', async () => {
    const server = await stagingServer();
    const folder = folderWith(SITE);
    const { child, ended, run } = interruptible(server, folder);
    server.fault = (request) => {
      if (!request.url?.endsWith('/finalize')) return false;
      child.kill('SIGKILL');
      return true;
    };
    await ended;
    server.fault = null;
    expect(json(await run(['stage', folder, '--json'])).data).toMatchObject({ isNewLink: true, version: 1 });
  });

  test('does not run a build without consent', async () => {
    const server = await stagingServer();
    const { run } = machine(server);
    const folder = projectWith(
      'import fs from "node:fs"; fs.mkdirSync("dist"); fs.writeFileSync("dist/index.html", "built")',
    );
    const refused = await run(['stage', folder]);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/would run “npm run build”\. There is no terminal to ask in\.\nGive --yes/);
    expect((await run(['stage', folder, '--yes'])).code).toBe(0);
  });

  test('a build command and an output that were given once are used again, and the same files are named', async () => {
    const server = await stagingServer();
    const { run } = machine(server);
    const folder = folderWith({
      'page.txt': 'one',
      'make.mjs': `import fs from 'node:fs'; fs.mkdirSync('result', { recursive: true });
        fs.writeFileSync('result/index.html', fs.readFileSync('page.txt'));`,
    });
    const given = ['--build', 'node make.mjs', '--output', 'result', '--yes'];
    expect((await run(['stage', folder, ...given])).code).toBe(0);
    writeFiles(folder, { 'page.txt': 'two' });
    const again = await run(['stage', folder, '--yes', '--json']);
    expect(json(again).data).toMatchObject({ version: 2, warnings: [] });
    expect([...server.snapshots.values()][0]?.get('index.html')?.toString()).toBe('two');
    const unchanged = await run(['stage', folder, '--yes', '--json']);
    expect(json(unchanged).data.warnings).toEqual(['Nothing has changed since version 2.']);
    expect((await run(['stage', folder])).err).toContain('would run “node make.mjs”');
  });

  test('what an error advises to set has the name of its flag', async () => {
    const { run } = machine(await stagingServer());
    const several = folderWith({ 'package.json': '{}', 'a/dist/index.html': 'x', 'b/dist/index.html': 'x' });
    expect((await run(['stage', several, '--no-build'])).err).toContain(
      'Choose one as the output folder, such as “a/dist”: --output a/dist',
    );
    const scripts = { 'docs:build': 'x', 'site:build': 'y' };
    const unclear = folderWith({ 'package.json': JSON.stringify({ scripts }) });
    expect((await run(['stage', unclear])).err).toContain(
      '“npm run docs:build”: --build "npm run docs:build"',
    );
  });

  test('an output is named by its project or its page', async () => {
    const server = await stagingServer();
    const folder = folderWith({
      'shop/package.json': '{"name":"harbor-shop"}',
      'shop/dist/index.html': 'x',
      'guide/_build/html/index.html': '<title>Harbor guide</title>',
    });
    for (const output of ['shop/dist', 'guide/_build/html'])
      expect((await machine(server).run(['stage', path.join(folder, output)])).code).toBe(0);
    expect(server.bodies.map(({ name }) => name)).toEqual(['harbor-shop', 'Harbor guide']);
  });

  test('hands a build the variables of --env, and no other', async () => {
    const server = await stagingServer();
    const folder = projectWith(
      `import fs from 'node:fs'; fs.mkdirSync('dist');
       fs.writeFileSync('dist/index.html', [process.env.ONE, process.env.TWO, process.env.THREE].join());`,
    );
    const env = { ONE: '1', TWO: '2', THREE: '3' };
    const staged = await machine(server).run(['stage', folder, '--yes', '--env', 'ONE', '--env', 'TWO'], {
      env,
    });
    expect(staged.code).toBe(0);
    expect([...server.snapshots.values()][0]?.get('index.html')?.toString()).toBe('1,2,');
    const unset = await machine(server).run(['stage', folder, '--yes', '--env', 'FOUR']);
    expect(unset).toMatchObject({ code: 2, err: expect.stringContaining('FOUR') as string });
  });

  test('shows the failing lines of a build and exits with 7', async () => {
    const server = await stagingServer();
    const folder = projectWith('console.error("Error: Could not resolve ./missing.js"); process.exit(1)');
    const { code, err, out } = await machine(server).run(['stage', folder, '--yes']);
    expect({ code, out }).toEqual({ code: 7, out: '' });
    expect(err).toMatch(
      / {2}Error: Could not resolve .\/missing.js\n[^]*The build failed: “npm run build” failed \(exit code 1\)\.\n/,
    );
    expect(err.split('Could not resolve')).toHaveLength(2);
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
    const { server, revoked, descriptions } = await serverWithAccount();
    const { run, home } = machine(server, false);
    expect((await run(['whoami'])).code).toBe(3);

    const login = await run(['login', '--email', 'ada@example.com', '--password-stdin'], {
      input: 'correct horse\n',
    });
    expect(login).toMatchObject({ code: 0, out: `Signed in to ${server.url} as ada@example.com.\n` });
    expect(descriptions[0]).toMatch(/^stagelink on ./);
    expect(revoked).toEqual(['session']);
    const kept = filesUnder(home).map((file) => ({
      mode: statSync(file).mode & 0o777,
      content: readFileSync(file, 'utf8'),
    }));
    expect(kept.map(({ mode }) => mode)).toEqual([0o600]);
    expect(kept.map(({ content }) => content).join()).not.toMatch(/correct horse|"session"/);

    expect((await run(['whoami'])).out).toBe(`Ada Lovelace <ada@example.com>, Pro, at ${server.url}\n`);
    expect((await run(['logout'])).code).toBe(0);
    expect(revoked).toEqual(['session', `${TOKEN}_1`]);
    expect((await run(['whoami'])).code).toBe(3);
  });

  test('signing in again revokes the former token', async () => {
    const { server, revoked } = await serverWithAccount();
    const { run } = machine(server, false);
    const login = (): Promise<Outcome> =>
      run(['login', '--email', 'ada@example.com', '--password-stdin'], { input: 'correct horse' });
    await login();
    await login();
    expect(revoked).toContain(`${TOKEN}_1`);
    expect((await run(['whoami'])).code).toBe(0);
  });

  test('a token that was pasted stays valid, because others may use it', async () => {
    const { server, revoked } = await serverWithAccount();
    const { run } = machine(server, false);
    const paste = (): Promise<Outcome> => run(['login', '--token-stdin'], { input: `${TOKEN}_of_ci` });
    await paste();
    const again = await run(['login', '--email', 'ada@example.com', '--password-stdin'], {
      input: 'correct horse',
    });
    expect(again.err).toContain('The former access token stays valid until you delete it in the dashboard.');
    expect(revoked).toEqual(['session']);

    await paste();
    expect(revoked).toEqual(['session', `${TOKEN}_1`]);
    const out = await run(['logout', '--json']);
    expect(json(out).data).toMatchObject({ isRevoked: false });
    await paste();
    expect((await run(['logout'])).out).toBe(
      `Signed out of ${server.url}.\nThe access token stays valid until you delete it in the dashboard.\n`,
    );
    expect(revoked).toEqual(['session', `${TOKEN}_1`]);
  });

  test('a wrong password prints the server’s message and exits with 3', async () => {
    const { server } = await serverWithAccount();
    const { code, err } = await machine(server, false).run(
      ['login', '--email', 'ada@example.com', '--password-stdin'],
      { input: 'wrong' },
    );
    expect(code).toBe(3);
    expect(err).toContain('Wrong email or password\n');
  });

  test('a deactivated account prints the server’s message only and exits with 3', async () => {
    const message = 'This account is deactivated. Contact the administrator of this server.';
    const server = await stagingServer({ 'POST /auth/login': () => refusal(403, 'forbidden', message) });
    const { code, err } = await machine(server, false).run(
      ['login', '--email', 'ada@example.com', '--password-stdin'],
      { input: 'correct horse' },
    );
    expect(code).toBe(3);
    expect(err.trimEnd()).toBe(message);
  });

  test('without a terminal nothing is asked', async () => {
    const server = await stagingServer();
    const { code, err } = await machine(server, false).run(['login']);
    expect(code).toBe(2);
    expect(err).toContain('Signing in needs a terminal.');
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

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends a request without a sentence about the network, with %i', async (signal, exit) => {
    const server = await stagingServer();
    const child = machine(server).start(['open', 'abcdefghij0123456789']);
    server.fault = (request) => {
      if (!request.url?.startsWith('/api/snapshots/')) return false;
      return child.kill(signal); // The request stays unanswered.
    };
    const { code, err } = await outcomeOf(child);
    expect({ code, err }).toEqual({ code: exit, err: expect.stringMatching(/^Cancelled\.\n/) as string });
  });

  test('a reader that closes the pipe ends the command quietly', async () => {
    const child = machine(await stagingServer()).start(['--help']);
    child.stdout.destroy();
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    expect({ err: await text(child.stderr), code: await ended }).toEqual({ err: '', code: 0 });
  });

  test('a mistyped command is answered with the right one', async () => {
    const { code, err } = await machine(await stagingServer()).run(['stgae']);
    expect({ code, err }).toEqual({
      code: 2,
      err: "Unknown command 'stgae'.\nDid you mean stage? Run “stagelink --help”.\n",
    });
  });

  test.each([['--password'], ['--name'], ['--to'], ['--tag']])(
    '%s without a value is refused',
    async (flag) => {
      const server = await stagingServer();
      const { code, err } = await machine(server).run(['stage', folderWith(SITE), flag, '']);
      expect(code).toBe(2);
      expect(err).toContain('It must not be empty.');
      expect(server.requests).toEqual([]);
    },
  );

  test('no token is sent in the clear to another machine, unless that is asked for', async () => {
    const server = await stagingServer();
    const proxy = await startProxy(Number(new URL(server.url).port));
    onTestFinished(proxy.close);
    const { run } = machine(server);
    const env = { HTTP_PROXY: proxy.url, STAGELINK_SERVER: 'http://stage.example.com' };
    const refused = await run(['whoami'], { env });
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/could be read on the way\.\n.*https:\/\/stage\.example\.com.*--insecure/);
    expect(proxy.seen).toEqual([]);
    expect((await run(['whoami', '--insecure'], { env })).code).toBe(0);
    expect((await run(['whoami'], { env: { ...env, STAGELINK_INSECURE: '1' } })).code).toBe(0);
  });

  test('what answers without being a Stagelink server is named, and asked once', async () => {
    const server = await stagingServer();
    server.fault = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel</h1>');
      return true;
    };
    const { code, err } = await machine(server).run(['stage', folderWith(SITE)]);
    expect(code).toBe(6);
    expect(err).toMatch(/is not from a Stagelink server \(status 200\)\.\nCheck the address/);
    expect(server.requests).toHaveLength(1);
  });

  test('NO_COLOR and pipes get no colours', async () => {
    const server = await stagingServer();
    const { err } = await machine(server).run(['stage', folderWith(SITE)]);
    // oxlint-disable-next-line no-control-regex -- escape codes must not occur
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
    const env = {
      STAGELINK_SERVER: 'http://stage.test',
      STAGELINK_INSECURE: '1',
      HTTP_PROXY: proxy.url,
    };
    const { run } = machine(server);
    const { code: staged } = await run(['stage', folderWith(SITE)], { env });
    expect({ staged, seen: proxy.seen }).toEqual({
      staged: 0,
      seen: expect.arrayContaining(['http://stage.test/api/snapshots']) as unknown,
    });
    const { code, err } = await run(['doctor'], { env: { ...env, HTTP_PROXY: 'http://127.0.0.1:1' } });
    expect(code).toBe(1);
    expect(err).toMatch(/✗ server .*HTTP_PROXY names the proxy http:\/\/127\.0\.0\.1:1\./);
  });

  test('doctor reports what is wrong with the server', async () => {
    const server = await stagingServer();
    const { code, err } = await machine(server).run(['doctor', folderWith(SITE)]);
    expect(code).toBe(1);
    expect(err).toMatch(/✗ server .* responds with 404/);
    expect(err).toMatch(/✓ folder .*staged as it is/);
  });
});

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

test.each([
  [['reviews', 'request', 'abcdefghij0123456789'], 'A review needs a reviewer.'],
  [['reviews', 'request', 'abcdefghij0123456789', '--reviewer', 'Bea'], '“Bea” is not a reviewer.'],
  [['--deadline', '2027-02-31'], '“2027-02-31” is not a time.'],
  [['--deadline', '2027-02-31T10:00:00Z'], '“2027-02-31T10:00:00Z” is not a time.'],
  [['--deadline', 'soon'], '“soon” is not a time.'],
  [['--deadline', '2020-01-01'], '“2020-01-01” is in the past.'],
  [['findings', 'abcdefghij0123456789', '--reason', 'wrong'], '--reason says why a finding is dismissed.'],
])('%j is refused before anything is sent', async (args, sentence) => {
  const server = await stagingServer();
  const request = ['reviews', 'request', 'abcdefghij0123456789', '--reviewer', 'Bea <bea@example.com>'];
  const { code, err } = await machine(server).run(args[0]?.startsWith('--') ? [...request, ...args] : args);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
  expect(err).not.toContain('doctor');
});

test('a staged version is saved as a zip, and files with another name in it are named', async () => {
  const description = {
    fileName: 'site v1.zip',
    fileCount: 2,
    totalBytes: 64,
    renamed: [{ path: 'App.css', name: 'App (2).css' }],
  };
  const server = await stagingServer({
    'GET /api/snapshots/:id/versions/:version/download': () => description,
  });
  server.fault = (request, response) => {
    const isZip = request.url?.endsWith('/versions/1/download?format=zip') ?? false;
    if (isZip) response.end('the bytes of the zip');
    return isZip;
  };
  const folder = folderWith(SITE);
  const { run } = machine(server);
  await run(['stage', folder]);
  const saved = await run(['download'], { cwd: folder });
  const file = path.join(folder, 'site v1.zip');
  expect(saved.out.split('\n')).toEqual([
    '“App.css” is called “App (2).css” in the zip.',
    expect.stringMatching(/^Saved version 1 of “.+” \(2 files, 64 B\):$/),
    file,
    '',
  ]);
  expect(readFileSync(file, 'utf8')).toBe('the bytes of the zip');

  const again = json(await run(['download', folder, '--output', file, '--json']));
  expect(again.error).toMatchObject({ code: 'file_exists' });
});
