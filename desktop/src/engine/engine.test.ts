import { rmSync } from 'node:fs';
import path from 'node:path';
import { folderWith, projectWith, writeFiles } from '@stagelink/shared/staging/node/testing/folders';
import { systemRuntime } from '@stagelink/shared/staging/node/runtime';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { describe, expect, test } from 'vitest';
import { openStore } from './store/open.ts';
import { storeFolder, testEngine } from './testing/testEngine.ts';

const SITE = { 'index.html': '<!doctype html><title>Home</title>', 'app.css': 'body { color: teal }' };
const BUILD = `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', '<!doctype html><title>Built</title>');
console.log('built it');`;

describe('adding a folder', () => {
  test('a finished site is known for what it is, and is idle', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const site = folderWith(SITE);

    const folder = await engine.add(site);

    expect(folder).toMatchObject({
      path: site,
      name: path.basename(site),
      detected: { kind: 'static', commands: [], outputs: ['.'] },
      link: null,
      state: { kind: 'idle' },
    });
    expect(await engine.handlers['folders.list']()).toEqual([folder]);
  });

  test('the same folder is added once, however its path is written', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const site = folderWith(SITE);

    const first = await engine.add(site);
    const second = await engine.handlers['folders.add'](path.join(site, '..', path.basename(site)));

    expect(second.id).toBe(first.id);
  });

  test('a folder with nothing to stage is reported at once, with what to do about it', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);

    const { state } = await engine.add(folderWith({ 'notes.txt': 'nothing here' }));

    expect(state).toMatchObject({ kind: 'failed', problem: { code: 'no_package_json' } });
  });

  test('signed out it is refused with a sentence', async () => {
    const engine = testEngine();
    await expect(engine.handlers['folders.add'](folderWith(SITE))).rejects.toThrow('You are signed out.');
  });

  test('an output outside of the folder is refused', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const { id } = await engine.add(folderWith(SITE));

    for (const output of ['../elsewhere', '/etc', 'dist/../..']) {
      expect(() => engine.handlers['folders.change'](id, { output })).toThrow('is not inside');
    }
    const changed = await engine.handlers['folders.change'](id, { output: 'dist', watched: 'off' });
    expect(changed.settings.output).toBe('dist');
  });
});

