import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listComments } from '@stagelink/shared/contracts/comments';
import { listReviews, requestReview } from '@stagelink/shared/contracts/reviews';
import {
  deleteSnapshot,
  listSnapshots,
  openPreview,
  passGate,
  type Snapshot,
} from '@stagelink/shared/contracts/snapshots';
import { listVersions } from '@stagelink/shared/contracts/versions';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { ArchiveWriter, readArchive, textOf } from '../platform/backup/archive.ts';
import { backUp } from '../platform/backup/backup.ts';
import { CONTENTS, Contents, HEADER, type Table } from '../platform/backup/contents.ts';
import { checkBackup } from '../platform/backup/restore.ts';
import { adoptStore } from '../platform/blobs/installation.ts';
import { openStore } from '../platform/blobs/open.ts';
import { sweep } from '../platform/blobs/sweep.ts';
import type { Config } from '../platform/config.ts';
import { MIGRATIONS } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import type { Person } from '../testing/builders.ts';
import { createComment } from '../testing/comments.ts';
import { emptyDatabaseForTest, throughPooler } from '../testing/database.ts';
import { newBrowser } from '../testing/reviewer.ts';
import { readRows, replaceRows, type Rows } from '../testing/rows.ts';
import { schemaOf } from '../testing/schema.ts';
import { stage } from '../testing/stage.ts';
import { onBucket } from '../testing/stores.ts';
import { type World, worldForTest } from '../testing/world.ts';
import { runBackupCommand, runRestoreCommand } from './backupCommand.ts';

const SECRET = 'the master key of this installation';
const PASSWORD = 'correct horse';
const quiet = () => undefined;

