import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { ApiError } from '@stagelink/shared/client/call';
import { PLAN_LIMITS } from '@stagelink/shared/contracts/limits';
import { getSnapshot, viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { uploadSnapshot } from '@stagelink/shared/contracts/staging';
import { createToken } from '@stagelink/shared/contracts/tokens';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readVariant } from '../../platform/blobs/read.ts';
import { type ForgedEntry, forgeZip } from '../../testing/forgeZip.ts';
import { HOSTILE_ZIPS } from '../../testing/hostileZips.ts';
import { asForm, asZip, type Files, sha256Of, stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const site = (): Files => ({
  'index.html': `<h1>${randomUUID()}</h1>`,
  'assets/app.js': `run('${randomUUID()}')`,
});
const zipOf = (files: Files, more: Partial<ForgedEntry> = {}) =>
  forgeZip(Object.entries(files).map(([name, data]) => ({ name, data, deflate: true, ...more })));
const under = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));

const upload = (person: Person, stream: { type: string; body: Buffer }, about = {}) =>
  world.as(person)(uploadSnapshot, about, stream);

async function pathsOf(person: Person, id: string): Promise<string[]> {
  const { snapshot } = await world.as(person)(viewSnapshot, { id });
  return snapshot.files.map(({ name }) => name);
}

/** Lists what is stored for this owner. */
async function remains(person: Person, { app }: World = world): Promise<unknown[]> {
  const tables = ['snapshots', 'uploads', 'snapshot_blobs'];
  const rows = await Promise.all(tables.map((table) => app.db(table).where({ owner_id: person.id })));
  return rows.flat();
}

