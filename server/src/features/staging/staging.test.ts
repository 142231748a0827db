import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import type { ApiError } from '@stagelink/shared/client/call';
import { createSnapshot, finalizeUpload, getUpload, sendBlobs } from '@stagelink/shared/contracts/staging';
import {
  deleteSnapshot,
  extendSnapshot,
  getSnapshot,
  listSnapshots,
  updateSnapshot,
  viewSnapshot,
} from '@stagelink/shared/contracts/snapshots';
import { PLAN_LIMITS } from '@stagelink/shared/contracts/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readVariant } from '../../platform/blobs/read.ts';
import { forgeZip } from '../../testing/forgeZip.ts';
import { SMALL_HOSTILE_ZIPS } from '../../testing/hostileZips.ts';
import { asZip, blobZip, type Files, manifestOf, sha256Of, stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const source = { client: 'cli' } as const;
const site = (): Files => ({
  'index.html': `<h1>${randomUUID()}</h1>`,
  'assets/app.js': `run('${randomUUID()}')`,
});
const contentsOf = (files: Files) => blobZip(Object.values(files));
const hashesOf = (files: Files) => Object.values(files).map(sha256Of);

const offer = (person: Person, files: Files, more = {}) =>
  world.as(person)(createSnapshot, { source, files: manifestOf(files), ...more });
const send = (person: Person, uploadId: string, zip: Buffer) =>
  world.as(person)(sendBlobs, { uploadId }, asZip(zip));
const finalize = (person: Person, uploadId: string) => world.as(person)(finalizeUpload, { uploadId });

const expire = (snapshotId: string) =>
  world.app
    .db('snapshots')
    .where({ id: snapshotId })
    .update({ expires_at: new Date(Date.now() - 1000) });

describe('staging a new snapshot', () => {
  test('requests every file, receives them, and returns link and password', async () => {
    const [ada, files] = [await world.build.user(), site()];

    const offered = await offer(ada, files, { name: 'Checkout', tags: ['shop'], clientName: 'Acme' });
    expect(offered).toMatchObject({ version: 1, missing: hashesOf(files) });
    expect(await send(ada, offered.uploadId, contentsOf(files))).toEqual({ missing: [] });
    const staged = await finalize(ada, offered.uploadId);

    expect(staged).toMatchObject({
      version: 1,
      url: `${world.app.config.appUrl}/s/${offered.snapshotId}`,
      snapshot: {
        name: 'Checkout',
        tags: ['shop'],
        clientName: 'Acme',
        public: false,
        fileCount: 2,
        version: 1,
      },
    });
    expect(staged.password).toMatch(/^[2-9a-hjkmnp-z]{5}(-[2-9a-hjkmnp-z]{5}){2}$/);
    for (const content of Object.values(files)) {
      expect(String(await readVariant(world.app, sha256Of(content), 'identity'))).toBe(content);
    }
  });

  test('lists its file names: the first hundred in a list, all of them on their own', async () => {
    const ada = await world.build.user();
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [`f${String(n).padStart(3, '0')}.html`, `file ${n}`]),
    );
    const { snapshot } = await stage(world, ada, files);
    const names = Object.keys(files).map((name) => ({ name }));
    const [listed] = (await world.as(ada)(listSnapshots, {})).snapshots;
    expect(listed?.files).toEqual(names.slice(0, 100));
    expect((await world.as(ada)(getSnapshot, { id: snapshot.id })).snapshot.files).toEqual(names);
  });

  test('is named after its id, expires after the default days and is in no other list', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    const { snapshot } = await stage(world, ada, site());
    expect(snapshot.name).toBe(`Snapshot ${snapshot.id.slice(0, 8)}`);
    const days = (Date.parse(snapshot.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
    expect((await world.as(bob)(listSnapshots, {})).total).toBe(0);
  });

  test('is rejected with an expiry beyond the plan’s maximum', async () => {
    const ada = await world.build.user();
    await expect(stage(world, ada, site(), { expiresInDays: 91 })).rejects.toMatchObject({
      code: 'plan_limit',
      field: 'expiresInDays',
      message: 'Your plan allows links for at most 90 days.',
    });
    expect((await world.as(ada)(listSnapshots, {})).total).toBe(0);
    const { snapshot } = await stage(world, ada, site(), { expiresInDays: 90 });
    expect((Date.parse(snapshot.expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(90, 1);
  });

  test('uses the given password, or none', async () => {
    const ada = await world.build.user();
    expect(await stage(world, ada, site(), { password: ' open sesame ' })).toMatchObject({
      password: 'open sesame',
    });
    expect(await stage(world, ada, site(), { password: null })).toMatchObject({
      password: null,
      snapshot: { public: true },
    });
  });

  test('shows nothing before it is finalized', async () => {
    const [ada, files] = [await world.build.user(), site()];
    const { uploadId, snapshotId } = await offer(ada, files);
    await send(ada, uploadId, contentsOf(files));
    await expect(world.as(null)(viewSnapshot, { id: snapshotId })).rejects.toMatchObject({ status: 404 });
    await expect(world.as(ada)(getSnapshot, { id: snapshotId })).rejects.toMatchObject({ status: 404 });
    expect((await world.as(ada)(listSnapshots, {})).total).toBe(0);
  });

  test('in another owner’s project is rejected', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    const project = { id: randomUUID(), owner_id: bob.id, name: 'Secret', color: '#4F46E5' };
    await world.app.db('projects').insert(project);
    await expect(offer(ada, site(), { projectId: project.id })).rejects.toMatchObject({ status: 404 });
    expect((await stage(world, bob, site(), { projectId: project.id })).snapshot.projectId).toBe(project.id);
  });
});

describe('a restage', () => {
  test('sends only what has changed, and the link shows the new version', async () => {
    const [ada, files] = [await world.build.user(), site()];
    const first = await stage(world, ada, files, { password: 'first' });
    const changed = { ...files, 'index.html': '<h1>new</h1>' };

    const offered = await offer(ada, changed, { snapshotId: first.snapshot.id });
    expect(offered).toMatchObject({ version: 2, missing: [sha256Of('<h1>new</h1>')] });
    await send(ada, offered.uploadId, contentsOf(changed));
    const second = await finalize(ada, offered.uploadId);

    expect(second).toMatchObject({ version: 2, url: first.url, password: 'first' });
    expect(second.snapshot.expiresAt).toBe(first.snapshot.expiresAt);
    expect(second.snapshot.name).toBe(first.snapshot.name);
  });

  test('by another user gets not found', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    const { snapshot } = await stage(world, ada, site());
    await expect(offer(bob, site(), { snapshotId: snapshot.id })).rejects.toMatchObject({ status: 404 });
  });

  test('of an expired snapshot asks to extend it first', async () => {
    const ada = await world.build.user();
    const { snapshot } = await stage(world, ada, site());
    const files = site();
    const early = await offer(ada, files, { snapshotId: snapshot.id });
    await send(ada, early.uploadId, contentsOf(files));
    await expire(snapshot.id);

    const refusal = { code: 'gone', message: expect.stringContaining('Extend it first') as string };
    await expect(offer(ada, site(), { snapshotId: snapshot.id })).rejects.toMatchObject(refusal);
    await expect(finalize(ada, early.uploadId)).rejects.toMatchObject(refusal);
    await world.as(ada)(extendSnapshot, { id: snapshot.id });
    expect(await finalize(ada, early.uploadId)).toMatchObject({ version: 2 });
  });

  test('with another password ends existing access', async () => {
    const ada = await world.build.user();
    const { snapshot } = await stage(world, ada, site(), { password: 'old' });
    const revision = async () =>
      (await world.app.db('snapshots').where({ id: snapshot.id }).first('password_revision')) as unknown;
    const before = await revision();
    expect((await stage(world, ada, site(), { snapshotId: snapshot.id })).password).toBe('old');
    await stage(world, ada, site(), { snapshotId: snapshot.id, password: 'old' });
    await world.as(ada)(updateSnapshot, { id: snapshot.id, password: 'old' });
    expect(await revision()).toEqual(before);
    expect((await stage(world, ada, site(), { snapshotId: snapshot.id, password: 'new' })).password).toBe(
      'new',
    );
    expect(await revision()).not.toEqual(before);

    await stage(world, ada, site(), { snapshotId: snapshot.id, password: null });
    const open = await revision();
    await stage(world, ada, site(), { snapshotId: snapshot.id, password: null });
    expect(await revision()).toEqual(open);
  });

  test('twice at once makes two versions, in some order', async () => {
    const ada = await world.build.user();
    const { snapshot } = await stage(world, ada, site());
    const both = await Promise.all(
      [site(), site()].map((files) => stage(world, ada, files, { snapshotId: snapshot.id })),
    );
    expect(both.map(({ version }) => version).sort()).toEqual([2, 3]);
    expect((await world.as(ada)(getSnapshot, { id: snapshot.id })).snapshot.version).toBe(3);
  });
});

describe('a hash', () => {
  test('of another owner’s file must be sent like any other, without revealing that it exists', async () => {
    const [ada, bob, files] = [await world.build.user(), await world.build.user(), site()];
    await stage(world, ada, files);
    const stolen = await offer(bob, files);
    expect(stolen.missing).toEqual(hashesOf(files));
    const invented = await offer(bob, files, {});
    expect(invented.missing).toEqual(hashesOf(files));
    await expect(finalize(bob, stolen.uploadId)).rejects.toMatchObject({ code: 'upload_incomplete' });
  });

  test('sent to an abandoned upload need not be sent again', async () => {
    const [ada, files] = [await world.build.user(), site()];
    const first = await offer(ada, files);
    await send(ada, first.uploadId, contentsOf(files));
    expect((await offer(ada, files)).missing).toEqual([]);
  });

  test('with a wrong size is rejected, naming the file', async () => {
    const [ada, files] = [await world.build.user(), site()];
    await stage(world, ada, files);
    const [file] = manifestOf(files);
    const wrongSize = [{ ...file, path: 'x.html', sha256: file?.sha256 ?? '', size: 7 }];
    await expect(world.as(ada)(createSnapshot, { source, files: wrongSize })).rejects.toMatchObject({
      code: 'invalid_manifest',
      message: expect.stringContaining('“x.html” is listed with 7 bytes') as string,
    });
  });
});

describe('a manifest is rejected, naming the error, if', () => {
  const file = (path: string, sha256 = 'a'.repeat(64), size = 1) => ({ path, sha256, size });

  test.each([
    ['a path climbs out', [file('../x')], 'invalid_manifest', /“\.\.\/x” has a part named/],
    ['a path is absolute', [file('/etc/passwd')], 'invalid_manifest', /starts at the root/],
    ['a path is listed twice', [file('a'), file('a')], 'invalid_manifest', /“a” is listed twice/],
    ['a path has a direction override', [file('\u202egnp.exe')], 'invalid_manifest', /invisible characters/],
    ['a file is a folder too', [file('a'), file('a/b')], 'invalid_manifest', /both a file and a folder/],
    [
      'one hash has two sizes',
      [file('a'), file('b', undefined, 2)],
      'invalid_manifest',
      /“b” is listed with 2 bytes/,
    ],
    [
      'a link to it would open nothing',
      [file('data.csv'), file('app.js')],
      'invalid_manifest',
      /nothing in it that a link could open/,
    ],
    ['it is empty', [], 'invalid_input', /no files to stage/],
    ['a hash is none', [file('a', 'xyz')], 'invalid_input', /not a SHA-256/],
    ['a size is negative', [file('a', undefined, -1)], 'invalid_input', /./],
    [
      'it is larger than the plan',
      [file('a.html', undefined, 101 * 1024 * 1024)],
      'plan_limit',
      /have 101 MB; your plan allows 100 MB/,
    ],
    [
      'it has too many files',
      Array.from({ length: 10_001 }, (_file, at) => file(`${at}`)),
      'invalid_input',
      /./,
    ],
  ])('%s', async (_what, files, code, message) => {
    const ada = await world.build.user();
    await expect(world.as(ada)(createSnapshot, { source, files })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
    expect(await world.app.db('uploads').where({ owner_id: ada.id })).toEqual([]);
    expect(await world.app.db('snapshots').where({ owner_id: ada.id })).toEqual([]);
  });

  test('a text contains what cannot be stored', async () => {
    const ada = await world.build.user();
    for (const name of ['a\0b', 'a\ud800b']) {
      await expect(
        offer(ada, site(), { name, source: { client: 'cli', gitBranch: name } }),
      ).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });
});

describe('sending', () => {
  test('works in several requests, in any order, with repeats', async () => {
    const [ada, files] = [await world.build.user(), { ...site(), 'third.txt': 'third' }];
    const { uploadId, missing } = await offer(ada, files);
    const [a, b, c] = Object.values(files) as [string, string, string];
    expect(await send(ada, uploadId, blobZip([c]))).toEqual({ missing: missing.slice(0, 2) });
    expect(await send(ada, uploadId, blobZip([c, a]))).toEqual({ missing: [sha256Of(b)] });
    expect(await world.as(ada)(getUpload, { uploadId })).toMatchObject({
      missing: [sha256Of(b)],
      finalized: false,
      version: 1,
    });
    expect(await send(ada, uploadId, blobZip([b]))).toEqual({ missing: [] });
    expect(await send(ada, uploadId, blobZip([b]))).toEqual({ missing: [] });
    expect(await finalize(ada, uploadId)).toMatchObject({ version: 1 });
    expect(await world.as(ada)(getUpload, { uploadId })).toMatchObject({ missing: [], finalized: true });
  });

  test('the same bytes ten times at once is fine', async () => {
    const [ada, files] = [await world.build.user(), site()];
    const { uploadId } = await offer(ada, files);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(ada, uploadId, contentsOf(files))),
    );
    expect(answers).toEqual(Array.from({ length: 10 }, () => ({ missing: [] })));
  });

  test('a file outside the manifest is rejected by name', async () => {
    const ada = await world.build.user();
    const { uploadId } = await offer(ada, site());
    await expect(send(ada, uploadId, blobZip(['stowaway']))).rejects.toMatchObject({
      code: 'invalid_archive',
      message: expect.stringContaining(sha256Of('stowaway')) as string,
    });
    await expect(send(ada, uploadId, forgeZip([{ name: '../x', data: 'x' }]))).rejects.toMatchObject({
      code: 'invalid_archive',
    });
  });

  test('other bytes under a listed hash are rejected, naming the file', async () => {
    const [ada, files] = [await world.build.user(), { 'a.html': 'good' }];
    const { uploadId } = await offer(ada, files);
    const lie = forgeZip([{ name: sha256Of('good'), data: 'evil' }]);
    await expect(send(ada, uploadId, lie)).rejects.toMatchObject({
      code: 'hash_mismatch',
      message: expect.stringContaining('“a.html”') as string,
    });
    const longer = forgeZip([{ name: sha256Of('good'), data: 'good and more' }]);
    await expect(send(ada, uploadId, longer)).rejects.toMatchObject({ code: 'hash_mismatch' });
    await expect(finalize(ada, uploadId)).rejects.toMatchObject({
      code: 'upload_incomplete',
      message: expect.stringContaining('1 of 1 files') as string,
    });
  });

  test('more than listed is rejected before it is read, and while it arrives', async () => {
    const [ada, files] = [await world.build.user(), { 'a.html': 'small' }];
    const { uploadId } = await offer(ada, files);
    await expect(send(ada, uploadId, Buffer.alloc(1_000_000))).rejects.toMatchObject({ status: 413 });
    const chunked = await chunks(ada, `/api/uploads/${uploadId}`, [
      forgeZip([{ name: sha256Of('small'), data: 'small' }]).subarray(0, -30),
      ...Array.from({ length: 40 }, () => Buffer.alloc(64 * 1024)),
    ]);
    expect(chunked).toBe(422);
  });

  test('anything but a zip is rejected by its type', async () => {
    const ada = await world.build.user();
    const { uploadId } = await offer(ada, site());
    const call = world.as(ada)(sendBlobs, { uploadId }, { type: 'text/plain', body: Buffer.from('x') });
    await expect(call).rejects.toMatchObject({ status: 415 });
  });

  test('to an upload that has expired asks to stage again', async () => {
    const [ada, files] = [await world.build.user(), site()];
    const { uploadId } = await offer(ada, files);
    await world.app
      .db('uploads')
      .where({ id: uploadId })
      .update({ expires_at: new Date(Date.now() - 1) });
    for (const call of [() => send(ada, uploadId, contentsOf(files)), () => finalize(ada, uploadId)]) {
      await expect(call()).rejects.toMatchObject({ code: 'gone' });
    }
  });

  test('to an upload whose snapshot is deleted meanwhile gets not found and leaves nothing', async () => {
    const ada = await world.build.user();
    const { snapshot } = await stage(world, ada, site());
    const files = site();
    const { uploadId } = await offer(ada, files, { snapshotId: snapshot.id });
    const [first, second] = Object.values(files) as [string, string];
    const zip = blobZip([first, second]);
    const { answer, write, end } = slowPut(ada, uploadId, zip.length);
    write(zip.subarray(0, -40));
    await writing();
    await world.as(ada)(deleteSnapshot, { id: snapshot.id });
    write(zip.subarray(-40));
    end();
    expect(await answer).toBe(404);
    expect(await world.app.db('snapshot_blobs').where({ owner_id: ada.id })).toEqual([]);
    expect(await world.app.db('uploads').where({ owner_id: ada.id })).toEqual([]);
  });

  test('keeps complete files when the connection is cut', async () => {
    const ada = await world.build.user();
    const files: Files = { 'a.html': 'first', 'b.bin': Buffer.alloc(300_000, 7) };
    const { uploadId } = await offer(ada, files);
    const zip = forgeZip(Object.values(files).map((data) => ({ name: sha256Of(data), data })));
    const { answer, write, cut } = slowPut(ada, uploadId, zip.length);
    write(zip.subarray(0, 150_000));
    await writing();
    cut();
    await answer.catch(() => undefined);
    await expect
      .poll(async () => (await world.as(ada)(getUpload, { uploadId })).missing)
      .toEqual([sha256Of(files['b.bin'] ?? '')]);
    await send(ada, uploadId, contentsOf(files));
    expect(await finalize(ada, uploadId)).toMatchObject({ version: 1 });
  });

  test.each(SMALL_HOSTILE_ZIPS)('$what is rejected with a 4xx', async ({ zip }) => {
    const [ada, files] = [await world.build.user(), { 'index.html': '<h1>hello</h1>', x: 'x' }];
    const { uploadId } = await offer(ada, files);
    await expect(send(ada, uploadId, zip())).rejects.toSatisfy(({ status }: ApiError) =>
      [413, 422].includes(status),
    );
  });
});

/** Sends chunks without a length. Returns the status of the response. */
function chunks(person: Person, path: string, pieces: Buffer[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = open(person, path, {});
    request.on('response', (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.resume();
      request.destroy();
    });
    request.on('error', reject);
    for (const piece of pieces) request.write(piece);
    request.end();
  });
}

