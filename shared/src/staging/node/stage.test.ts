import {
  existsSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { consentLines } from './consent.ts';
import type { UserError } from '../../client/userError.ts';
import type { StageEvent } from '../core/events.ts';
import { nodeSend } from './nodeTransport.ts';
import { stage, type StageOptions } from './stage.ts';
import { systemRuntime } from './runtime.ts';
import { describeEvent } from '../core/describeEvent.ts';
import { adaWithPro } from '../../testing/builders.ts';
import { refusal } from '../../testing/fakeServer.ts';
import { folderWith, projectWith, writeFiles } from './testing/folders.ts';
import { isAlive } from './testing/processes.ts';
import { respond, type StagingServer, stagingServer } from './testing/stagingServer.ts';

// Many of these run npm, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const SITE = {
  'index.html': '<!doctype html><title>Home</title>',
  'assets/app.js': 'console.log("hello");\n'.repeat(200),
  'assets/logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  'about/index.html': '<!doctype html><title>About</title>',
};

const optionsFor = (
  server: StagingServer,
  folder: string,
  more: Partial<StageOptions> = {},
): StageOptions => ({
  folder,
  about: {},
  client: 'cli',
  send: nodeSend({ server: server.url }),
  runtime: { ...systemRuntime, sleep: async () => {} },
  consent: () => true,
  environment: process.env,
  ...more,
});

interface Run {
  events: StageEvent[];
  error: UserError | null;
}

/** Collects the events of a stage and its end. */
async function runStage(
  options: StageOptions,
  onEvent: (event: StageEvent) => void = () => {},
): Promise<Run> {
  const events: StageEvent[] = [];
  try {
    for await (const event of stage(options)) {
      events.push(event);
      onEvent(event);
    }
    return { events, error: null };
  } catch (error) {
    return { events, error: error as UserError };
  }
}

function snapshotOf({ events, error }: Run): string {
  const done = events.find((event) => event.type === 'done');
  if (!done) throw new Error('The stage did not end with a link', { cause: error });
  return done.staged.snapshot.id;
}

const find = <T extends StageEvent['type']>(
  run: Run,
  type: T,
): Extract<StageEvent, { type: T }> | undefined =>
  run.events.find((event): event is Extract<StageEvent, { type: T }> => event.type === type);

