import { randomUUID } from 'node:crypto';
import { deleteComment, postComment, readPins, reportPins } from '@stagelink/shared/contracts/comments';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import { listNotifications } from '@stagelink/shared/contracts/notifications';
import { FILES_PAGE, VERSIONS_PER_SNAPSHOT } from '@stagelink/shared/contracts/limits';
import {
  getSnapshot,
  openPreview,
  updateSnapshot,
  viewSnapshot,
} from '@stagelink/shared/contracts/snapshots';
import {
  createSnapshot,
  finalizeUpload,
  type Publish,
  sendBlobs,
  type Staged,
  uploadSnapshot,
} from '@stagelink/shared/contracts/staging';
import {
  compareFile,
  compareVersions,
  listVersionFiles,
  discardVersion,
  listVersions,
  publishVersion,
} from '@stagelink/shared/contracts/versions';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sweep } from '../../platform/blobs/sweep.ts';
import { asJson } from '../../testing/comments.ts';
import { forgeZip } from '../../testing/forgeZip.ts';
import { asZip, blobZip, type Files, manifestOf, sha256Of, stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
let [ada, eve]: Person[] = [];
beforeAll(async () => {
  world = await createWorld();
  [ada, eve] = [await world.build.user(), await world.build.user()];
});
afterAll(() => world.close());

const owner = () => world.as(ada as Person);
const stranger = () => world.as(eve as Person);
const page = (text: string): Files => ({ 'index.html': `<h1>${text}</h1>` });

/** Stages a public snapshot of Ada's. */
const staged = (files: Files = page('one')): Promise<Staged> =>
  stage(world, ada as Person, files, { password: null });

/** Restages to the same link, published or as a draft. */
async function restage(id: string, files: Files, publish: Publish = 'yes', options = {}): Promise<Staged> {
  const source = { client: 'cli', gitBranch: 'main', gitCommit: 'c0ffee' } as const;
  const offer = { ...options, source, snapshotId: id, files: manifestOf(files) };
  const { uploadId, missing } = await owner()(createSnapshot, offer);
  const wanted = Object.values(files).filter((content) => missing.includes(sha256Of(content)));
  if (wanted.length > 0) await owner()(sendBlobs, { uploadId }, asZip(blobZip(wanted)));
  return owner()(finalizeUpload, { uploadId, publish });
}

const versionsAs = async (call: ReturnType<typeof owner>, id: string) =>
  (await call(listVersions, { id })).versions;
const shownTo = async (call: ReturnType<typeof owner>, id: string) =>
  (await call(viewSnapshot, { id })).snapshot.version;

describe('the versions to keep', () => {
  const numbersOf = async (id: string) => (await versionsAs(owner(), id)).map(({ number }) => number);
  const keep = (id: string, keepVersions: number | null) => owner()(updateSnapshot, { id, keepVersions });

  test('are the newest, and those with comments; each stage removes older ones', async () => {
    const { snapshot } = await staged();
    const { id } = snapshot;
    for (let n = 2; n <= 8; n += 1) await restage(id, page(`${n}`));
    await owner()(postComment, { id }, asJson({ text: 'about the second', version: 2 }));
    await keep(id, 5);
    expect((await owner()(listVersions, { id })).keepVersions).toBe(5);
    expect((await stranger()(listVersions, { id })).keepVersions).toBeNull();
    await restage(id, page('9'));
    expect(await numbersOf(id)).toEqual([9, 8, 7, 6, 5, 2]);
    const { sha256 } = manifestOf(page('3'))[0] as { sha256: string };
    const held = await world.app
      .db('snapshot_blobs')
      .where({ snapshot_id: id, sha256: Buffer.from(sha256, 'hex') });
    expect(held).toEqual([]);
    await keep(id, null);
    await restage(id, page('10'));
    expect(await numbersOf(id)).toEqual([10, 9, 8, 7, 6, 5, 2]);
  });

  test('include the published one and drafts', async () => {
    const { snapshot } = await staged();
    const { id } = snapshot;
    await keep(id, 5);
    for (let n = 2; n <= 8; n += 1) await restage(id, page(`${n}`), 'no');
    expect(await numbersOf(id)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    await restage(id, page('9'));
    expect(await numbersOf(id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
  });

  test('are at most 500, and the error says what to do', async () => {
    const { snapshot } = await staged();
    const { id } = snapshot;
    await world.app.db.raw(
      `insert into versions (snapshot_id, number, manifest, file_count, total_bytes, source)
       select snapshot_id, n, manifest, file_count, total_bytes, source
       from versions cross join generate_series(2, :most) n where snapshot_id = :id`,
      { id, most: VERSIONS_PER_SNAPSHOT },
    );
    await world.app.db('snapshots').where({ id }).update({ last_version: VERSIONS_PER_SNAPSHOT });
    const full = { code: 'plan_limit', message: expect.stringContaining('keep only the newest') as string };
    await expect(restage(id, page('more'))).rejects.toMatchObject(full);
    await keep(id, VERSIONS_PER_SNAPSHOT);
    expect((await restage(id, page('more'))).version).toBe(VERSIONS_PER_SNAPSHOT + 1);
    expect(await numbersOf(id)).toHaveLength(VERSIONS_PER_SNAPSHOT);
  });

  test.each([4, 501])('cannot be %i', async (count) => {
    const { snapshot } = await staged();
    await expect(keep(snapshot.id, count)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

/** Requests a content URL like a page in a tab. */
async function contentAt(
  address: string,
  cookie = '',
): Promise<{ status: number; text: string; cookie: string }> {
  const { host, pathname, search } = new URL(address);
  const headers = { Host: host, 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', Cookie: cookie };
  const answer = await world.fetch({ path: pathname + search, headers });
  const kept = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { status: answer.status, text: answer.body.toString(), cookie: kept };
}

describe('a draft', () => {
  test('leaves the link unchanged and is visible to its owner only', async () => {
    const { snapshot } = await staged();
    const { id } = snapshot;
    const waiting = await restage(id, page('two'), 'no');
    expect(waiting).toMatchObject({ version: 2, snapshot: { version: 1 } });
    expect(waiting.contentUrl).toMatch(/-v2\.localhost/);

    expect(await shownTo(owner(), id)).toBe(1);
    expect(await versionsAs(owner(), id)).toMatchObject([
      { number: 2, isDraft: true, isShown: false, client: 'cli', gitBranch: 'main', gitCommit: 'c0ffee' },
      { number: 1, isDraft: false, isShown: true, gitCommit: null },
    ]);
    for (const call of [stranger(), world.as(null)]) {
      expect((await versionsAs(call, id)).map(({ number }) => number)).toEqual([1]);
      const missing = { status: 404, message: 'That version could not be found.' };
      await expect(call(compareVersions, { id, from: 1, to: 2 })).rejects.toMatchObject(missing);
      await expect(call(compareFile, { id, from: 2, to: 1, path: 'index.html' })).rejects.toMatchObject(
        missing,
      );
      await expect(call(openPreview, { id, version: 2 })).rejects.toMatchObject(missing);
      await expect(call(reportPins, { id, version: 2, findings: [] })).rejects.toMatchObject(missing);
      await expect(call(postComment, { id }, asJson({ text: 'x', version: 2 }))).rejects.toMatchObject({
        field: 'version',
      });
    }
  });

  test('is served on its own origin with its owner’s ticket', async () => {
    const { snapshot, contentUrl } = await staged();
    const waiting = await restage(snapshot.id, page('two'), 'no');

    const nothing = await contentAt(waiting.contentUrl.replace('-v2', '-v9'));
    for (const path of ['', '__stagelink/enter', '__stagelink/entered', '__stagelink/enter?ticket=made-up']) {
      const answer = await contentAt(waiting.contentUrl + path);
      expect([answer.status, answer.text]).toEqual([nothing.status, nothing.text]);
    }
    expect(nothing.status).toBe(404);

    const { url } = await owner()(openPreview, { id: snapshot.id, version: 2 });
    const { cookie } = await contentAt(url);
    expect((await contentAt(waiting.contentUrl, cookie)).text).toContain('<h1>two</h1>');
    expect((await contentAt(contentUrl)).text).toContain('<h1>one</h1>');
    expect((await contentAt(url)).status).toBe(404);
  });

  test('does not open with a grant for published versions', async () => {
    const { snapshot } = await stage(world, ada as Person, page('one'), { password: 'open' });
    const waiting = await restage(snapshot.id, page('two'), 'no');
    const { cookie } = await contentAt((await owner()(openPreview, { id: snapshot.id })).url);
    expect(cookie).not.toBe('');
    expect((await contentAt(waiting.contentUrl, cookie)).status).toBe(404);
  });

  test('is published in one step, with expiry and name unchanged', async () => {
    const { snapshot, contentUrl } = await staged();
    const { id, expiresAt } = snapshot;
    const waiting = await restage(id, page('two'), 'no');
    expect((await contentAt(contentUrl)).text).toContain('one');

    const published = await owner()(publishVersion, { id, version: 2 });
    expect(published.snapshot).toMatchObject({ version: 2, expiresAt, name: snapshot.name });
    expect(await shownTo(world.as(null), id)).toBe(2);
    expect((await contentAt(contentUrl)).text).toContain('two');
    expect((await contentAt(waiting.contentUrl)).text).toContain('two');
    expect((await owner()(publishVersion, { id, version: 2 })).snapshot.version).toBe(2);
  });

  test('is discarded with the blobs only it had, and its number is not reused', async () => {
    const shared = 'the same in both';
    const { snapshot } = await staged({ 'index.html': 'one', 'same.txt': shared });
    const { id } = snapshot;
    const only = `only in two ${randomUUID()}`;
    await restage(id, { 'index.html': only, 'same.txt': shared }, 'no');
    expect(await owner()(discardVersion, { id, version: 2 })).toEqual({ ok: true });
    await sweep(world.app, { graceMs: 0 });

    const kept = (await world.app.db('blobs').pluck('sha256')) as Buffer[];
    const hashes = kept.map((sha256) => sha256.toString('hex'));
    expect(hashes).toContain(sha256Of(shared));
    expect(hashes).not.toContain(sha256Of(only));
    expect((await restage(id, page('three'))).version).toBe(3);
    expect((await versionsAs(owner(), id)).map(({ number }) => number)).toEqual([3, 1]);
    await expect(owner()(discardVersion, { id, version: 2 })).rejects.toMatchObject({ status: 404 });
  });

  test('cannot be the first, and applies the settings at once', async () => {
    const offered = await owner()(createSnapshot, {
      source: { client: 'cli' },
      files: manifestOf({ 'a.html': '' }),
    });
    await owner()(sendBlobs, { uploadId: offered.uploadId }, asZip(blobZip([''])));
    await expect(
      owner()(finalizeUpload, { uploadId: offered.uploadId, publish: 'no' }),
    ).rejects.toMatchObject({ status: 400, field: 'publish' });

    const { snapshot } = await staged();
    const waiting = await restage(snapshot.id, page('two'), 'no', { name: 'Renamed' });
    expect(waiting.snapshot).toMatchObject({ name: 'Renamed', version: 1 });
  });
});

describe('an older version', () => {
  test('can be published and replaced again, and the next one continues from the highest', async () => {
    const { snapshot, contentUrl } = await staged();
    const { id } = snapshot;
    await restage(id, page('two'));
    await owner()(publishVersion, { id, version: 1 });
    expect((await contentAt(contentUrl)).text).toContain('one');
    expect((await owner()(getSnapshot, { id })).snapshot.version).toBe(1);
    expect(await versionsAs(world.as(null), id)).toMatchObject([
      { number: 2, isShown: false, isDraft: false },
      { number: 1, isShown: true },
    ]);
    const { url } = await world.as(null)(openPreview, { id, version: 2 });
    expect((await contentAt(url)).text).toContain('two');
    await owner()(publishVersion, { id, version: 2 });
    expect((await contentAt(contentUrl)).text).toContain('two');
    await owner()(publishVersion, { id, version: 1 });
    expect((await restage(id, page('three'))).version).toBe(3);
  });

  test('cannot be discarded, and only its owner may publish it', async () => {
    const { snapshot } = await staged();
    const { id } = snapshot;
    await restage(id, page('two'));
    await expect(owner()(discardVersion, { id, version: 1 })).rejects.toMatchObject({ status: 409 });
    await expect(owner()(publishVersion, { id, version: 7 })).rejects.toMatchObject({ status: 404 });
    await expect(stranger()(publishVersion, { id, version: 1 })).rejects.toMatchObject({ status: 404 });
    expect(await shownTo(owner(), id)).toBe(2);
  });
});

describe('comparing', () => {
  const before = {
    'index.html': ['<h1>Hello</h1>', ...Array.from({ length: 20 }, (_, at) => `<p>${at}</p>`)].join('\n'),
    'gone.css': 'a{}',
    'same.js': 'x()',
    'logo.png': 'not really a picture',
    'letters.txt': Buffer.from([0xff, 0xfe, 0x00, 0x41]),
  };
  const after = {
    'index.html': before['index.html'].replace('Hello', 'Good morning').replace('<p>15</p>\n', ''),
    'same.js': 'x()',
    'new.css': 'b{}',
    'logo.png': 'another one',
    'letters.txt': Buffer.from([0xff, 0xfe, 0x00, 0x42]),
  };

  test('lists added, removed and changed files, and shows the lines', async () => {
    const { snapshot } = await staged(before);
    const { id } = snapshot;
    await restage(id, after);
    const visitor = world.as(null);
    const filesOf = async (version: number) =>
      (await visitor(listVersionFiles, { id, version })).files.map(({ name }) => name).sort();
    expect(await filesOf(1)).toEqual(Object.keys(before).sort());
    expect(await filesOf(2)).toEqual(Object.keys(after).sort());
    await expect(visitor(listVersionFiles, { id, version: 3 })).rejects.toMatchObject({ status: 404 });
    const compared = await visitor(compareVersions, { id, from: 1, to: 2 });
    expect(compared.unchanged).toBe(1);
    expect(compared.files).toEqual([
      { path: 'gone.css', change: 'removed', before: 3, after: null, isText: true },
      { path: 'index.html', change: 'changed', before: 204, after: 201, isText: true },
      { path: 'letters.txt', change: 'changed', before: 4, after: 4, isText: true },
      { path: 'logo.png', change: 'changed', before: 20, after: 11, isText: false },
      { path: 'new.css', change: 'added', before: null, after: 3, isText: true },
    ]);

    const { hunks, isCut } = await visitor(compareFile, { id, from: 1, to: 2, path: 'index.html' });
    expect(isCut).toBe(false);
    expect(hunks.map(({ oldStart, newStart }) => [oldStart, newStart])).toEqual([
      [1, 1],
      [14, 14],
    ]);
    expect(hunks[0]?.lines.slice(0, 3)).toEqual([
      { kind: 'removed', text: '<h1>Hello</h1>' },
      { kind: 'added', text: '<h1>Good morning</h1>' },
      { kind: 'same', text: '<p>0</p>' },
    ]);
    expect(hunks[1]?.lines.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: '<p>15</p>' },
    ]);
    expect((await visitor(compareFile, { id, from: 1, to: 2, path: 'new.css' })).hunks).toMatchObject([
      { lines: [{ kind: 'added', text: 'b{}' }] },
    ]);
    expect((await visitor(compareFile, { id, from: 1, to: 2, path: 'same.js' })).hunks).toEqual([]);
  });

  test.each([
    ['a picture', 'logo.png', 415],
    ['a binary file named as text', 'letters.txt', 415],
    ['what is in neither', 'nowhere.html', 404],
    ['a path of the disk', '../../etc/passwd', 404],
  ])('%s has no lines', async (_what, path, status) => {
    const { snapshot } = await staged(before);
    await restage(snapshot.id, after);
    const comparison = owner()(compareFile, { id: snapshot.id, from: 1, to: 2, path });
    await expect(comparison).rejects.toMatchObject({ status });
  });

  test('a pair built to take long is aborted, and others are served meanwhile', async () => {
    const noise = (seed: number) =>
      Array.from({ length: 120_000 }, (_, at) => String((at * seed) % 7919)).join('\n');
    const { snapshot } = await staged({ 'a.md': noise(7907) });
    await restage(snapshot.id, { 'a.md': noise(6101) });
    const comparing = owner()(compareFile, { id: snapshot.id, from: 1, to: 2, path: 'a.md' });
    const winner = await Promise.race([comparing.then(() => 'diff'), shownTo(stranger(), snapshot.id)]);
    expect(winner).toBe(2);
    expect(await comparing).toEqual({ hunks: [], isCut: true, isSplit: false });
  });

  test('a pair is compared once for all clients', async () => {
    const { snapshot } = await staged({ 'a.md': 'one\ntwo' });
    const { id } = snapshot;
    await restage(id, { 'a.md': 'one\nthree' });
    const compare = () => world.as(null)(compareFile, { id, from: 1, to: 2, path: 'a.md' });
    const first = await compare();
    const reads = vi.spyOn(world.app.blobs, 'readBytes').mockRejectedValue(new Error('read again'));
    onTestFinished(() => reads.mockRestore());
    expect(await compare()).toEqual(first);
  });

  test('in one endless line shows the changes with their context', async () => {
    const minified = (changed: Record<number, string>) =>
      Array.from({ length: 20_000 }, (_, at) => changed[at] ?? `function f${at}(a,b){return a+b*${at}}`).join(
        '',
      );
    const { snapshot } = await staged({ 'a.js': minified({}), 'b.md': 'x'.repeat(900_000) });
    await restage(snapshot.id, {
      'a.js': minified({ 7000: 'function f7000(a){return a}', 15_000: '' }),
      'b.md': `${'x'.repeat(900_000)}y`,
    });
    const fileOf = (path: string) => owner()(compareFile, { id: snapshot.id, from: 1, to: 2, path });
    const { hunks, isCut, isSplit } = await fileOf('a.js');
    expect([isCut, isSplit, hunks.length]).toEqual([false, true, 2]);
    expect(hunks[0]?.lines).toEqual([
      { kind: 'same', text: 'return a+b*6998}' },
      { kind: 'same', text: 'function f6999(a,b){' },
      { kind: 'same', text: 'return a+b*6999}' },
      { kind: 'removed', text: 'function f7000(a,b){' },
      { kind: 'removed', text: 'return a+b*7000}' },
      { kind: 'added', text: 'function f7000(a){' },
      { kind: 'added', text: 'return a}' },
      { kind: 'same', text: 'function f7001(a,b){' },
      { kind: 'same', text: 'return a+b*7001}' },
      { kind: 'same', text: 'function f7002(a,b){' },
    ]);
    // Also without a place to break at.
    const endless = await fileOf('b.md');
    expect(endless.hunks[0]?.lines.length).toBeLessThan(10);
    for (const { text } of endless.hunks[0]?.lines ?? []) expect(text.length).toBeLessThanOrEqual(160);
  });

  test('an endless change is cut', async () => {
    const { snapshot } = await staged({ 'b.md': '' });
    await restage(snapshot.id, { 'b.md': Array.from({ length: 5000 }, () => 'b').join('\n') });
    const many = await owner()(compareFile, { id: snapshot.id, from: 1, to: 2, path: 'b.md' });
    expect([many.isCut, many.isSplit, many.hunks[0]?.lines.length]).toEqual([true, false, 3000]);
  });
});

describe('a version of many files', () => {
  const COUNT = 1_200;
  const nameOf = (n: number) => `f${String(n).padStart(4, '0')}.html`;

  /** Stages two versions of a snapshot. In the second the first 1,100 of 1,200 files are changed. */
  async function stageMany(): Promise<string> {
    const { snapshot } = await staged();
    await restage(snapshot.id, page('two'));
    await world.app.db.raw(
      `update versions set file_count = :count, manifest = (
         select jsonb_agg(jsonb_build_object(
           'path', 'f' || lpad(n::text, 4, '0') || '.html', 'size', n,
           'sha256', md5(case when n < 1100 then number else 0 end || ' ' || n) || md5(n::text)))
         from generate_series(0, :count - 1) n)
       where snapshot_id = :id`,
      { id: snapshot.id, count: COUNT },
    );
    return snapshot.id;
  }

  test('is listed in pages, and the first call of the viewer has the first of them only', async () => {
    const id = await stageMany();
    const visitor = world.as(null);
    const names: string[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const page: Reply<typeof listVersionFiles> = await visitor(listVersionFiles, {
        id,
        version: 1,
        cursor,
      });
      expect(page.files.length).toBeLessThanOrEqual(FILES_PAGE);
      names.push(...page.files.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(names).toEqual(Array.from({ length: COUNT }, (_, n) => nameOf(n)));
    const view = (await visitor(viewSnapshot, { id })).snapshot;
    expect([view.fileCount, view.files.map(({ name }) => name)]).toEqual([COUNT, names.slice(0, FILES_PAGE)]);
    expect(view.files[1]).toEqual({ name: nameOf(1), size: 1, type: 'text/html; charset=utf-8' });
    const own = (await owner()(getSnapshot, { id })).snapshot;
    expect([own.fileCount, own.files]).toEqual([COUNT, names.slice(0, FILES_PAGE).map((name) => ({ name }))]);
    expect(await visitor(listVersionFiles, { id, version: 1, cursor: COUNT })).toEqual({
      files: [],
      nextCursor: null,
    });
  });

  test('is compared in pages', async () => {
    const id = await stageMany();
    const pages = [0, 500, 1000].map((cursor) => owner()(compareVersions, { id, from: 1, to: 2, cursor }));
    const [first, second, third] = await Promise.all(pages);
    expect([first?.nextCursor, second?.nextCursor, third?.nextCursor]).toEqual([500, 1000, null]);
    const changed = [first, second, third].flatMap((each) => each?.files ?? []);
    expect(changed.map(({ path }) => path)).toEqual(Array.from({ length: 1100 }, (_, n) => nameOf(n)));
    expect(first?.unchanged).toBe(100);
    expect(changed[7]).toEqual({ path: nameOf(7), change: 'changed', before: 7, after: 7, isText: true });
  });

  test('is compared once for all clients, also when they ask together', async () => {
    const id = await stageMany();
    const statements: string[] = [];
    world.app.db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => world.as(null)(compareVersions, { id, from: 1, to: 2 })),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(statements.filter((sql) => sql.includes('jsonb_to_recordset'))).toHaveLength(1);
  });

  test.each([
    ['its files', (id: string) => `/api/snapshots/${id}/versions/1/files`],
    ['its comparison', (id: string) => `/api/snapshots/${id}/versions/1/compare/2`],
  ])('is not read again for who has %s, but access is checked', async (_what, pathOf) => {
    const id = await stageMany();
    const read = (etag?: string) =>
      world.fetch({ path: pathOf(id), headers: etag === undefined ? {} : { 'If-None-Match': etag } });
    const first = await read();
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const statements: string[] = [];
    world.app.db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    const again = await read(first.headers.etag);
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(statements.join('\n')).not.toContain('manifest');
    await owner()(updateSnapshot, { id, password: 'secret words' });
    expect((await read(first.headers.etag)).status).toBe(401);
  });
});

describe('reported pin results', () => {
  const pinOn = (snapshotId: string) => ({
    id: randomUUID(),
    snapshot_id: snapshotId,
    author_name: 'Ann',
    text: 'Here',
    version: 1,
    locator: '{}',
  });

  /** Creates open pinned threads on a snapshot. Returns their ids. */
  async function pinned(id: string, count: number, more: Record<string, unknown> = {}): Promise<string[]> {
    const rows = Array.from({ length: count }, () => ({ ...pinOn(id), ...more }));
    await world.app.db('comments').insert(rows);
    return rows.map((row) => row.id);
  }

  const findingsOf = (ids: string[], ...statuses: ('found' | 'doubtful' | 'lost' | 'elsewhere')[]) =>
    statuses.map((status, at) => ({
      commentId: ids[at] ?? '',
      status,
      confidence: 0.5,
      isRemoved: false,
    }));
  const sorted = (findings: { commentId: string }[]) =>
    findings.toSorted((a, b) => (a.commentId < b.commentId ? -1 : 1));
  const pinNoticesOf = async () =>
    (await owner()(listNotifications, {})).notifications.map(({ message }) => message);

  test('of visitors are hints, of which the first is kept, and never notify the owner', async () => {
    const { snapshot } = await staged();
    const { id } = snapshot;
    const pins = await pinned(id, 4);
    const report = (call: ReturnType<typeof owner>, ...statuses: Parameters<typeof findingsOf>[1][]) =>
      call(reportPins, { id, version: 1, findings: findingsOf(pins, ...statuses) });

    await report(stranger(), 'found', 'elsewhere');
    expect(await versionsAs(owner(), id)).toMatchObject([{ pins: { found: 1, doubtful: 0, lost: 0 } }]);
    const before = await pinNoticesOf();
    await report(world.as(null), 'lost', 'lost', 'doubtful');
    await report(stranger(), 'lost', 'lost', 'lost', 'lost');
    expect(await pinNoticesOf()).toEqual(before);
    expect(await versionsAs(owner(), id)).toMatchObject([
      { pins: { found: 1, doubtful: 1, lost: 2, elsewhere: 0 } },
    ]);
    const { pins: hints } = await owner()(readPins, { id, version: 1 });
    expect(hints.map(({ status }) => status)).toEqual(['elsewhere', 'elsewhere', 'elsewhere', 'elsewhere']);
  });

  test('of the owner replace hints, are final, and notify the owner once', async () => {
    const { snapshot } = await staged();
    const { id } = snapshot;
    const pins = await pinned(id, 3);
    const report = (call: ReturnType<typeof owner>, ...statuses: Parameters<typeof findingsOf>[1][]) =>
      call(reportPins, { id, version: 1, findings: findingsOf(pins, ...statuses) });
    const before = await pinNoticesOf();
    await report(stranger(), 'lost', 'lost', 'lost');
    await report(owner(), 'found', 'found', 'doubtful');
    await report(stranger(), 'lost', 'lost', 'lost');
    expect(await versionsAs(owner(), id)).toMatchObject([{ pins: { found: 2, doubtful: 1, lost: 0 } }]);
    expect(await pinNoticesOf()).toEqual(['1 of 3 pins doubtful on version 1.', ...before]);
    await report(owner(), 'lost', 'lost', 'lost');
    expect((await pinNoticesOf()).length).toBe(before.length + 1);
  });

  test('of elements that were removed are lost for installed programs, and named for those that know them', async () => {
    const { snapshot } = await staged();
    const { id } = snapshot;
    const pins = await pinned(id, 2);
    const [removed, lost] = findingsOf(pins, 'lost', 'lost');
    if (!removed || !lost) throw new Error('No pins');
    const findings = [{ ...removed, isRemoved: true }, lost];
    await owner()(reportPins, { id, version: 1, findings });
    expect(await versionsAs(owner(), id)).toMatchObject([{ pins: { lost: 2 }, removedPins: 1 }]);
    const { pins: results } = await owner()(readPins, { id, version: 1 });
    expect(sorted(results)).toEqual(sorted(findings));
    expect((await pinNoticesOf())[0]).toBe('1 of 2 pins lost, 1 removed on version 1.');
  });

  test('are replaced by a better result, never by a worse one', async () => {
    const { snapshot } = await staged();
    const { id } = snapshot;
    const pins = await pinned(id, 3);
    const report = (...statuses: Parameters<typeof findingsOf>[1][]) =>
      stranger()(reportPins, { id, version: 1, findings: findingsOf(pins, ...statuses) });
    const counts = async () => (await versionsAs(owner(), id))[0]?.pins;

    await report('lost', 'doubtful', 'found');
    await report('found', 'lost', 'doubtful');
    expect(await counts()).toMatchObject({ found: 2, doubtful: 1, lost: 0 });
    await report('lost', 'found');
    expect(await counts()).toMatchObject({ found: 3, doubtful: 0, lost: 0 });
    const [first = ''] = await pinned(id, 1);
    const twice = findingsOf([first, first], 'lost', 'found');
    await stranger()(reportPins, { id, version: 1, findings: twice });
    expect(await counts()).toMatchObject({ found: 4, lost: 0 });
  });

  test('make the next version a draft until they are verified', async () => {
    const { snapshot } = await staged();
    const { id } = snapshot;
    expect(await restage(id, page('two'), 'unless_pinned')).toMatchObject({ version: 2, draft: null });
    expect(await shownTo(stranger(), id)).toBe(2);

    const [first = ''] = await pinned(id, 2);
    expect(await restage(id, page('three'), 'unless_pinned')).toMatchObject({ draft: { openPins: 2 } });
    expect(await shownTo(stranger(), id)).toBe(2);
    await owner()(deleteComment, { id, commentId: first });
    expect(await restage(id, page('four'), 'unless_pinned')).toMatchObject({ draft: { openPins: 1 } });
    expect(await restage(id, page('five'))).toMatchObject({ version: 5, draft: null });
    expect(await shownTo(stranger(), id)).toBe(5);
  });

  test('do not delay a version where drafts cannot be opened', async () => {
    const inPath = await createWorld({ contentMode: 'path', logLevel: 'fatal' });
    const person = await inPath.build.user();
    const { snapshot } = await stage(inPath, person, page('one'));
    await inPath.app.db('comments').insert(pinOn(snapshot.id));
    const body = asZip(forgeZip([{ name: 'index.html', data: 'two' }]));
    const options = { snapshotId: snapshot.id, publish: 'unless_pinned' } as const;
    expect(await inPath.as(person)(uploadSnapshot, options, body)).toMatchObject({ version: 2, draft: null });
    await inPath.close();
  });

  test('of the owner on a draft are stored without a notification', async () => {
    const { snapshot } = await staged();
    const { id } = snapshot;
    const pins = await pinned(id, 2);
    await restage(id, page('two'), 'no');
    const before = await pinNoticesOf();
    await owner()(reportPins, { id, version: 2, findings: findingsOf(pins, 'lost', 'found') });
    const readOn = async (version: number) => (await owner()(readPins, { id, version })).pins;
    expect(sorted(await readOn(2))).toEqual(sorted(findingsOf(pins, 'lost', 'found')));
    expect((await readOn(1)).map(({ status }) => status)).toEqual(['elsewhere', 'elsewhere']);
    await expect(readOn(3)).rejects.toMatchObject({ status: 404 });
    await owner()(publishVersion, { id, version: 2 });
    await stranger()(reportPins, { id, version: 2, findings: findingsOf(pins, 'lost', 'found') });
    expect(await pinNoticesOf()).toEqual(before);
    expect((await versionsAs(owner(), id))[0]).toMatchObject({ pins: { found: 1, lost: 1 } });
    expect((await versionsAs(owner(), id))[1]).toMatchObject({ pins: null });
  });

  test('count only open, pinned, approved threads of this snapshot', async () => {
    const [{ snapshot }, other] = [await staged(), await staged()];
    const ids = [
      ...(await pinned(snapshot.id, 1, { resolved_at: new Date() })),
      ...(await pinned(snapshot.id, 1, { is_pending: true })),
      ...(await pinned(snapshot.id, 1, { locator: null })),
      ...(await pinned(other.snapshot.id, 1)),
      randomUUID(),
    ];
    const findings = findingsOf(ids, 'lost', 'lost', 'lost', 'lost', 'lost');
    const twice = [...findings, ...findings];
    expect(await stranger()(reportPins, { id: snapshot.id, version: 1, findings: twice })).toEqual({
      ok: true,
    });
    expect(await world.app.db('pin_findings').whereIn('comment_id', ids)).toEqual([]);
  });
});