const open = (person: Person, path: string, headers: Record<string, string>) =>
  httpRequest({
    host: '127.0.0.1',
    port: world.port,
    method: 'PUT',
    path,
    headers: { Authorization: `Bearer ${person.secret}`, 'Content-Type': 'application/zip', ...headers },
  });

/** A request whose body is written step by step. */
function slowPut(person: Person, uploadId: string, length: number) {
  const request = open(person, `/api/uploads/${uploadId}`, { 'Content-Length': String(length) });
  const answer = new Promise<number>((resolve, reject) => {
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
    });
    request.on('error', reject);
  });
  return {
    answer,
    write: (bytes: Buffer) => void request.write(bytes),
    end: () => void request.end(),
    cut: () => void request.destroy(),
  };
}

/** Waits until the server has begun to write the upload. */
async function writing(): Promise<void> {
  const folder = path.join(world.app.config.dataDir, 'blobs');
  await expect
    .poll(async () => (await readdir(folder, { recursive: true })).some((name) => name.endsWith('.part')))
    .toBe(true);
}

describe('finalizing', () => {
  test('thirty times at once makes one version, with equal replies', async () => {
    const [ada, files] = [await world.build.user(), site()];
    const { uploadId } = await offer(ada, files);
    await send(ada, uploadId, contentsOf(files));
    const answers = await Promise.all(Array.from({ length: 30 }, () => finalize(ada, uploadId)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await world.app.db('versions').where({ snapshot_id: answers[0]?.snapshot.id })).toHaveLength(1);
  });

  test('of another user’s upload gets not found, as do sending and reading', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    const { uploadId } = await offer(ada, site());
    for (const call of [
      () => finalize(bob, uploadId),
      () => send(bob, uploadId, contentsOf(site())),
      () => world.as(bob)(getUpload, { uploadId }),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404 });
    }
  });

  test('publishes to the owner’s channel and queues the variants', async () => {
    const ada = await world.build.user();
    const notices: unknown[] = [];
    world.app.listener.on('notice', (notice) => notices.push(notice));
    const { snapshot } = await stage(world, ada, site());
    const about = { snapshotId: snapshot.id };
    await expect
      .poll(() => notices.filter((notice) => (notice as { channel: string }).channel === `user:${ada.id}`))
      .toMatchObject([
        { event: { type: 'snapshot_created', ...about } },
        { event: { type: 'snapshot_finalized', ...about, version: 1 } },
      ]);
    const jobs = await world.app
      .db('pgboss.job')
      .where({ name: 'make_variants' })
      .whereRaw(`data->>'snapshotId' = ?`, [snapshot.id]);
    expect(jobs).toHaveLength(1);
  });
});