describe('staging a folder', () => {
  test('a folder with an index.html and nothing to build is published as it is', async () => {
    const server = await stagingServer();
    const folder = folderWith(SITE);

    const run = await runStage(optionsFor(server, folder));

    const published = server.snapshots.get(snapshotOf(run));
    expect([...(published?.keys() ?? [])].sort()).toEqual(Object.keys(SITE).sort());
    for (const [name, content] of Object.entries(SITE))
      expect(published?.get(name)).toEqual(Buffer.from(content));
    expect([...new Set(run.events.map(({ type }) => type))]).toEqual([
      'detected',
      'output_chosen',
      'collected',
      'hashed',
      'offered',
      'uploading',
      'finalizing',
      'done',
    ]);
  });

  test('all missing files travel in one request', async () => {
    const server = await stagingServer();
    await runStage(optionsFor(server, folderWith(SITE)));
    expect(server.requests).toEqual([
      'POST /api/snapshots',
      'PUT /api/uploads/:id',
      'POST /api/uploads/:id/finalize',
    ]);
  });

  test('restaging sends only what changed, and nothing when nothing did', async () => {
    const server = await stagingServer();
    const folder = folderWith(SITE);
    const snapshotId = snapshotOf(await runStage(optionsFor(server, folder)));
    const sentBefore = server.received.length;

    writeFiles(folder, { 'index.html': '<!doctype html><title>New</title>' });
    const changed = await runStage(optionsFor(server, folder, { about: { snapshotId } }));
    const unchanged = await runStage(optionsFor(server, folder, { about: { snapshotId } }));

    expect(find(changed, 'offered')).toMatchObject({ version: 2, missingFiles: 1 });
    expect(server.received).toHaveLength(sentBefore + 1);
    expect(find(changed, 'offered')).toMatchObject({ unchangedSince: null });
    const offered = find(unchanged, 'offered');
    expect(offered).toMatchObject({ version: 3, missingFiles: 0, unchangedSince: 2 });
    expect(offered && describeEvent(offered)?.text).toBe('Nothing has changed since version 2.');
    expect(server.requests.slice(-2)).toEqual(['POST /api/snapshots', 'POST /api/uploads/:id/finalize']);
  });

  test('a client that finds no changes in the files ends the stage before an upload is created', async () => {
    const server = await stagingServer();
    const folder = folderWith(SITE);
    const seen: string[][] = [];

    const run = await runStage(
      optionsFor(server, folder, {
        hasChanges: (files) => {
          seen.push(files.map(({ path }) => path));
          return false;
        },
      }),
    );

    expect(seen).toEqual([Object.keys(SITE).sort()]);
    expect(run.error).toBeNull();
    expect(run.events.at(-1)).toMatchObject({ type: 'unchanged' });
    expect(server.requests).toEqual([]);
  });

  test('the same bytes under many names are sent once', async () => {
    const server = await stagingServer();
    const folder = folderWith({ 'index.html': 'same', 'a.html': 'same', 'b/c.html': 'same' });
    const run = await runStage(optionsFor(server, folder));
    expect(server.received).toHaveLength(1);
    expect(server.snapshots.get(snapshotOf(run))?.size).toBe(3);
  });

  test('what the person says about the snapshot, and where it came from, is passed on', async () => {
    const server = await stagingServer();
    const folder = folderWith({
      ...SITE,
      '.git/HEAD': 'ref: refs/heads/trunk',
      '.git/refs/heads/trunk': 'a'.repeat(40),
    });
    await runStage(optionsFor(server, folder, { about: { name: 'Shop', tags: ['v1'], password: null } }));
    expect(server.bodies[0]).toMatchObject({
      name: 'Shop',
      tags: ['v1'],
      password: null,
      source: { client: 'cli', gitBranch: 'trunk', gitCommit: 'a'.repeat(40) },
    });
  });

  test('secrets, dependencies, history and ignored files stay at home', async () => {
    const server = await stagingServer();
    const folder = folderWith({
      ...SITE,
      '.env': 'TOKEN=1',
      '.env.local': 'TOKEN=2',
      '.git/config': 'x',
      'node_modules/x/index.js': 'x',
      '.DS_Store': 'x',
      '.npmrc': 'x',
      'notes/todo.txt': 'x',
      'assets/app.js.map': '{}',
      '.well-known/security.txt': 'Contact: us',
      '.stagelinkignore': '*.map\n/notes/\n',
    });
    const run = await runStage(optionsFor(server, folder));
    expect([...(server.snapshots.get(snapshotOf(run))?.keys() ?? [])].sort()).toEqual(
      ['.well-known/security.txt', ...Object.keys(SITE)].sort(),
    );
  });

  test('links to files inside are followed, links that lead out are left out with their reason', async () => {
    const server = await stagingServer();
    const outside = folderWith({ 'secret.txt': 'outside' });
    const folder = folderWith(SITE);
    symlinkSync(path.join(outside, 'secret.txt'), path.join(folder, 'secret.txt'));
    symlinkSync(outside, path.join(folder, 'elsewhere'));
    symlinkSync('.', path.join(folder, 'loop'));
    symlinkSync('nothing.html', path.join(folder, 'broken.html'));
    symlinkSync('round', path.join(folder, 'round'));
    symlinkSync('index.html', path.join(folder, 'home.html'));

    const run = await runStage(optionsFor(server, folder));

    const published = [...(server.snapshots.get(snapshotOf(run))?.keys() ?? [])];
    expect(published).toContain('home.html');
    expect(published.join()).not.toMatch(/secret|elsewhere|loop|broken|round/);
    const skipped = run.events.filter((event) => event.type === 'link_skipped');
    expect(Object.fromEntries(skipped.map((event) => [event.path, event.reason]))).toEqual({
      'broken.html': 'broken',
      elsewhere: 'outside',
      loop: 'circular',
      round: 'circular',
      'secret.txt': 'outside',
    });
  });

  test('a folder that is too large is refused before it is read', async () => {
    const server = await stagingServer();
    server.userOf = () => ({
      ...adaWithPro,
      limits: { ...adaWithPro.limits, snapshotBytes: 25 * 1024 * 1024 },
    });
    const folder = folderWith({ 'index.html': 'x', 'film.mp4': '' });
    truncateSync(path.join(folder, 'film.mp4'), 30 * 1024 * 1024);

    const run = await runStage(optionsFor(server, folder));

    expect(run.error).toMatchObject({
      code: 'limit',
      message:
        'These files have 30.1 MB; your plan allows 25 MB a snapshot. The largest is film.mp4 with 30 MB.',
    });
    expect(find(run, 'hashed')).toBeUndefined();
    expect(server.requests).toEqual(['GET /me']);
  });

  test('hidden files, keys and databases are left out, and named in one line', async () => {
    const server = await stagingServer();
    const left = {
      '.mcp.json': 'x',
      '.cursor/mcp.json': 'x',
      '.claude/settings.local.json': 'x',
      '.docker/config.json': 'x',
      '.bash_history': 'x',
      '.envrc': 'x',
      'prod.env': 'x',
      'terraform.tfstate': 'x',
      'server.ppk': 'x',
      'db.sqlite': 'x',
      'tls.key': '-----BEGIN PRIVATE KEY-----\n',
      'index.html~': 'x',
      'package.json': '{}',
      'node_modules/a/index.js': 'x',
    };
    const kept = {
      ...SITE,
      '.well-known/security.txt': 'x',
      'talk.key': 'PK',
      'assets/node_modules/a.png': 'x',
    };
    const run = await runStage(optionsFor(server, folderWith({ ...kept, ...left })));
    const published = [...(server.snapshots.get(snapshotOf(run))?.keys() ?? [])];
    expect(published.sort()).toEqual([...Object.keys(kept), 'package.json'].sort());
    const lines = run.events.map(describeEvent).filter((line) => line?.text.startsWith('Left out'));
    expect(lines).toEqual([
      {
        kind: 'fact',
        text: 'Left out: 6 hidden files, db.sqlite, index.html~, node_modules/ and 4 more.',
      },
    ]);
  });

  test('an ignore file brings back what is left out', async () => {
    const server = await stagingServer();
    const folder = folderWith({ ...SITE, '.data/a.json': 'x', '.env': 'x', '.stagelinkignore': '!.data\n' });
    const run = await runStage(optionsFor(server, folder));
    expect(server.snapshots.get(snapshotOf(run))?.has('.data/a.json')).toBe(true);
    expect(find(run, 'left_out')?.paths).toEqual(['.env']);
  });

  test('an ignore file that cannot be read ends the stage', async () => {
    const server = await stagingServer();
    const folder = folderWith({ ...SITE, '.stagelinkignore': Buffer.from('drafts/', 'utf16le') });
    expect((await runStage(optionsFor(server, folder))).error).toMatchObject({ code: 'unreadable' });
    expect(server.requests).toEqual([]);
  });

  describe('of what is left out although a page refers to it', () => {
    const NEEDED = {
      'index.html':
        '<script>open("data/shop.sqlite")</script><img src="/.pics/a.png"><code>.git/config</code>',
      'data/shop.sqlite': 'x',
      '.pics/a.png': 'x',
      '.git/config': 'x',
      'unused.db': 'x',
    };
    const QUESTION = {
      kind: 'left_out',
      needed: [
        { path: '.pics/', from: 'index.html' },
        { path: 'data/shop.sqlite', from: 'index.html' },
      ],
    };

    test('a person decides, by its name', async () => {
      const server = await stagingServer();
      const decide = vi.fn(() => true);
      const run = await runStage(optionsFor(server, folderWith(NEEDED), { decide }));
      expect(decide.mock.calls).toEqual([[QUESTION]]);
      const published = [...(server.snapshots.get(snapshotOf(run))?.keys() ?? [])];
      expect(published.sort()).toEqual(['.pics/a.png', 'data/shop.sqlite', 'index.html']);
      expect(find(run, 'left_out')?.paths).toEqual(['.git/', 'unused.db']);
    });

    test('without a person it stays out, and is named', async () => {
      const server = await stagingServer();
      const run = await runStage(optionsFor(server, folderWith(NEEDED)));
      expect([...(server.snapshots.get(snapshotOf(run))?.keys() ?? [])]).toEqual(['index.html']);
      const needed = run.events.filter(({ type }) => type === 'left_out_needed');
      expect(needed.map((event) => describeEvent(event)?.text)).toEqual([
        '.pics/ is left out, but index.html refers to it. To stage it, write !.pics/ into a .stagelinkignore file.',
        'data/shop.sqlite is left out, but index.html refers to it. To stage it, write !data/shop.sqlite into a .stagelinkignore file.',
      ]);
    });
  });

  describe('with a secret key in it', () => {
    const token = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(2).slice(0, 36)}`;
    const WITH_KEY = { ...SITE, 'config.js': `let a;\nconst token = "${token}";\n` };
    const found = [{ path: 'config.js', line: 2, what: 'github credential' }];

    test.for([
      ['there is no person to ask', undefined],
      ['a person says no', () => false],
    ] as const)('nothing is sent when %s', async ([, decide]) => {
      const server = await stagingServer();
      const run = await runStage(optionsFor(server, folderWith(WITH_KEY), { decide }));
      expect(run.error).toMatchObject({
        code: 'secret_found',
        message:
          'A secret key would be public: “config.js”, line 2 (github credential). Nothing was published.',
        lines: ['config.js, line 2: github credential'],
      });
      expect(server.received).toEqual([]);
    });

    test('it is published when a person allows it', async () => {
      const server = await stagingServer();
      const decide = vi.fn(() => true);
      const run = await runStage(optionsFor(server, folderWith(WITH_KEY), { decide }));
      expect(decide.mock.calls).toEqual([[{ kind: 'secrets', found }]]);
      expect(server.snapshots.get(snapshotOf(run))?.has('config.js')).toBe(true);
    });
  });

  describe('whose output', () => {
    const SECRETS = { 'index.html': '<h1>Private</h1>' };

    test.for([
      ['is a link that leads out', '_site', undefined],
      ['is a link that leads out and is named', 'www', 'www'],
    ] as const)('%s is refused', async ([, name, output]) => {
      const server = await stagingServer();
      const [folder, secret] = [folderWith({ 'readme.txt': 'x' }), folderWith(SECRETS)];
      symlinkSync(secret, path.join(folder, name));
      const run = await runStage(optionsFor(server, folder, { output }));
      expect(run.error).toMatchObject({ code: 'output_outside' });
      expect(server.requests).toEqual([]);
    });

    test('is named outside of its folder is refused, but not in its workspace', async () => {
      const server = await stagingServer();
      const root = folderWith({
        'package.json': '{"workspaces":["apps/*"]}',
        'apps/shop/index.html': 'x',
        'dist/shop/index.html': 'x',
        'other/index.html': 'x',
      });
      const stageFrom = (folder: string) =>
        runStage(optionsFor(server, path.join(root, folder), { output: path.join(root, 'dist/shop') }));
      expect((await stageFrom('other')).error).toMatchObject({ code: 'output_outside' });
      snapshotOf(await stageFrom('apps/shop'));
    });
  });

  test('a base path is named', async () => {
    const server = await stagingServer();
    const folder = folderWith({ 'index.html': '<script src="/repo/a.js"></script>', 'a.js': 'x' });
    expect(find(await runStage(optionsFor(server, folder)), 'base_path')).toEqual({
      type: 'base_path',
      base: '/repo/',
    });
  });

  test('names that some disks cannot save are staged and named', async () => {
    const server = await stagingServer();
    const names = ['می\u200cشود.html', 'Split.html', 'a:b.html', 'aux.html', 'icon.png?v=1', 'split.html'];
    const folder = folderWith({ ...SITE, ...Object.fromEntries(names.map((name) => [name, name])) });
    const result = await runStage(optionsFor(server, folder));
    snapshotOf(result);
    expect(find(result, 'unportable_names')).toEqual({
      type: 'unportable_names',
      files: 4,
      first: ['a:b.html', 'aux.html', 'icon.png?v=1'],
    });
  });

  test('lines of _redirects that a snapshot does not follow are named', async () => {
    const server = await stagingServer();
    const rules = ['/old /new 301', '/api/* https://api.example.com/:splat 200', '/de /de/ 302 Country=de'];
    const folder = folderWith({ ...SITE, _redirects: rules.join('\n') });
    expect(find(await runStage(optionsFor(server, folder)), 'rules_ignored')).toEqual({
      type: 'rules_ignored',
      file: '_redirects',
      lines: 2,
      first: [
        { line: 2, reason: 'leads to another host' },
        { line: 3, reason: 'has a condition' },
      ],
    });
  });

  test('headers of _headers that a snapshot does not send are named', async () => {
    const server = await stagingServer();
    const rules = ['/*', '  X-A: 1', '  Cache-Control: max-age=1', '  Set-Cookie: a=b'];
    const folder = folderWith({ ...SITE, _headers: rules.join('\n') });
    expect(find(await runStage(optionsFor(server, folder)), 'rules_ignored')).toEqual({
      type: 'rules_ignored',
      file: '_headers',
      lines: 2,
      first: [
        { line: 3, reason: 'sets Cache-Control' },
        { line: 4, reason: 'sets Set-Cookie' },
      ],
    });
  });

  test('what looks like source in a folder that is staged as it is is named once, and of a build it is not', async () => {
    const server = await stagingServer();
    const source = { 'gulpfile.js': 'x', 'src/app.ts': 'x', 'deploy.php': 'x', 'a.scss': 'x' };
    const folder = folderWith({ ...SITE, ...source, 'dist/index.html': 'x', 'dist/main.ts': 'x' });
    expect(find(await runStage(optionsFor(server, folder)), 'source_found')).toEqual({
      type: 'source_found',
      files: 5,
      first: ['a.scss', 'deploy.php', 'dist/main.ts'],
    });
    const built = await runStage(optionsFor(server, folder, { output: 'dist' }));
    expect(find(built, 'source_found')).toBeUndefined();
  });

  test('links to folders inside are followed, and no circle and nothing that is left out comes with them', async () => {
    const server = await stagingServer();
    const folder = folderWith({
      ...SITE,
      'v2/index.html': 'two',
      'v2/notes/todo.txt': 'x',
      'v2/.env': 'TOKEN=1',
      'private/plan.html': 'x',
      '.stagelinkignore': '/v2/notes/\n/private/\n',
    });
    symlinkSync('v2', path.join(folder, 'latest'));
    symlinkSync('private', path.join(folder, 'public'));
    symlinkSync('../v2', path.join(folder, 'v2', 'self'));
    symlinkSync('../assets', path.join(folder, 'v2', 'assets'));

    const run = await runStage(optionsFor(server, folder));

    const added = ['latest/assets/app.js', 'latest/assets/logo.png', 'latest/index.html', 'v2/index.html'];
    const published = [...(server.snapshots.get(snapshotOf(run))?.keys() ?? [])];
    expect(published.sort()).toEqual(
      [...Object.keys(SITE), ...added, 'v2/assets/app.js', 'v2/assets/logo.png'].sort(),
    );
    const skipped = run.events.filter((event) => event.type === 'link_skipped');
    expect(Object.fromEntries(skipped.map((event) => [event.path, event.reason]))).toEqual({
      'latest/self': 'circular',
      public: 'left_out',
      'v2/self': 'circular',
    });
  });

  test('links that multiply folders without end are refused', async () => {
    const server = await stagingServer();
    const levels = Array.from({ length: 24 }, (_, level) => [`l${level}/page.html`, 'x'] as const);
    const folder = folderWith({ ...SITE, ...Object.fromEntries(levels) });
    for (let level = 0; level < 23; level += 1) {
      for (const side of ['a', 'b']) symlinkSync(`../l${level + 1}`, path.join(folder, `l${level}`, side));
    }
    const { error } = await runStage(optionsFor(server, folder));
    expect(error).toMatchObject({ code: 'limit' });
  });

  test('a link to what stays at home is left out with it', async () => {
    const server = await stagingServer();
    const folder = folderWith({
      ...SITE,
      '.env': 'TOKEN=1',
      '.git/config': 'x',
      'notes/todo.txt': 'x',
      '.stagelinkignore': '/notes/\n',
    });
    symlinkSync('.env', path.join(folder, 'settings.txt'));
    symlinkSync('.git/config', path.join(folder, 'config.txt'));
    symlinkSync('notes/todo.txt', path.join(folder, 'todo.txt'));

    const run = await runStage(optionsFor(server, folder));

    expect([...(server.snapshots.get(snapshotOf(run))?.keys() ?? [])].sort()).toEqual(
      Object.keys(SITE).sort(),
    );
    const skipped = run.events.filter((event) => event.type === 'link_skipped').map((event) => event.path);
    expect(skipped.sort()).toEqual(['config.txt', 'settings.txt', 'todo.txt']);
  });
});

describe('building first', () => {
  const BUILD = `import { mkdirSync, writeFileSync } from 'node:fs';
    mkdirSync('dist', { recursive: true }); console.log('building'); writeFileSync('dist/index.html', 'built');`;

  test('a project is built after the person allowed it, and its output is published', async () => {
    const server = await stagingServer();
    const questions: string[] = [];
    const consent: StageOptions['consent'] = (_folder, commands) =>
      questions.push(...commands.map(({ text }) => text)) > 0;
    const run = await runStage(
      optionsFor(server, projectWith(BUILD, { 'index.html': 'source' }), { consent }),
    );

    expect(questions).toEqual(['npm run build']);
    expect(server.snapshots.get(snapshotOf(run))?.get('index.html')?.toString()).toBe('built');
    expect(run.events).toContainEqual({ type: 'build_line', step: 'build', text: 'building' });
  });

  test.for([
    ['<script src="js/app.js"></script>', true],
    ['<script type="module" src="/src/main.js"></script>', false],
    ['<script type="module" src="/main.tsx"></script>', false],
  ] as const)(
    'a build that fails beside %s offers to stage the page as it is: %s',
    async ([page, offered]) => {
      const server = await stagingServer();
      const folder = projectWith('process.exit(1)', { 'index.html': page });
      const { error } = await runStage(optionsFor(server, folder));
      expect(error).toMatchObject({ code: 'build_failed' });
      expect(error?.hint.includes('needs no build')).toBe(offered);
    },
  );

  test('the time a question waits for its answer is not counted as staging', async () => {
    const server = await stagingServer();
    let clock = 0;
    const hour = 3_600_000;
    const consent = () => {
      clock += hour;
      return true;
    };
    const runtime = { ...systemRuntime, monotonicMs: () => clock + performance.now() };
    const run = await runStage(optionsFor(server, projectWith(BUILD), { consent, runtime }));
    expect(run.events.at(-1)).toMatchObject({ type: 'done' });
    const done = run.events.find((event) => event.type === 'done');
    expect(done?.milliseconds).toBeLessThan(hour);
  });

  test('dependencies are installed once, and again when the lockfile has changed', async () => {
    const server = await stagingServer();
    const dependency = (version: string): string => JSON.stringify({ name: 'dep', version });
    const folder = projectWith(BUILD, {
      'package.json': JSON.stringify({
        name: 'shop',
        version: '1.0.0',
        scripts: { build: 'node build.mjs' },
        dependencies: { dep: 'file:dep' },
      }),
      'dep/package.json': dependency('1.0.0'),
      '.npmrc': 'install-links=true',
    });
    const installs = async (): Promise<string[]> => {
      const { events, error } = await runStage(optionsFor(server, folder));
      expect(error).toBeNull();
      const started = events.filter((event) => event.type === 'build_started');
      return started.flatMap(({ command }) => (command.step === 'install' ? [command.text] : []));
    };
    expect(await installs()).toEqual(['npm i']);
    expect(await installs()).toEqual([]);

    const lockfile = path.join(folder, 'package-lock.json');
    writeFiles(folder, { 'dep/package.json': dependency('1.1.0') });
    writeFileSync(
      lockfile,
      readFileSync(lockfile, 'utf8').replace(/("node_modules\/dep": \{\s*"version": )"1.0.0"/, '$1"1.1.0"'),
    );
    expect(await installs()).toEqual(['npm i']);
    expect(await installs()).toEqual([]);
  });

  test('nothing is run when the person does not allow it', async () => {
    const server = await stagingServer();
    const folder = projectWith(BUILD);
    const { error } = await runStage(optionsFor(server, folder, { consent: () => false }));
    expect(error).toMatchObject({ code: 'build_refused' });
    expect(existsSync(path.join(folder, 'dist'))).toBe(false);
  });

  test('what is already built can be published without building', async () => {
    const server = await stagingServer();
    const folder = projectWith('process.exit(1)', { 'out/index.html': 'kept' });
    const run = await runStage(optionsFor(server, folder, { build: false }));
    expect(server.snapshots.get(snapshotOf(run))?.get('index.html')?.toString()).toBe('kept');
  });

  test('a project that needs a server ends with what to change, before anything is installed or built', async () => {
    const server = await stagingServer();
    const folder = projectWith('process.exit(1)', { 'next.config.js': 'export default {}' });
    writeFiles(folder, {
      'package.json': JSON.stringify({ scripts: { build: 'next build' }, dependencies: { next: '16' } }),
    });
    const run = await runStage(optionsFor(server, folder));
    expect(run.error).toMatchObject({
      code: 'needs_server',
      message: expect.stringMatching(
        /run on a server \(Next\.js\).*To stage it, set output: "export"/,
      ) as string,
      setting: { name: 'build', value: 'npm run build' },
    });
    expect(find(run, 'build_started')).toBeUndefined();
    expect(server.requests).toEqual([]);
  });

  test('a person may build a project that seems to need a server', async () => {
    const server = await stagingServer();
    const folder = projectWith(
      'import fs from "node:fs"; fs.mkdirSync("dist"); fs.writeFileSync("dist/index.html", "x")',
    );
    const vike = { scripts: { build: 'node build.mjs' }, dependencies: { vike: '0.4' } };
    writeFiles(folder, {
      'package.json': JSON.stringify(vike),
      'node_modules/vike/package.json': '{"version":"0.4.0"}',
      'node_modules/.package-lock.json': '{}',
    });
    const advices: string[] = [];
    const goOn = (_folder: string, advice: string): boolean => advices.push(advice) > 0;
    const run = await runStage(optionsFor(server, folder, { goOn }));
    expect(advices).toEqual([expect.stringContaining('run on a server (Vike)')]);
    expect(server.snapshots.get(snapshotOf(run))?.has('index.html')).toBe(true);
  });

  test('an output that is older than a source is staged without a build, and that is reported', async () => {
    const server = await stagingServer();
    const folder = projectWith('', { 'dist/index.html': 'old', 'src/main.ts': 'new' });
    utimesSync(path.join(folder, 'dist/index.html'), 1, 1);
    const outdated = await runStage(optionsFor(server, folder, { build: false }));
    const event = find(outdated, 'outdated');
    expect(event).toMatchObject({ output: 'dist' });
    expect(event && describeEvent(event)?.text).toMatch(
      /^dist was built before your last change to [\w./]+\. Build it to stage the change\.$/,
    );
    writeFiles(folder, { 'dist/index.html': 'new' });
    const current = await runStage(optionsFor(server, folder, { build: false }));
    expect(find(current, 'outdated')).toBeUndefined();
  });

  test('another command and another output folder can be given', async () => {
    const server = await stagingServer();
    const folder = folderWith({
      'make.mjs': `import fs from 'node:fs'; fs.mkdirSync('site'); fs.writeFileSync('site/index.html', process.argv[2]);`,
    });
    const run = await runStage(
      optionsFor(server, folder, { buildCommand: 'node make.mjs "two words"', output: 'site' }),
    );
    const published = server.snapshots.get(snapshotOf(run))?.get('index.html')?.toString();
    expect(published).toBe('two words');
  });

  const refusals: [string, () => string, Partial<StageOptions>, string, RegExp][] = [
    ['no folder', () => '/nowhere/at/all', {}, 'folder_missing', /no folder/],
    [
      'no package.json and no index.html',
      () => folderWith({ 'data.csv': 'x' }),
      {},
      'no_package_json',
      /no package.json and no index.html/,
    ],
    [
      'a package.json that is not JSON',
      () => folderWith({ 'package.json': '{' }),
      {},
      'no_package_json',
      /not valid JSON/,
    ],
    [
      'no build script',
      () => folderWith({ 'package.json': '{}' }),
      {},
      'no_build_script',
      /no “build” script/,
    ],
    [
      'a build that fails',
      () =>
        projectWith(
          'console.log("fine so far"); console.error("Error: Cannot find module x"); process.exit(3)',
        ),
      {},
      'build_failed',
      /exit code/,
    ],
    ['a build that writes nothing', () => projectWith(''), {}, 'no_output', /no output folder/],
    [
      'a build that writes an empty folder',
      () => projectWith('import fs from "node:fs"; fs.mkdirSync("dist")'),
      {},
      'no_output',
      /empty/,
    ],
    [
      'a build without index.html',
      () =>
        projectWith('import fs from "node:fs"; fs.mkdirSync("dist"); fs.writeFileSync("dist/main.js", "")'),
      {},
      'no_index',
      /no index.html/,
    ],
    [
      'an output folder that is not there',
      () => projectWith(''),
      { output: 'nope' },
      'no_output',
      /no output folder at/,
    ],
    [
      'a command that needs a shell',
      () => projectWith(''),
      { buildCommand: 'a && b' },
      'bad_command',
      /needs a shell/,
    ],
    [
      'a command that does not exist',
      () => projectWith(''),
      { buildCommand: 'no-such-program-here' },
      'package_manager_missing',
      /could not be started/,
    ],
    [
      'a build that waits for ever',
      () => projectWith('setInterval(() => {}, 1000)'),
      { buildLimits: { milliseconds: 900, outputBytes: 1e6 } },
      'build_timeout',
      /did not finish/,
    ],
    [
      'a build that prints endlessly',
      () =>
        projectWith('const print = () => process.stdout.write("x".repeat(9999) + "\\n", print); print();'),
      { buildLimits: { milliseconds: 60_000, outputBytes: 1e6 } },
      'build_output_limit',
      /printed more/,
    ],
    [
      'a build that prints one endless line',
      () => projectWith('const print = () => process.stdout.write("x".repeat(9999), print); print();'),
      { buildLimits: { milliseconds: 60_000, outputBytes: 1e6 } },
      'build_output_limit',
      /printed more/,
    ],
    [
      'a name the server refuses',
      () => folderWith({ 'index.html': 'x', '\u202etxt.exe': 'x' }),
      {},
      'bad_name',
      /has control or invisible characters/,
    ],
    [
      'a private key',
      () =>
        folderWith({
          'index.html': 'x',
          'k.txt': `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA'.repeat(8)}\n-----END RSA PRIVATE KEY-----`,
        }),
      {},
      'secret_found',
      /“k.txt”, line 1 \(private key\)/,
    ],
  ];
  test.for(refusals)(
    '%s ends with a sentence and without a link',
    async ([, makeFolder, more, code, message]) => {
      const server = await stagingServer();
      const { error } = await runStage(optionsFor(server, makeFolder(), more));
      expect(error).toMatchObject({
        name: 'UserError',
        code,
        message: expect.stringMatching(message) as string,
      });
      expect(error?.hint).toMatch(/\.$/);
      expect(server.received).toEqual([]);
    },
  );

  test('a program that the user may not run is reported like a missing one', async () => {
    const server = await stagingServer();
    const searched = folderWith({ 'no-such-program-here': 'not executable' });
    const environment = { ...process.env, PATH: `${searched}${path.delimiter}${process.env['PATH']}` };
    const options = { buildCommand: 'no-such-program-here', environment };
    const { error } = await runStage(optionsFor(server, projectWith(''), options));
    expect(error).toMatchObject({ code: 'package_manager_missing' });
    expect(error?.message).toContain('not on the PATH, or you may not run it');
  });

  test('a build that leaves a process with its output open has ended when it has ended', async () => {
    const server = await stagingServer();
    const folder = projectWith(
      `import { spawn } from 'node:child_process'; import fs from 'node:fs';
       fs.mkdirSync('dist'); fs.writeFileSync('dist/index.html', 'built');
       const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
       child.unref(); console.log('child ' + child.pid);`,
    );
    const run = await runStage(optionsFor(server, folder));
    expect(run.error).toBeNull();
    const line = run.events.flatMap((event) => (event.type === 'build_line' ? [event.text] : [])).join('\n');
    await expect.poll(() => isAlive(Number(/child (\d+)/.exec(line)?.[1]))).toBe(false);
  });

  test('a build that asks for input gets none and goes on', async () => {
    const server = await stagingServer();
    const folder = projectWith(
      `process.stdin.on('end', () => { console.log('no answer'); process.exit(4); }).resume();`,
    );
    const { error, events } = await runStage(optionsFor(server, folder));
    expect(error).toMatchObject({ code: 'build_failed' });
    expect(events).toContainEqual({ type: 'build_line', step: 'build', text: 'no answer' });
  });

  test('the lines that say why a build failed are handed over', async () => {
    const server = await stagingServer();
    const noise = 'for (let i = 0; i < 50; i++) console.log("transforming " + i);';
    const folder = projectWith(
      `${noise} console.error("src/App.tsx:3:7 - error TS2304: Cannot find name 'x'."); process.exit(2)`,
    );
    const { error } = await runStage(optionsFor(server, folder));
    expect(error?.lines[0]).toBe("src/App.tsx:3:7 - error TS2304: Cannot find name 'x'.");
  });

  const asksForToken = projectWith.bind(
    null,
    `import fs from 'node:fs';
     if (!process.env.NPM_TOKEN) throw new Error('Missing required environment variable: NPM_TOKEN');
     fs.mkdirSync('dist'); fs.writeFileSync('dist/index.html', process.env.NPM_TOKEN);`,
  );
  const withToken = { ...process.env, NPM_TOKEN: 'from-the-shell' };

  test('a build gets the variables that were named, which a failure without them names', async () => {
    const server = await stagingServer();
    const folder = asksForToken();
    const failed = await runStage(optionsFor(server, folder, { environment: withToken }));
    expect(failed.error).toMatchObject({ code: 'build_failed' });
    expect(failed.error?.hint).toContain('“--env NPM_TOKEN”');

    const run = await runStage(
      optionsFor(server, folder, { environment: withToken, variables: ['NPM_TOKEN'] }),
    );

    expect(server.snapshots.get(snapshotOf(run))?.get('index.html')?.toString()).toBe('from-the-shell');
  });

  test('consent covers the names of the variables that a build gets', async () => {
    const server = await stagingServer();
    const folder = asksForToken();
    const questions: string[][] = [];
    const fingerprints = async (variables: string[]): Promise<string[]> => {
      const consent: StageOptions['consent'] = (_where, commands) => {
        questions.push(consentLines(folder, commands));
        return false;
      };
      const run = await runStage(optionsFor(server, folder, { environment: withToken, variables, consent }));
      return find(run, 'detected')?.commands.map(({ fingerprint }) => fingerprint) ?? [];
    };
    const [none, one, two] = [
      await fingerprints([]),
      await fingerprints(['NPM_TOKEN']),
      await fingerprints(['NPM_TOKEN', 'HOME']),
    ];
    expect(new Set([...none, ...one, ...two]).size).toBe(3);
    expect(questions[1]).toContain('  with NPM_TOKEN of your shell');
  });

  test.each([
    ['NPM_TOKEN=abc', /not the name of a variable/],
    ['NOT_SET_HERE', /NOT_SET_HERE, which the build is to get, is not set/],
  ])('a build is not started with the variable “%s”', async (name, message) => {
    const server = await stagingServer();
    const run = await runStage(optionsFor(server, asksForToken(), { variables: [name] }));
    expect(run.error).toMatchObject({
      code: 'bad_variable',
      message: expect.stringMatching(message) as string,
    });
    expect(find(run, 'build_started')).toBeUndefined();
  });

  test('a build sees no secret of the person’s shell', async () => {
    const server = await stagingServer();
    const folder = projectWith(
      'import fs from "node:fs"; fs.mkdirSync("dist"); fs.writeFileSync("dist/index.html", JSON.stringify(process.env))',
    );
    const environment = { ...process.env, AWS_SECRET_ACCESS_KEY: 'hidden-value', VITE_TITLE: 'shown-value' };
    const run = await runStage(optionsFor(server, folder, { environment }));
    const seen = server.snapshots.get(snapshotOf(run))?.get('index.html')?.toString();
    expect(seen).toContain('shown-value');
    expect(seen).not.toContain('hidden-value');
  });
});