describe('staging in one request', () => {
  test.each([
    ['a zip', (files: Files) => asZip(zipOf(files))],
    ['a zip that was written as a stream', (files: Files) => asZip(zipOf(files, { descriptor: 'honest' }))],
    ['a zip of one folder', (files: Files) => asZip(zipOf(under('dist', files)))],
    ['a form of files', (files: Files) => asForm(files)],
    ['a form of one folder', (files: Files) => asForm(under('my site', files))],
    ['a form with a zip', (files: Files) => asForm({ 'site.zip': zipOf(files) })],
    [
      'a zip made by macOS',
      (files: Files) =>
        asZip(zipOf({ ...under('site', files), '__MACOSX/site/._index.html': 'x', 'site/.DS_Store': 'x' })),
    ],
    [
      'a zip made by tar',
      (files: Files) =>
        asZip(
          zipOf(Object.fromEntries(Object.entries(files).map(([path, content]) => [`./${path}`, content]))),
        ),
    ],
    [
      'a zip made by Windows PowerShell',
      (files: Files) =>
        asZip(
          zipOf(
            Object.fromEntries(
              Object.entries(files).map(([path, content]) => [path.replaceAll('/', '\\'), content]),
            ),
          ),
        ),
    ],
    [
      'a zip with secrets and history in it',
      (files: Files) => asZip(zipOf({ ...under('site', files), 'site/.env': 'x', 'site/.git/config': 'x' })),
    ],
    [
      'a form with secrets and history in it',
      (files: Files) => asForm({ ...files, '.env': 'x', '.git/config': 'x', 'keys/id_rsa': 'x' }),
    ],
  ])('%s publishes exactly its files', async (_what, body) => {
    const [ada, files] = [await world.build.user(), site()];
    const staged = await upload(ada, body(files), { name: 'By curl', password: 'secret' });
    expect(staged).toMatchObject({
      version: 1,
      password: 'secret',
      snapshot: { name: 'By curl', fileCount: 2 },
    });
    expect(await pathsOf(ada, staged.snapshot.id)).toEqual(Object.keys(files));
    for (const content of Object.values(files)) {
      expect(String(await readVariant(world.app, sha256Of(content), 'identity'))).toBe(content);
    }
  });

  test.each([
    ['at its root', (files: Files) => files],
    ['in one folder', (files: Files) => under('site', files)],
  ])('links of a zip, made with zip -y %s, are left out and named', async (_where, place) => {
    const [ada, files] = [await world.build.user(), site()];
    const links = Object.keys(place({ 'current.html': '' })).map((name) => ({
      name,
      data: 'index.html',
      central: { attributes: (0o120777 << 16) >>> 0 },
    }));
    const entries = Object.entries(place(files)).map(([name, data]) => ({ name, data }));
    const staged = await upload(ada, asZip(forgeZip([...links, ...entries])));
    expect((await pathsOf(ada, staged.snapshot.id)).sort()).toEqual(Object.keys(files).sort());
    expect(staged.leftOut).toEqual(['current.html']);
  });

  test('names and rules that not everything follows are staged, and named in the answer', async () => {
    const ada = await world.build.user();
    const files = {
      ...site(),
      'Split.html': 'a',
      'split.html': 'b',
      'a:b.html': 'c',
      'a\\b.html': 'd',
      'icon.png?v=1': 'e',
      'می\u200cشود.html': 'f',
      _redirects: '/old /about\n/x https://example.com/ 302\n',
      _headers: '/*\n  Set-Cookie: a=b\n',
    };
    for (const body of [asZip(zipOf(files)), asForm(files)]) {
      const staged = await upload(ada, body);
      expect((await pathsOf(ada, staged.snapshot.id)).sort()).toEqual(Object.keys(files).sort());
      expect(staged.warnings).toEqual([
        'The link shows these names, but some disks cannot save them: split.html, a:b.html, a\\b.html, …',
        'Ignored in _redirects: line 2 leads to another host.',
        'Ignored in _headers: line 2 sets Set-Cookie.',
      ]);
    }
    expect((await upload(ada, asForm(site()))).warnings).toEqual([]);
  });

  test('of a zipped project its output is staged, as of a folder', async () => {
    const [ada, files] = [await world.build.user(), site()];
    const project = {
      'package.json': '{}',
      'index.html': 'source',
      'src/main.ts': 'x',
      ...under('dist', files),
    };
    const staged = await upload(ada, asZip(zipOf(under('shop', project))));
    expect((await pathsOf(ada, staged.snapshot.id)).sort()).toEqual(Object.keys(files).sort());
  });

  test.each<[string, Files, RegExp]>([
    [
      'sources that were not built',
      { 'package.json': '{}', 'src/page.njk': 'x', 'README.md': '# Read' },
      /has not been built/,
    ],
    ['sources of MkDocs', { 'mkdocs.yml': 'x', 'docs/index.md': '# Docs' }, /has not been built/],
    ['nothing that opens', { 'data.csv': '1,2', 'notes.txt': 'x' }, /nothing in it that a link could open/],
  ])('%s: refused as a zip and as files, and nothing stays', async (_what, files, says) => {
    const ada = await world.build.user();
    for (const body of [asZip(zipOf(files)), asZip(zipOf(under('site', files))), asForm(files)]) {
      await expect(upload(ada, body)).rejects.toMatchObject({
        status: 422,
        message: expect.stringMatching(says) as string,
      });
    }
    expect(await remains(ada)).toEqual([]);
  });

  test('several builds in one zip are refused with their names', async () => {
    const ada = await world.build.user();
    const files = { 'package.json': '{}', 'apps/a/dist/index.html': 'a', 'apps/b/dist/index.html': 'b' };
    await expect(upload(ada, asZip(zipOf(files)))).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('apps/a/dist, apps/b/dist') as string,
    });
  });

  test('of several builds in one zip the named one is staged', async () => {
    const ada = await world.build.user();
    const files = { 'package.json': '{}', 'apps/a/dist/index.html': 'a', 'apps/b/dist/index.html': 'b' };
    for (const body of [asZip(zipOf(files)), asZip(zipOf(under('mono', files)))]) {
      const { snapshot } = await upload(ada, body, { output: 'apps/b/dist' });
      expect(await pathsOf(ada, snapshot.id)).toEqual(['index.html']);
    }
    for (const output of ['apps/c/dist', '../apps/b', 'apps/b/di']) {
      await expect(upload(ada, asZip(zipOf(files)), { output })).rejects.toMatchObject({
        status: 422,
        message: expect.stringMatching(/no files to stage/) as string,
      });
    }
  });

  test.each([
    ['a picture', 'mockup.png'],
    ['Markdown', 'notes.md'],
    ['a PDF', 'deck.pdf'],
    ['a video', 'clip.mp4'],
  ])('%s alone is staged', async (_what, name) => {
    const ada = await world.build.user();
    const { snapshot } = await upload(ada, asForm({ [name]: 'bytes' }));
    expect(await pathsOf(ada, snapshot.id)).toEqual([name]);
  });

  const HIDDEN: Files = {
    '.mcp.json': 'x',
    '.cursor/mcp.json': 'x',
    '.docker/config.json': 'x',
    'prod.env': 'x',
    'terraform.tfstate': 'x',
    'server.ppk': 'x',
    'db.sqlite': 'x',
    'tls.key': '-----BEGIN PRIVATE KEY-----',
  };

  test.each([
    ['zip', (files: Files) => asZip(zipOf(files))],
    ['zip of one folder', (files: Files) => asZip(zipOf(under('site', files)))],
    ['form', (files: Files) => asForm(files)],
  ])('of a %s, hidden files, keys and databases are left out and named', async (_what, body) => {
    const [ada, files] = [await world.build.user(), { ...site(), 'talk.key': 'PK' }];
    const staged = await upload(ada, body({ ...HIDDEN, ...files }));
    expect((await pathsOf(ada, staged.snapshot.id)).sort()).toEqual(Object.keys(files).sort());
    expect(staged.leftOut).toEqual([
      '.cursor/',
      '.docker/',
      '.mcp.json',
      'db.sqlite',
      'prod.env',
      'server.ppk',
      'terraform.tfstate',
      'tls.key',
    ]);
  });

  test.each([
    ['first', ['.stagelinkignore', '.data/a.json', 'drafts/a.html', 'index.html']],
    ['last', ['.data/a.json', 'drafts/a.html', 'index.html', '.stagelinkignore']],
  ])('an ignore file that arrives %s decides', async (_when, order) => {
    const ada = await world.build.user();
    const files: Files = {
      '.stagelinkignore': Buffer.from('\ufeff!.data\ndrafts/\n', 'utf16le'),
      '.data/a.json': 'x',
      'drafts/a.html': 'x',
      'index.html': 'x',
    };
    const entries = order.map((name) => ({ name: `site/${name}`, data: files[name] ?? '' }));
    const { snapshot, leftOut } = await upload(ada, asZip(forgeZip(entries)));
    expect((await pathsOf(ada, snapshot.id)).sort()).toEqual(['.data/a.json', 'index.html']);
    expect(leftOut).toEqual([]);
  });

  test('a hidden folder is left out, unless everything is in it', async () => {
    const ada = await world.build.user();
    const only = await upload(ada, asZip(zipOf({ '.output/index.html': 'x', '.output/a.css': 'x' })));
    expect((await pathsOf(ada, only.snapshot.id)).sort()).toEqual(['a.css', 'index.html']);
    const some = await upload(ada, asZip(zipOf({ '.output/a.html': 'x', 'index.html': 'x' })));
    expect(await pathsOf(ada, some.snapshot.id)).toEqual(['index.html']);
    expect(some.leftOut).toEqual(['.output/']);
  });

  test('the bytes of a hidden folder that comes first are not stored', async () => {
    const ada = await world.build.user();
    const secret = randomUUID();
    await upload(ada, asZip(zipOf({ '.cursor/mcp.json': secret, '.git/HEAD': secret, ...site() })));
    const known = await world.app.db('blobs').where({ sha256: Buffer.from(sha256Of(secret), 'hex') });
    expect(known).toEqual([]);
  });

  test('an ignore file that cannot be read publishes nothing', async () => {
    const ada = await world.build.user();
    const files = { ...site(), '.stagelinkignore': Buffer.from('drafts/', 'utf16le') };
    await expect(upload(ada, asForm(files))).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await remains(ada)).toEqual([]);
  });

  describe('with a secret key', () => {
    const token = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(2).slice(0, 36)}`;
    const withKey = () =>
      asZip(zipOf(under('site', { ...site(), 'config.js': `let a;\nlet b = "${token}"` })));
    const refusal = {
      status: 422,
      code: 'secret_found',
      message:
        'A secret key would be public: “config.js”, line 2 (github credential). Nothing was published.',
      secrets: [{ path: 'config.js', line: 2, what: 'github credential' }],
    };

    test('nothing is published, and the reply names file and line', async () => {
      const ada = await world.build.user();
      await expect(upload(ada, withKey())).rejects.toMatchObject(refusal);
      expect(await remains(ada)).toEqual([]);
    });

    test('a person allows it with a session or a token made by hand', async () => {
      const ada = await world.build.user();
      const allowed = await upload(ada, withKey(), { allowSecrets: 'true' });
      expect(await pathsOf(ada, allowed.snapshot.id)).toContain('config.js');
      const { token: secret } = await world.as(ada)(createToken, {
        description: 'By hand',
        scopes: ['snapshots:write'],
      });
      await upload({ ...ada, secret }, withKey(), { allowSecrets: 'true' });
    });

    test('a program’s token does not allow it', async () => {
      const ada = await world.build.user();
      const program = await world.build.token(ada);
      await expect(upload(program, withKey(), { allowSecrets: 'true' })).rejects.toMatchObject(refusal);
      expect(await remains(ada)).toEqual([]);
    });

    test('a file that is left out may hold one', async () => {
      const ada = await world.build.user();
      const files = { ...site(), '.env': token, '.stagelinkignore': 'notes/\n', 'notes/a.txt': token };
      const { snapshot } = await upload(ada, asForm(files));
      expect(snapshot.fileCount).toBe(2);
    });
  });

  test('archives in it are named, because they are not searched for keys', async () => {
    const ada = await world.build.user();
    const { notSearched } = await upload(ada, asZip(zipOf({ 'index.html': 'x', 'all.zip': 'x' })));
    expect(notSearched).toEqual(['all.zip']);
  });

  test('accepts all settings of a snapshot', async () => {
    const ada = await world.build.user();
    const about = {
      description: 'For the board',
      clientName: 'Acme',
      milestone: 'Beta',
      versionLabel: '2.1 beta',
    };
    const { snapshot } = await upload(ada, asZip(zipOf(site())), { ...about, tags: 'mobile, second round' });
    expect(snapshot).toMatchObject({ ...about, tags: ['mobile', 'second round'] });
    const offered = await stage(world, ada, site(), { ...about, tags: ['mobile'] });
    expect(offered.snapshot).toMatchObject({ ...about, tags: ['mobile'] });
    const tooLong = upload(ada, asZip(zipOf(site())), { tags: 'x'.repeat(41) });
    await expect(tooLong).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('generates a password by default', async () => {
    const ada = await world.build.user();
    expect((await upload(ada, asZip(zipOf(site())))).password).toMatch(/^\w{5}-\w{5}-\w{5}$/);
    expect((await upload(ada, asZip(zipOf(site())), { password: 'none' })).password).toBeNull();
  });

  test('restages to the same link, for its owner only', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    const { snapshot, url } = await stage(world, ada, site());
    const again = await upload(ada, asZip(zipOf({ 'only.html': 'x' })), { snapshotId: snapshot.id });
    expect(again).toMatchObject({ version: 2, url });
    expect(await pathsOf(ada, snapshot.id)).toEqual(['only.html']);
    await expect(upload(bob, asZip(zipOf(site())), { snapshotId: snapshot.id })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('can create a draft', async () => {
    const ada = await world.build.user();
    const { snapshot } = await stage(world, ada, site());
    const waiting = await upload(ada, asZip(zipOf({ 'only.html': 'x' })), {
      snapshotId: snapshot.id,
      publish: 'no',
    });
    expect(waiting).toMatchObject({ version: 2, snapshot: { version: 1 } });
    expect(await pathsOf(ada, snapshot.id)).toEqual(['index.html', 'assets/app.js']);
    await expect(upload(ada, asZip(zipOf(site())), { publish: 'no' })).rejects.toMatchObject({ status: 400 });
  });

  test('accepts a file larger than the memory for one', async () => {
    const ada = await world.build.user();
    const noise = Buffer.from(Array.from({ length: 3_000_000 }, (_byte, at) => (at * 2_654_435_761) >>> 13));
    for (const stream of [asZip(zipOf({ 'a.mp4': noise })), asForm({ 'a.mp4': noise })]) {
      expect((await upload(ada, stream)).snapshot.totalBytes).toBe(noise.length);
    }
  });

  test('accepts 2,000 small files in a form', async () => {
    const ada = await world.build.user();
    const files = Object.fromEntries(
      Array.from({ length: 2000 }, (_file, at) => [`f/${at % 7}/${at}.md`, `file ${at}`]),
    );
    expect((await upload(ada, asForm(files))).snapshot.fileCount).toBe(2000);
  });
});

describe('a rejected request leaves nothing:', () => {
  test.each(HOSTILE_ZIPS)('$what', async ({ zip, says }) => {
    const ada = await world.build.user();
    await expect(upload(ada, asZip(zip()))).rejects.toSatisfy(
      ({ status, message }: ApiError) =>
        [413, 422].includes(status) && (says.test(message) || /are larger than 100 MB/.test(message)),
    );
    expect(await remains(ada)).toEqual([]);
  });

  test.each([
    ['a path that climbs out', asForm({ '../x': 'x' }), 422, /“\.\.\/x” has a part named/],
    ['a file that is a folder, too', asForm({ 'a/x': '1', 'a/x/y': '2' }), 422, /both a file and a folder/],
    ['a file without a name', asForm({ '': 'x' }), 422, /is empty/],
    ['no files', asForm({}), 422, /./],
    ['an empty zip', asZip(forgeZip([])), 422, /It contains no files/],
    [
      'a zip of nothing but clutter',
      asZip(zipOf({ '__MACOSX/._x': 'x', '.DS_Store': 'x' })),
      422,
      /It contains no files/,
    ],
    [
      'a zip and another file',
      asForm({ 'site.zip': zipOf(site()), 'b.html': 'x' }),
      400,
      /either one zip or the files/,
    ],
    ['a form that is cut off', { ...asForm(site()), body: asForm(site()).body.subarray(0, 150) }, 422, /./],
    ['a form without a boundary', { type: 'multipart/form-data', body: Buffer.from('x') }, 415, /./],
    ['JSON', { type: 'application/json', body: Buffer.from('{}') }, 415, /Send a zip/],
    ['no type', { type: '', body: Buffer.from('x') }, 415, /Send a zip/],
  ])('%s', async (_what, stream, status, message) => {
    const ada = await world.build.user();
    await expect(upload(ada, stream)).rejects.toMatchObject({
      status,
      message: expect.stringMatching(message) as string,
    });
    expect(await remains(ada)).toEqual([]);
  });

  test('a form with a field', async () => {
    const ada = await world.build.user();
    const body = Buffer.from('--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nx\r\n--b--\r\n');
    await expect(upload(ada, { type: 'multipart/form-data; boundary=b', body })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await remains(ada)).toEqual([]);
  });

  test('10,001 files in a form', async () => {
    const ada = await world.build.user();
    const files = Object.fromEntries(Array.from({ length: 10_001 }, (_file, at) => [`${at}`, '']));
    await expect(upload(ada, asForm(files))).rejects.toMatchObject({ status: 413 });
    expect(await remains(ada)).toEqual([]);
  });

  test('more than the plan allows, announced or not, compressed or not', async () => {
    const planLimits = { ...PLAN_LIMITS, pro: { ...PLAN_LIMITS.pro, snapshotBytes: 1024 * 1024 } };
    const small = await worldForTest({ planLimits });
    const ada = await small.build.user();
    const noise = Buffer.from(Array.from({ length: 1_100_000 }, (_byte, at) => (at * 2_654_435_761) >>> 13));
    const bodies = [asZip(zipOf({ a: noise })), asForm({ a: noise }), asZip(Buffer.alloc(18_500_000))];
    for (const body of bodies) {
      await expect(small.as(ada)(uploadSnapshot, {}, body)).rejects.toMatchObject({
        status: 413,
        message: 'These files are larger than 1 MB, the maximum your plan allows for a snapshot.',
      });
    }
    expect(await remains(ada, small)).toEqual([]);
  });

  test('a rejected restage leaves the old version unchanged', async () => {
    const ada = await world.build.user();
    const { snapshot } = await stage(world, ada, site(), { password: 'old' });
    const broken = zipOf(site()).subarray(0, -1);
    await expect(
      upload(ada, asZip(broken), { snapshotId: snapshot.id, password: 'new' }),
    ).rejects.toMatchObject({ status: 422 });
    expect((await world.as(ada)(getSnapshot, { id: snapshot.id })).snapshot).toMatchObject(snapshot);
    expect(await world.app.db('uploads').where({ owner_id: ada.id, finalized_version: null })).toEqual([]);
  });

  test('a connection that is cut', async () => {
    const ada = await world.build.user();
    const zip = zipOf({ 'a.bin': Buffer.alloc(300_000, 1), ...site() });
    const request = httpRequest({
      host: '127.0.0.1',
      port: world.port,
      method: 'POST',
      path: '/api/snapshots/upload',
      headers: {
        Authorization: `Bearer ${ada.secret}`,
        'Content-Type': 'application/zip',
        'Content-Length': String(zip.length),
      },
    });
    request.on('error', () => undefined);
    request.write(zip.subarray(0, -30));
    await expect.poll(async () => (await remains(ada)).length).toBe(2);
    request.destroy();
    await expect.poll(() => remains(ada)).toEqual([]);
  });
});