describe('the plan’s limit of active snapshots', () => {
  const free = { isSelfHosted: false };

  test('applies when thirty are staged at once, with the number in the message', async () => {
    const planLimits = { ...PLAN_LIMITS, free: { ...PLAN_LIMITS.free, openUploads: 30 } };
    const world = await worldForTest({ ...free, planLimits });
    const ada = await world.build.user();
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => stage(world, ada, site())));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refusals = results.filter((result) => result.status === 'rejected');
    expect(refusals.every(({ reason }) => (reason as ApiError).code === 'plan_limit')).toBe(true);
    await expect(stage(world, ada, site())).rejects.toThrow(
      'Your plan allows 3 active snapshots and you have 3',
    );
    expect((await world.as(ada)(listSnapshots, {})).total).toBe(3);
  });

  test('counts neither expired ones nor a restage, but an extension', async () => {
    const world = await worldForTest(free);
    const ada = await world.build.user();
    const [first] = [
      await stage(world, ada, site()),
      await stage(world, ada, site()),
      await stage(world, ada, site()),
    ];
    await stage(world, ada, site(), { snapshotId: first.snapshot.id });
    await world.app
      .db('snapshots')
      .where({ id: first.snapshot.id })
      .update({ expires_at: new Date(Date.now() - 1) });
    await stage(world, ada, site());
    await expect(world.as(ada)(extendSnapshot, { id: first.snapshot.id })).rejects.toMatchObject({
      code: 'plan_limit',
    });
  });
});