test('a build does not run as if in continuous integration', async () => {
  const server = await stagingServer();
  const print = (name: string): string => `node -e "console.log('${name}', process.env.CI)"`;
  const folder = projectWith('', {
    'package.json': JSON.stringify({
      scripts: { build: `${print('build')} && node build.mjs` },
    }),
    'build.mjs': `import fs from 'node:fs'; fs.mkdirSync('dist'); fs.writeFileSync('dist/index.html', 'built');`,
  });
  const { error, events } = await runStage(
    optionsFor(server, folder, { environment: { ...process.env, CI: 'true' } }),
  );
  expect(error).toBeNull();
  const lines = events.flatMap((event) => (event.type === 'build_line' ? [event.text] : []));
  expect(lines).toContain('build undefined');
});

describe('cancelling', () => {
  test('a build is killed with everything it started', async () => {
    const server = await stagingServer();
    const folder = projectWith(
      `import { spawn } from 'node:child_process';
       const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
       console.log('child ' + child.pid); setInterval(() => {}, 1000);`,
    );
    const controller = new AbortController();
    let child = 0;
    const { error } = await runStage(optionsFor(server, folder, { signal: controller.signal }), (event) => {
      if (event.type !== 'build_line' || !event.text.startsWith('child ')) return;
      child = Number(event.text.slice(6));
      controller.abort();
    });
    expect(error).toMatchObject({ code: 'cancelled' });
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  test.for(['collected', 'hashed', 'offered', 'uploading', 'finalizing'] as const)(
    'at “%s” it publishes nothing',
    async (type) => {
      const server = await stagingServer();
      const controller = new AbortController();
      const { error } = await runStage(
        optionsFor(server, folderWith(SITE), {
          signal: controller.signal,
          send: nodeSend({ server: server.url, signal: controller.signal }),
        }),
        (event) => event.type === type && controller.abort(),
      );
      if (type === 'finalizing') return; // The server may have responded already; either end is correct.
      expect(error).toMatchObject({ code: 'cancelled' });
      expect(server.snapshots.size).toBe(0);
    },
  );

  test('leaving the events early ends the work', async () => {
    const server = await stagingServer();
    const folder = projectWith('setInterval(() => console.log(process.pid), 50)');
    let pid = 0;
    for await (const event of stage(optionsFor(server, folder))) {
      if (event.type !== 'build_line' || !/^\d+$/.test(event.text)) continue;
      pid = Number(event.text);
      break;
    }
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

describe('when something goes wrong on the way', () => {
  test('a server that goes away in the middle of an upload and comes back loses nothing', async () => {
    const server = await stagingServer();
    let cuts = 0;
    server.fault = (request) => {
      if (request.method !== 'PUT' || cuts === 2) return false;
      cuts += 1;
      request.once('data', () => request.destroy());
      return true;
    };
    const run = await runStage(
      optionsFor(server, folderWith({ ...SITE, 'big.bin': Buffer.alloc(3_000_000, 7) })),
    );
    expect(server.snapshots.get(snapshotOf(run))?.get('big.bin')?.length).toBe(3_000_000);
    expect(run.events.filter(({ type }) => type === 'retrying')).toHaveLength(2);
    expect(server.requests.filter((line) => line === 'GET /api/uploads/:id')).toHaveLength(2);
  });

  test('what had arrived is not sent again', async () => {
    const server = await stagingServer();
    let stopped = false;
    const runtime = {
      ...systemRuntime,
      sleep: async () => {
        if (stopped) await server.start();
        stopped = false;
      },
    };
    server.fault = (request, response) => {
      if (
        !request.url?.endsWith('/finalize') ||
        stopped ||
        server.requests.filter((line) => line.endsWith('finalize')).length > 1
      )
        return false;
      stopped = true;
      response.destroy();
      void server.stop();
      return true;
    };
    const run = await runStage(optionsFor(server, folderWith(SITE), { runtime }));
    snapshotOf(run);
    expect(server.received).toHaveLength(Object.keys(SITE).length);
  });

  test('patience ends with a sentence that names the server', async () => {
    const server = await stagingServer();
    await server.stop();
    const waits: number[] = [];
    const runtime = {
      ...systemRuntime,
      random: () => 0.5,
      sleep: async (ms: number) => void waits.push(ms),
    };
    const { error } = await runStage(
      optionsFor(server, folderWith(SITE), { runtime, retry: { attempts: 4, baseMs: 100, maxMs: 300 } }),
    );
    expect(error).toMatchObject({
      code: 'network',
      message: `${server.url} could not be reached: nothing responds there.`,
    });
    expect(waits).toEqual([75, 150, 225]);
  });

  test('a rejection in the middle of an upload ends it at once', async () => {
    const server = await stagingServer();
    server.fault = (request, response) => {
      if (request.method !== 'PUT') return false;
      const tooLarge = refusal(413, 'too_large', 'This snapshot is larger than 20 MB.');
      request.once('data', () => respond(response, tooLarge));
      return true;
    };
    const { error } = await runStage(
      optionsFor(server, folderWith({ ...SITE, 'big.bin': Buffer.alloc(30_000_000, 7) })),
    );
    expect(error).toMatchObject({ code: 'limit', message: 'This snapshot is larger than 20 MB.' });
  });

  test.for([
    [401, 'unauthenticated', 'not_signed_in'],
    [404, 'not_found', 'snapshot_gone'],
    [410, 'gone', 'snapshot_gone'],
    [402, 'plan_limit', 'limit'],
    [403, 'forbidden', 'forbidden'],
    [422, 'invalid_manifest', 'refused'],
  ] as const)('an answer of %i %s becomes “%s”', async ([status, code, expected]) => {
    const server = await stagingServer();
    server.fault = () => refusal(status, code, 'The server’s own sentence.');
    const { error } = await runStage(optionsFor(server, folderWith(SITE)));
    expect(error).toMatchObject({ code: expected, message: 'The server’s own sentence.' });
    expect(server.requests).toHaveLength(1);
  });

  test('a file that changed since it was hashed is read again', async () => {
    const server = await stagingServer();
    const folder = folderWith(SITE);
    const run = await runStage(
      optionsFor(server, folder, {
        send: (request) => {
          if (server.requests.length === 0)
            writeFileSync(path.join(folder, 'index.html'), 'changed after hashing');
          return nodeSend({ server: server.url })(request);
        },
      }),
    );
    expect(find(run, 'restarted')).toEqual({ type: 'restarted', path: 'index.html' });
    expect(server.snapshots.get(snapshotOf(run))?.get('index.html')?.toString()).toBe(
      'changed after hashing',
    );
  });

  test('a file that has gone since it was listed is staged without', async () => {
    const server = await stagingServer();
    const folder = folderWith({ ...SITE, 'passing.html': 'x' });
    const run = await runStage(
      optionsFor(server, folder, {
        send: (request) => {
          rmSync(path.join(folder, 'passing.html'), { force: true });
          return nodeSend({ server: server.url })(request);
        },
      }),
    );
    expect(find(run, 'restarted')).toEqual({ type: 'restarted', path: 'passing.html' });
    expect([...(server.snapshots.get(snapshotOf(run))?.keys() ?? [])].sort()).toEqual(
      Object.keys(SITE).sort(),
    );
  });

  test('a file that never stops changing is refused', async () => {
    const server = await stagingServer();
    const folder = folderWith(SITE);
    let writes = 0;
    const { error } = await runStage(
      optionsFor(server, folder, {
        send: (request) => {
          writeFileSync(path.join(folder, 'index.html'), 'x'.repeat((writes += 1)));
          return nodeSend({ server: server.url })(request);
        },
      }),
    );
    expect(error).toMatchObject({
      code: 'file_changed',
      message: expect.stringContaining('index.html') as string,
    });
  });

  test('a folder deleted while it is staged is reported as deleted', async () => {
    const server = await stagingServer();
    const folder = folderWith(SITE);
    const { error } = await runStage(optionsFor(server, folder), (event) => {
      if (event.type === 'hashed') rmSync(folder, { recursive: true });
    });
    expect(error).toMatchObject({ code: 'unreadable' });
    expect(server.snapshots.size).toBe(0);
  });
});