async function folderForTest(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function bucketForTest(): Promise<NonNullable<Config['bucket']>> {
  const fixture = await onBucket.open();
  onTestFinished(fixture.close);
  if (!fixture.bucket) throw new Error('This store is no bucket');
  return fixture.bucket;
}

/** Settings of a server as its operator has them in the environment. */
const envOf = (
  { databaseUrl, dataDir, bucket = null }: Partial<Pick<Config, 'databaseUrl' | 'dataDir' | 'bucket'>>,
  secret = SECRET,
): NodeJS.ProcessEnv => ({
  NODE_ENV: 'test',
  DATABASE_URL: databaseUrl ?? '',
  STAGELINK_DATA: dataDir,
  STAGELINK_SECRET: secret,
  ...(bucket && {
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.name,
    S3_ACCESS_KEY_ID: bucket.keyId,
    S3_SECRET_ACCESS_KEY: bucket.key,
  }),
});

const envOfWorld = ({ app, directUrl }: World) =>
  envOf({ databaseUrl: directUrl, dataDir: app.config.dataDir, bucket: app.config.bucket });

const worldWithKey = (patch: Partial<Config> = {}) => worldForTest({ secret: SECRET, ...patch });

/** An installation that no server was started on. */
async function newInstallation() {
  const [{ url, db }, dataDir] = [await emptyDatabaseForTest(), await folderForTest()];
  return { db, databaseUrl: url, dataDir, env: envOf({ databaseUrl: url, dataDir }) };
}

const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');

/** Everything that its owner, its reviewers and visitors get at a link. */
async function readLink(world: World, owner: Person, { id, password }: Snapshot, paths: string[]) {
  const call = world.as(owner);
  const visitor = newBrowser(world);
  if (password !== null) await visitor.call(passGate, { id, password });
  const { url } = await visitor.call(openPreview, { id });
  const { host, pathname, search } = new URL(url);
  const entered = await world.fetch({ path: pathname + search, headers: { Host: host } });
  const Cookie = (entered.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
  const answers = paths.map((file) => world.fetch({ path: `/${file}`, headers: { Host: host, Cookie } }));
  return {
    bytes: (await Promise.all(answers)).map(({ status, body }) => [status, sha256(body)]),
    comments: await call(listComments, { id }),
    reviews: await call(listReviews, { id }),
    versions: await call(listVersions, { id }),
  };
}

async function readLinks(world: World, owner: Person) {
  const { snapshots } = await world.as(owner)(listSnapshots, {});
  const links = snapshots.map((snapshot) => readLink(world, owner, snapshot, ['index.html', 'logo.bin']));
  return { snapshots, links: await Promise.all(links) };
}

/** A server with links of every kind. */
async function busyWorld(): Promise<{ world: World; ada: Person }> {
  const world = await worldWithKey();
  const ada = await world.build.user({ isVerified: true });
  const call = world.as(ada);
  for (const [name, password] of [
    ['open', null],
    ['protected', PASSWORD],
  ] as const) {
    const files = { 'index.html': `<h1>${name}</h1>`, 'logo.bin': Buffer.alloc(300_000, name) };
    const { snapshot } = await stage(world, ada, files, { name, password });
    await createComment(call, snapshot.id, `A tab\tand a\nline break, \\N and “ü” on ${name}`);
    const reviewers = [{ userName: 'Bob', userEmail: 'bob@example.com' }];
    await call(requestReview, { id: snapshot.id, reviewers });
    await stage(
      world,
      ada,
      { ...files, 'index.html': `<h1>${name} again</h1>` },
      { snapshotId: snapshot.id },
    );
  }
  return { world, ada };
}

test('a backup of a running server, restored elsewhere, serves every link as before', async () => {
  const { world, ada } = await busyWorld();
  const gone = await stage(world, ada, { 'index.html': 'deleted during the backup' }, {});
  const file = path.join(await folderForTest(), 'stagelink.tar');
  let before: unknown;
  const change = async () => {
    await world.as(ada)(deleteSnapshot, { id: gone.snapshot.id });
    await stage(world, ada, { 'index.html': 'new', 'logo.bin': 'new too' }, { name: 'new' });
    return sweep(world.app, { graceMs: 0, trashMs: 0, now: new Date(Date.now() + 1) });
  };
  let changed: ReturnType<typeof change> | undefined;
  const progress = (text: string) => {
    if (text.startsWith('Backing up files')) changed ??= change();
  };
  // Changes are made while files are copied; the database is read when the last of them has been.
  const blobs = world.app.blobs;
  const slow: typeof blobs = Object.create(blobs, {
    read: {
      value: async (...args: Parameters<typeof blobs.read>) => {
        const body = await blobs.read(...args);
        await changed;
        return body;
      },
    },
  });
  const { keyId } = world.app.secrets;
  await backUp({ directUrl: world.directUrl, blobs: slow, keyId, progress }, file);
  expect(await changed).toBeUndefined(); // the sweep left the files alone
  before = await readLinks(world, ada);
  await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT');

  const { databaseUrl, db } = await newInstallation();
  const bucket = await bucketForTest();
  const env = envOf({ databaseUrl, dataDir: await folderForTest(), bucket });
  expect(await runRestoreCommand([file], { env, progress: quiet })).toMatch(/^Restored the backup of /);
  expect(await schemaOf(db)).toEqual(await schemaOf(world.app.db));
  const restored = await worldWithKey({ ...throughPooler(databaseUrl), bucket });
  expect(await readLinks(restored, ada)).toEqual(before);
  const waiting = (from: typeof db) =>
    from('pgboss.job').where({ name: 'make_variants' }).orderBy('id').select();
  expect(await waiting(db)).toEqual(await waiting(world.app.db));

  // And back, from the bucket into a folder.
  const again = path.join(await folderForTest(), 'again.tar');
  expect(await runBackupCommand([again], { env, progress: quiet })).toContain('keep STAGELINK_SECRET too');
  const third = await newInstallation();
  await runRestoreCommand([again], { env: third.env, progress: quiet });
  const { dataDir } = third;
  expect(await readLinks(await worldWithKey({ ...throughPooler(third.databaseUrl), dataDir }), ada)).toEqual(
    before,
  );
});

test('an interrupted backup goes on where it was cut, wherever that is', async () => {
  const { world } = await busyWorld();
  const { directUrl, app } = world;
  const file = path.join(await folderForTest(), 'stagelink.tar');
  let reads = 0;
  const blobs: typeof app.blobs = Object.create(app.blobs, {
    read: { value: (...args: Parameters<typeof app.blobs.read>) => ((reads += 1), app.blobs.read(...args)) },
  });
  const context = { directUrl, blobs, keyId: app.secrets.keyId, progress: quiet };
  const packs = await app.db('packs').where('bytes', '>', 0);
  const stopping = new AbortController();
  const stopBeforeLast = () => reads === packs.length - 1 && stopping.abort();
  const stopped = backUp({ ...context, progress: stopBeforeLast, signal: stopping.signal }, file);
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  await backUp(context, file);
  expect(reads).toBeLessThanOrEqual(packs.length + 1); // the one that was being written is read again

  const whole = await checkBackup(file, context);
  const { size } = await stat(file);
  for (const length of [0, 100, 700, 2_000, 200_000, 301_000, size - 2_000]) {
    const cut = path.join(path.dirname(file), `cut-${length}`);
    await copyFile(file, `${cut}.part`);
    await truncate(`${cut}.part`, length);
    await backUp(context, cut);
    expect(await checkBackup(cut, context)).toMatchObject({ objectBytes: whole.objectBytes });
  }
  await expect(backUp(context, file)).rejects.toThrow('stagelink.tar exists already: choose another name.');
});

/** A disk with this many kilobytes. Null for a user who may mount none. */
function diskForTest(folder: string, kilobytes: number): { enlarge: () => void } | null {
  const mount = (...args: string[]) => execFileSync('mount', [...args, folder], { stdio: 'pipe' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'stagelink-test');
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', [folder]));
  return { enlarge: () => void mount('-o', 'remount,size=16m') };
}

test('a backup that fills its disk says so, and goes on when there is room', async () => {
  const { world } = await busyWorld();
  const env = envOfWorld(world);
  const whole = path.join(await folderForTest(), 'whole.tar');
  await runBackupCommand([whole], { env, progress: quiet });
  const kilobytes = (await stat(whole)).size / 1024;
  for (const missing of [kilobytes / 2, 60, 40, 20]) {
    const folder = await folderForTest();
    const disk = diskForTest(folder, Math.floor((kilobytes - missing) / 4) * 4);
    const file = path.join(folder, 'stagelink.tar');
    const outcome = await runBackupCommand([file], { env, progress: quiet }).catch(String);
    expect(outcome).toContain(disk ? `The disk of ${file} is full: make room` : `The backup is ${file}`);
    disk?.enlarge();
    if (disk) await runBackupCommand([file], { env, progress: quiet });
    expect(await checkBackup(file, { progress: quiet })).toMatchObject({ release: '0.1.0' });
  }
});

test('a backup that is cut or damaged is refused, and nothing is written', async () => {
  const { world } = await busyWorld();
  const file = path.join(await folderForTest(), 'stagelink.tar');
  await runBackupCommand([file], { env: envOfWorld(world), progress: quiet });
  const { size } = await stat(file);
  const { db, env, dataDir } = await newInstallation();
  const refused = async (bad: string) => {
    await expect(runRestoreCommand([bad], { env, progress: quiet })).rejects.toMatchObject({
      name: 'ConfigError',
      message: `${bad} is no complete backup of Stagelink: it is cut or damaged. Nothing was restored.`,
    });
  };
  const bad = path.join(path.dirname(file), 'bad.tar');
  for (const length of [0, 300, 5_000, Math.round(size / 2), size - 3_000]) {
    await copyFile(file, bad);
    await truncate(bad, length);
    await refused(bad);
  }
  for (const position of [520, Math.round(size / 3), Math.round(size / 2)]) {
    await copyFile(file, bad);
    const handle = await open(bad, 'r+');
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position);
    await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, position);
    await handle.close();
    await refused(bad);
  }
  expect(await db.schema.hasTable(MIGRATIONS)).toBe(false);
  await expect(stat(path.join(dataDir, 'blobs'))).rejects.toThrow('ENOENT');
  const missing = path.join(path.dirname(file), 'none.tar');
  await expect(runRestoreCommand([missing], { env, progress: quiet })).rejects.toThrow(
    `${missing} cannot be used: ENOENT`,
  );
});

/** Writes a backup without rows that names these tables too. */
async function forge(file: string, from: string, tables: Table[]): Promise<void> {
  const archive = await ArchiveWriter.open(file, async () => false);
  for await (const entry of readArchive(from)) {
    if (entry.name === HEADER) await archive.addText(HEADER, await textOf(entry));
    if (entry.name !== CONTENTS) continue;
    const listed = Contents.parse(JSON.parse(await textOf(entry)));
    await archive.addText(
      CONTENTS,
      JSON.stringify({ ...listed, tables: [...listed.tables, ...tables] } satisfies Contents),
    );
  }
  await archive.finish();
  await archive.close();
}

test.each<[string, Table]>([
  ['a table', { name: 'public.users; create table forged ()', columns: [] }],
  ['a column', { name: 'public.users', columns: ['id) from stdin; create table forged (id uuid'] }],
])('the name of %s in a backup does not become SQL', async (_what, table) => {
  const { world } = await busyWorld();
  const folder = await folderForTest();
  const [file, forged] = [path.join(folder, 'stagelink.tar'), path.join(folder, 'forged.tar')];
  await runBackupCommand([file], { env: envOfWorld(world), progress: quiet });
  await forge(forged, file, [table]);
  const { db, env } = await newInstallation();
  await expect(runRestoreCommand([forged], { env, progress: quiet })).rejects.toThrow(
    'The backup names tables that Stagelink does not have: “backup” did not make it.',
  );
  expect(await db.schema.hasTable('forged')).toBe(false);
});

test('a backup needs its master key, which it does not contain, or the decision to go without', async () => {
  const { world, ada } = await busyWorld();
  const file = path.join(await folderForTest(), 'stagelink.tar');
  const options = { progress: quiet };
  const { databaseUrl, dataDir, env } = await newInstallation();
  const without = { ...envOfWorld(world), STAGELINK_SECRET: '' };
  await expect(runBackupCommand([file], { ...options, env: without })).rejects.toThrow(
    `There is no master key in ${world.app.config.dataDir}: run this command with the settings of the server`,
  );
  await runBackupCommand([file], { ...options, env: envOfWorld(world) });
  expect((await readFile(file)).includes(SECRET)).toBe(false);
  for (const secret of ['', 'another key of the same good length'])
    await expect(
      runRestoreCommand([file], { ...options, env: { ...env, STAGELINK_SECRET: secret } }),
    ).rejects.toThrow('This backup needs another master key: set STAGELINK_SECRET');
  const other = 'another key of the same good length';
  await runRestoreCommand([file, '--new-key'], { ...options, env: { ...env, STAGELINK_SECRET: other } });
  const restored = await worldForTest({ ...throughPooler(databaseUrl), dataDir, secret: other });
  const { snapshots } = await restored.as(ada)(listSnapshots, {});
  expect(snapshots.map(({ name }) => name).toSorted()).toEqual(['open', 'protected']);
});

test('an installation that is not empty is not restored into', async () => {
  const { world } = await busyWorld();
  const file = path.join(await folderForTest(), 'stagelink.tar');
  await runBackupCommand([file], { env: envOfWorld(world), progress: quiet });
  const other = await worldWithKey();
  await other.app.db('installation').update({ id: randomUUID() }); // that of the others is a copy
  await adoptStore(other.app);
  await stage(other, await other.build.user(), { 'index.html': 'mine' }, {});
  const rows = await readRows(other.app.db);
  const refused = 'This installation is not empty: restore into a new database';
  const into = (env: NodeJS.ProcessEnv) => runRestoreCommand([file], { env, progress: quiet });
  await expect(into(envOfWorld(other))).rejects.toThrow(refused);
  const { databaseUrl } = await newInstallation();
  await expect(into(envOf({ databaseUrl, dataDir: other.app.config.dataDir }))).rejects.toThrow(refused);
  expect(await readRows(other.app.db)).toEqual(rows);

  const running = await worldWithKey();
  await expect(into(envOfWorld(running))).rejects.toThrow('A server uses this database: stop it first.');
});

test('an interrupted restore goes on where it was cut', async () => {
  const { world, ada } = await busyWorld();
  const file = path.join(await folderForTest(), 'stagelink.tar');
  await runBackupCommand([file], { env: envOfWorld(world), progress: quiet });
  const { databaseUrl, dataDir, env } = await newInstallation();
  const stopping = new AbortController();
  const progress = (text: string) => text.startsWith('Restoring files') && stopping.abort();
  await expect(runRestoreCommand([file], { env, progress, signal: stopping.signal })).rejects.toThrow(
    'Stopped: run the same command again, which continues there.',
  );
  await runRestoreCommand([file], { env, progress: quiet });
  const restored = await worldWithKey({ ...throughPooler(databaseUrl), dataDir });
  expect(await readLinks(restored, ada)).toEqual(await readLinks(world, ada));
});

test('a backup of an earlier state is brought to the present schema, one of a later is refused', async () => {
  const stored = JSON.parse(
    await readFile(new URL('../testing/before010.json', import.meta.url), 'utf8'),
  ) as Rows;
  const { db, env, databaseUrl, dataDir } = await newInstallation();
  const last = migrations[3]?.name ?? '';
  await migrate(databaseUrl, ({ name }) => name <= last);
  await replaceRows(db, stored);
  const file = path.join(await folderForTest(), 'stagelink.tar');
  await expect(runBackupCommand([file], { env, progress: quiet })).rejects.toThrow(
    'A file that the database names is missing in the store',
  );
  const store = await openStore({ bucket: null, dataDir });
  for (const { id, bytes } of await db<{ id: string; bytes: number }>('packs').where('bytes', '>', 0))
    await store.write(id, [Buffer.alloc(bytes, 'as long as its files')]);
  await runBackupCommand([file], { env, progress: quiet });

  const target = await newInstallation();
  await runRestoreCommand([file], { env: target.env, progress: quiet });
  await migrate(databaseUrl);
  expect(await schemaOf(target.db)).toEqual(await schemaOf(db));
  expect(await readRows(target.db)).toEqual(await readRows(db));

  await db(MIGRATIONS).insert({ name: '20991231000000_from_the_future', batch: 99 });
  const later = path.join(path.dirname(file), 'later.tar');
  await expect(runBackupCommand([later], { env, progress: quiet })).rejects.toThrow(
    'The database is of a newer release than this, 0.1.0: back it up with the release of the server.',
  );
  const contents = { ...(await checkBackup(file, { progress: quiet })), release: '9.0.0' };
  const archive = await ArchiveWriter.open(later, () => Promise.resolve(false));
  await archive.addText('stagelink-backup.json', JSON.stringify({ format: 1, installation: 'x' }));
  const future = { ...contents, migrations: ['20991231000000_from_the_future'] };
  await archive.addText('contents.json', JSON.stringify(future));
  await archive.finish();
  await archive.close();
  await expect(runRestoreCommand([later], { env, progress: quiet })).rejects.toThrow(
    'This backup is of Stagelink 9.0.0, whose database is newer than that of this release, 0.1.0: restore it with 9.0.0 or newer.',
  );
});

test.each([
  [runBackupCommand, [], 'Usage: stagelink-server backup <file>'],
  [runBackupCommand, ['a', 'b'], 'Usage: stagelink-server backup <file>'],
  [runRestoreCommand, ['--new-key'], 'Usage: stagelink-server restore <file> [--new-key]'],
])('what cannot be understood is answered with the usage', async (run, args, usage) => {
  await expect(run(args, { env: {}, progress: quiet })).rejects.toThrow(usage);
});