describe('staging', () => {
  test('a folder whose project names a snapshot is staged to it once the user agrees, and a damaged project file says so', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const first = await engine.add(folderWith(SITE));
    await engine.handlers['folders.stage'](first.id);
    await engine.untilEnded(1);
    const snapshotId = (await engine.folder(first.id)).link?.snapshotId;
    await engine.handlers['folders.remove'](first.id);

    const project = JSON.stringify({ server: server.url, snapshotId });
    const { id } = await engine.add(folderWith({ ...SITE, '.stagelink/project.json': project }));
    await engine.handlers['folders.stage'](id);
    await engine.untilState(id, 'deciding');
    await engine.handlers['folders.decide'](id, true);
    await engine.untilEnded(2);
    expect((await engine.folder(id)).link).toMatchObject({ snapshotId, version: 2 });

    const damaged = await engine.add(folderWith({ ...SITE, '.stagelink/project.json': '{' }));
    await engine.handlers['folders.stage'](damaged.id);
    expect((await engine.untilState(damaged.id, 'failed')).problem.code).toBe('bad_project_link');
  });

  test('a site gets a link, and the next stage goes to the same one', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const site = folderWith(SITE);
    const { id } = await engine.add(site);

    await engine.handlers['folders.stage'](id);
    const [first] = await engine.untilEnded(1);
    writeFiles(site, { 'app.css': 'body { color: plum }' });
    await engine.handlers['folders.stage'](id);
    const [, second] = await engine.untilEnded(2);

    expect(first).toMatchObject({
      cause: 'person',
      outcome: 'staged',
      files: 2,
      changedFiles: 2,
      version: 1,
      problem: null,
    });
    expect(second).toMatchObject({ outcome: 'staged', changedFiles: 1, version: 2, url: first?.url });
    expect(server.snapshots.size).toBe(1);
    const folder = await engine.folder(id);
    expect(folder).toMatchObject({
      state: { kind: 'idle' },
      link: { version: 2, url: first?.url, password: 'quiet-river' },
    });
    expect(folder.lastStagedAt).not.toBeNull();
    expect(await engine.handlers['folders.history'](id)).toEqual([second, first]);
    expect((await engine.handlers['folders.log'](id)).at(-1)).toMatchObject({ kind: 'done' });
  });

  test('a link is protected unless its owner says otherwise', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const { id } = await engine.add(folderWith(SITE));
    const other = await engine.add(folderWith(SITE));
    await engine.handlers['folders.change'](other.id, { isProtected: false });

    await engine.handlers['folders.stage'](id);
    await engine.handlers['folders.stage'](other.id);
    await engine.untilEnded(2);

    expect(server.bodies.map(({ password }) => password).sort()).toEqual(['generate', null]);
    expect(server.bodies[0]).toMatchObject({ source: { client: 'desktop' } });
  });

  test('a build runs only after consent to exactly its commands, for this folder', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const project = projectWith(BUILD);
    const { id } = await engine.add(project);
    const other = await engine.add(projectWith(BUILD));

    await engine.handlers['folders.stage'](id);
    const { commands, fingerprints } = await engine.untilState(id, 'asking');
    expect(commands).toEqual(['“npm run build”', '  build: node build.mjs']);
    expect(server.requests.filter((request) => request.startsWith('POST'))).toEqual([]);

    await engine.handlers['folders.agree'](id, fingerprints);
    const [record] = await engine.untilEnded(1);
    expect(record).toMatchObject({ outcome: 'staged', files: 1 });
    expect(await engine.handlers['folders.log'](id)).toContainEqual({ kind: 'output', text: 'built it' });

    await engine.handlers['folders.stage'](other.id);
    await engine.untilState(other.id, 'asking');
    await engine.handlers['folders.change'](id, { buildCommand: 'node build.mjs --other' });
    await engine.handlers['folders.stage'](id);
    expect(await engine.untilState(id, 'asking')).toMatchObject({ commands: ['“node build.mjs --other”'] });
  });

  test('consent that cannot cover all code holds for one stage', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const scripts = Array.from({ length: 5_001 }, (_each, index) => [`tools/${index}.sh`, '']);
    const { id } = await engine.add(
      projectWith(BUILD, Object.fromEntries(scripts) as Record<string, string>),
    );
    await engine.agree(id);
    expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged' }]);
    await engine.handlers['folders.stage'](id);
    expect(await engine.untilState(id, 'asking')).toMatchObject({ isCovered: false });
  });

  test('a build that fails shows the failing line first, and is written down', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const { id } = await engine.add(
      projectWith(
        `console.log('compiling'); console.error('error TS2304: Cannot find name colour'); process.exit(2);`,
      ),
    );
    await engine.agree(id);

    const [record] = await engine.untilEnded(1);

    expect(record).toMatchObject({ outcome: 'failed', version: null, problem: { code: 'build_failed' } });
    expect(record?.problem?.lines[0]).toBe('error TS2304: Cannot find name colour');
    expect((await engine.folder(id)).state).toEqual({ kind: 'failed', problem: record?.problem });
    const log = await engine.handlers['folders.log'](id);
    expect(log.at(-1)).toEqual({ kind: 'problem', text: record?.problem?.message });
    expect(server.snapshots.size).toBe(0);
  });

  test('a stage that is cancelled ends its build, and the folder is idle', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const { id } = await engine.add(projectWith(`console.log('waiting'); setInterval(() => {}, 1000);`));
    await engine.agree(id);
    await engine.until(() =>
      engine.signals.some(
        (one) => one[0] === 'folder.logged' && one[2].some(({ text }) => text === 'waiting'),
      ),
    );

    await engine.handlers['folders.cancel'](id);

    expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'cancelled' }]);
    expect((await engine.folder(id)).state).toEqual({ kind: 'idle' });
  });

  test('a deleted link is reported; unlinked, the folder gets a new one', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const { id } = await engine.add(folderWith(SITE));
    await engine.handlers['folders.stage'](id);
    const [first] = await engine.untilEnded(1);

    server.fault = ({ method }) => method === 'POST' && refusal(404, 'not_found', 'Snapshot not found');
    await engine.handlers['folders.stage'](id);
    const [, second] = await engine.untilEnded(2);
    expect(second).toMatchObject({ outcome: 'failed', problem: { code: 'snapshot_gone' } });

    server.fault = null;
    await engine.handlers['folders.link'](id, null);
    expect((await engine.folder(id)).state).toEqual({ kind: 'idle' });
    await engine.handlers['folders.stage'](id);
    const [, , third] = await engine.untilEnded(3);
    expect(third).toMatchObject({ outcome: 'staged', version: 1 });
    expect(third?.url).not.toBe(first?.url);
  });

  test('a folder that is gone is missing, and nothing is staged', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const site = folderWith(SITE);
    const { id } = await engine.add(site);
    rmSync(site, { recursive: true });

    await engine.handlers['folders.stage'](id);

    await engine.untilState(id, 'missing');
    expect(server.snapshots.size).toBe(0);
  });

  test('a second folder is not linked to a link that another one is staged to', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const { id } = await engine.add(folderWith(SITE));
    const other = await engine.add(folderWith(SITE));
    await engine.handlers['folders.stage'](id);
    await engine.untilEnded(1);
    const { link } = await engine.folder(id);

    const linking = engine.handlers['folders.link'](other.id, link?.snapshotId ?? '');

    await expect(linking).rejects.toMatchObject({ code: 'already_linked' });
  });

  test('folders, their history and their last log are there after the engine was started anew', async () => {
    const server = await stagingServer();
    const folder = storeFolder();
    const before = testEngine({ folder });
    await before.signIn(server.url);
    const { id } = await before.add(folderWith(SITE));
    await before.handlers['folders.stage'](id);
    await before.untilEnded(1);
    const folderBefore = await before.folder(id);
    const logBefore = await before.handlers['folders.log'](id);
    await before.stop();

    const after = testEngine({ folder });
    expect(await after.folder(id)).toEqual(folderBefore);
    expect(await after.handlers['folders.history'](id)).toHaveLength(1);
    expect(await after.handlers['folders.log'](id)).toEqual(logBefore);
    expect(logBefore.at(-1)).toMatchObject({ kind: 'done' });
  });

  test('files that are the same are not read again, also after the engine was started anew', async () => {
    const server = await stagingServer();
    const folder = storeFolder();
    const site = folderWith(SITE);
    // What was written just before it was read is never believed.
    const runtime = { ...systemRuntime, epochMs: () => Date.now() + 60_000 };
    const before = testEngine({ folder, runtime });
    await before.signIn(server.url);
    const { id } = await before.add(site);
    await before.handlers['folders.stage'](id);
    await before.untilEnded(1);
    await before.stop();

    const { store } = openStore(folder);
    const kept = store.hashes.of(id);
    const page = kept.get(path.join(site, 'index.html'));
    const style = kept.get(path.join(site, 'app.css'));
    if (!page || !style) throw new Error('Its hashes were not kept');
    // Only reading the file again yields its real hash.
    const wrong = { ...style, sha256: page.sha256 };
    store.hashes.keep(id, { fresh: new Map([[path.join(site, 'app.css'), wrong]]), stale: [] });
    store.close();
    const after = testEngine({ folder });
    await after.signIn(server.url);
    await after.handlers['folders.stage'](id);
    expect(await after.untilEnded(1)).toMatchObject([{ outcome: 'staged', files: 2, changedFiles: 1 }]);
  });

  test('a folder that is removed is forgotten, and its files stay', async () => {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const site = folderWith(SITE);
    const { id } = await engine.add(site);

    await engine.handlers['folders.remove'](id);

    expect(await engine.handlers['folders.list']()).toEqual([]);
    expect(engine.signals).toContainEqual(['folder.removed', id]);
    expect((await engine.add(site)).id).not.toBe(id);
  });
});

test('a folder whose engine was killed while a change settled is idle at the next start', async () => {
  const folder = storeFolder();
  const before = testEngine({ folder });
  await before.signIn((await stagingServer()).url);
  const { id } = await before.add(folderWith(SITE));
  await before.stop();
  const { store } = openStore(folder);
  const [stored] = store.folders.all();
  if (stored) store.folders.put({ ...stored, state: { kind: 'settling' } });
  store.close();

  const engine = testEngine({ folder });

  expect((await engine.folder(id)).state).toEqual({ kind: 'idle' });
});
