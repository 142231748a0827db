import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { type Comment, deleteComment, postComment } from '@stagelink/shared/contracts/comments';
import { ATTACHMENT_BYTES } from '@stagelink/shared/contracts/limits';
import { PICTURE_MAX } from '@stagelink/shared/preview/handshake';
import { deleteSnapshot, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweep } from '../../platform/blobs/sweep.ts';
import { COMMENT, receiveDraft } from '../comments/draft.ts';
import { asCommentForm, commentsSeenBy, type Part, createComment } from '../../testing/comments.ts';
import { createWorld, type RawAnswer, type World, worldForTest } from '../../testing/world.ts';
import { pageHeaders } from '../../hosting/webApp/headers.ts';
import { cleanName } from './receive.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const bytes = (latin1: string, more = 40) =>
  Buffer.concat([Buffer.from(latin1, 'latin1'), Buffer.alloc(more, 1)]);
/** Returns the start of an archive whose first entry has this name. */
function zipWith(name: string): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), Buffer.alloc(20)]);
}

const REAL: [filename: string, content: string | Buffer, mimeType: string][] = [
  ['a.png', bytes('\x89PNG\r\n\x1a\n'), 'image/png'],
  ['a.jpg', bytes('\xff\xd8\xff\xe0'), 'image/jpeg'],
  ['A.JPEG', bytes('\xff\xd8\xff\xdb'), 'image/jpeg'],
  ['a.gif', bytes('GIF89a'), 'image/gif'],
  ['a.webp', bytes('RIFF\x10\x00\x00\x00WEBPVP8 '), 'image/webp'],
  ['a.txt', 'grüße\n', 'text/plain'],
  ['empty.txt', '', 'text/plain'],
  ['a.md', '# title', 'text/markdown'],
  ['a.csv', 'a,b\n1,2', 'text/csv'],
  ['a.pdf', bytes('%PDF-1.7'), 'application/pdf'],
  ['a.doc', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'application/msword'],
  ['a.xls', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'application/vnd.ms-excel'],
  [
    'a.docx',
    zipWith('[Content_Types].xml'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  ['a.xlsx', zipWith('xl/workbook.xml'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['a.zip', zipWith('x'), 'application/zip'],
  ['a.rar', bytes('Rar!\x1a\x07\x01\x00'), 'application/vnd.rar'],
];

async function scene(on = world) {
  const ada = await on.build.user();
  const id = await on.build.snapshot(ada);
  const call = on.as(ada);
  const post = async (files: Part[], fields: Record<string, string> = {}): Promise<Comment> =>
    (await call(postComment, { id }, asCommentForm({ text: 'look', ...fields }, files))).comment;
  return { ada, id, call, post };
}

/** Requests a file's URL like a browser. */
function get(url: string, more: Record<string, string> = {}, on = world): Promise<RawAnswer> {
  const { host, pathname } = new URL(url);
  return on.fetch({ path: pathname, headers: { Host: host, ...more } });
}

async function objects({ app }: World): Promise<number> {
  let count = 0;
  for await (const _ of app.blobs.keys()) count += 1;
  return count;
}

describe('a file', () => {
  test.each(REAL)(
    '%s is stored byte by byte and served with its type',
    async (filename, content, mimeType) => {
      const { post } = await scene();
      const { attachments } = await post([{ filename, content }]);
      expect(attachments).toMatchObject([{ filename, mimeType, size: Buffer.byteLength(content) }]);
      const url = attachments[0]?.url ?? '';
      expect(new URL(url).host).toBe('files.localhost:4600');

      const { status, headers, body } = await get(url);
      expect(status).toBe(200);
      expect(body).toEqual(Buffer.from(content));
      const isText = mimeType.startsWith('text/');
      expect(headers).toMatchObject({
        'content-type': isText ? `${mimeType}; charset=utf-8` : mimeType,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-cache',
      });
      const kind = mimeType.startsWith('image/') ? 'inline' : 'attachment';
      expect(headers['content-disposition']).toBe(
        `${kind}; filename="${filename}"; filename*=UTF-8''${filename}`,
      );
      expect(headers['set-cookie']).toBeUndefined();
      expect((await get(url, { 'If-None-Match': headers.etag ?? '' })).status).toBe(304);
    },
  );

  test.each([
    ['a.png', '<svg onload=alert(1)>'],
    ['a.jpg', bytes('GIF89a')],
    ['a.gif', '<script>alert(1)</script>'],
    ['a.webp', bytes('RIFF....WAVE')],
    ['a.pdf', '<html>'],
    ['a.docx', zipWith('evil.exe')],
    ['a.xlsx', zipWith('word/document.xml')],
    ['a.doc', zipWith('word/document.xml')],
    ['a.zip', 'MZ'],
    ['a.rar', bytes('PK\x03\x04')],
    ['a.txt', Buffer.from([0x61, 0x00, 0x62])],
    ['a.md', Buffer.from([0xff, 0xfe, 0x61, 0x00])],
    ['a.csv', Buffer.concat([Buffer.alloc(2000, 'a'), Buffer.from([0xc3])])],
  ])('%s with other content is rejected, and nothing is stored', async (filename, content) => {
    const { id, call, post } = await scene();
    const before = await objects(world);
    await expect(
      post([
        { filename: 'fine.txt', content: 'fine' },
        { filename, content },
      ]),
    ).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
      field: 'attachments',
      message: `The content of ${filename} does not fit its name. Attach the original file, or rename it to its real type.`,
    });
    expect(await commentsSeenBy(call, id)).toEqual([]);
    expect(await objects(world)).toBe(before);
  });

  test.each([
    ['a.svg', '<svg/>'],
    ['a.html', '<p>'],
    ['a.exe', 'MZ'],
    ['a', 'x'],
    ['a.png.html', bytes('\x89PNG\r\n\x1a\n')],
    ['constructor', 'x'],
  ])('%s is of a type that is not supported', async (filename, content) => {
    const { id, call, post } = await scene();
    await expect(post([{ filename, content }])).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
      field: 'attachments',
      message: `${filename} has an unsupported file type. Supported types: png, jpg, jpeg, gif, webp, txt, md, csv, pdf, doc, docx, xls, xlsx, zip, rar`,
    });
    expect(await commentsSeenBy(call, id)).toEqual([]);
  });

  test('may have 10 MB and no byte more', async () => {
    const { post } = await scene();
    const largest = Buffer.alloc(ATTACHMENT_BYTES, 'a');
    expect((await post([{ filename: 'a.txt', content: largest }])).attachments[0]?.size).toBe(
      ATTACHMENT_BYTES,
    );
    await expect(
      post([{ filename: 'plan b.txt', content: Buffer.concat([largest, Buffer.from('a')]) }]),
    ).rejects.toMatchObject({ status: 413, message: 'plan b.txt is too large (max 10MB)' });
  });

  test('is one of at most ten, in their order', async () => {
    const { post } = await scene();
    const files = Array.from({ length: 11 }, (_, at) => ({ filename: `${at}.txt`, content: `${at % 3}` }));
    const { attachments } = await post(files.slice(0, 10));
    expect(attachments.map(({ filename }) => filename)).toEqual(
      files.slice(0, 10).map(({ filename }) => filename),
    );
    await expect(post(files)).rejects.toMatchObject({
      code: 'too_large',
      message: 'A comment can have at most 10 files',
    });
  });

  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\x\\a.txt', 'a.txt'],
    ['a\u202etxt.exe.txt', 'atxt.exe.txt'],
    [`${'é'.repeat(300)}.txt`, `${'é'.repeat(200)}.txt`],
    ['  a.txt  ', 'a.txt'],
    ['\ud800a.txt', 'a.txt'],
    ['a\u0000\r\nb.txt', 'ab.txt'],
  ])('named %j is shown as %j', (given, shown) => {
    expect(cleanName(given)).toBe(shown);
  });

  test('with unusual characters in its name has a single header', async () => {
    const { post } = await scene();
    const { attachments } = await post([{ filename: `ü (1)'*%.txt`, content: 'x' }]);
    const { headers } = await get(attachments[0]?.url ?? '');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="_ (1)'*_.txt"; filename*=UTF-8''%C3%BC%20%281%29%27%2a%25.txt`,
    );
  });
});

describe('the URL of a file', () => {
  const change = (url: string, from: RegExp, to: (found: string) => string) => url.replace(from, to);

  test('is valid until it expires', async () => {
    const { post } = await scene();
    const url = (await post([{ filename: 'a.txt', content: 'x' }])).attachments[0]?.url ?? '';
    const tampered = [
      change(url, /\d{13}/, (until) => String(Number(until) + 3_600_000)),
      change(url, /\d{13}/, () => '1700000000000'),
      change(url, /\.[\w-]{22}\//, (mac) =>
        mac.startsWith('.A') ? `.B${mac.slice(2)}` : `.A${mac.slice(2)}`,
      ),
      change(url, /[0-9a-f-]{36}/, () => crypto.randomUUID()),
      url.replace('.localhost', '.localhost') + '/../..',
      'http://files.localhost:4600/',
    ];
    const answers = await Promise.all(tampered.map((one) => get(one)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await get(url)).status).toBe(200);
    // This host serves nothing else, and no other host serves the file.
    expect(
      (await world.fetch({ path: '/api/auth/me', headers: { Host: 'files.localhost:4600' } })).status,
    ).toBe(404);
    expect(
      (await world.fetch({ path: new URL(url).pathname, headers: { Host: 'localhost:4600' } })).status,
    ).toBe(404);
    const written = await world.fetch({
      method: 'POST',
      path: new URL(url).pathname,
      headers: { Host: 'files.localhost:4600' },
    });
    expect(written.status).toBe(405);
  });

  test.each([
    ['its comment is deleted', (call, id, commentId) => call(deleteComment, { id, commentId })],
    ['its snapshot is deleted', (call, id) => call(deleteSnapshot, { id })],
    ['the password is another', (call, id) => call(updateSnapshot, { id, password: 'new one' })],
    [
      'the snapshot has expired',
      (_call, id) =>
        world.app
          .db('snapshots')
          .where({ id })
          .update({ expires_at: new Date(0) }),
    ],
    [
      'the owner is deactivated',
      (_call, id) =>
        world.app
          .db('users')
          .whereIn('id', world.app.db('snapshots').where({ id }).select('owner_id'))
          .update({
            deactivated_at: new Date(),
          }),
    ],
  ] satisfies [string, (call: ReturnType<World['as']>, id: string, commentId: string) => Promise<unknown>][])(
    'ends as soon as %s',
    async (_when, end) => {
      const { id, call, post } = await scene();
      const { id: commentId, attachments } = await post([{ filename: 'a.txt', content: 'x' }]);
      const url = attachments[0]?.url ?? '';
      expect((await get(url)).status).toBe(200);
      await end(call, id, commentId);
      expect((await get(url)).status).toBe(404);
    },
  );

  test('below the app’s own host is equally harmless', async () => {
    const inPath = await worldForTest({ contentMode: 'path' });
    const { post } = await scene(inPath);
    const { attachments } = await post([{ filename: 'a.png', content: bytes('\x89PNG\r\n\x1a\n') }]);
    const url = attachments[0]?.url ?? '';
    expect(url).toMatch(/^http:\/\/localhost:4600\/files\//);
    const { status, headers } = await get(url, {}, inPath);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(headers['content-disposition']).toMatch(/^inline/);
  });
});

describe('a crop', () => {
  test('is a picture by its bytes, whatever its name', async () => {
    const { post } = await scene();
    const content = bytes('\xff\xd8\xff\xe0');
    const posted = await post([{ field: 'crop', filename: 'evil.html', content }], { elementSelector: '#a' });
    expect(posted.attachments).toEqual([]);
    const { headers, body } = await get(posted.crop?.url ?? '');
    expect(headers['content-type']).toBe('image/jpeg');
    expect(body).toEqual(content);
  });

  test.each([
    ['no picture', [Buffer.from('<html>')], 400],
    ['an animation', [bytes('GIF89a')], 400],
    ['too large', [bytes('\xff\xd8\xff', PICTURE_MAX)], 413],
    ['two', [bytes('\xff\xd8\xff'), bytes('\xff\xd8\xff')], 413],
  ])('that is %s is rejected', async (_what, contents, status) => {
    const { id, call, post } = await scene();
    const files = contents.map((content) => ({ field: 'crop', filename: 'c', content }));
    await expect(post(files)).rejects.toMatchObject({ status, field: 'crop' });
    expect(await commentsSeenBy(call, id)).toEqual([]);
  });
});

describe('a form', () => {
  const locator = { elementSelector: '#a' };

  test('accepts everything that JSON can, in any order of fields and files', async () => {
    const { id, call } = await scene();
    const fields = {
      text: 'hello',
      elementSelector: '#save',
      elementX: '10.5',
      elementY: '-3',
      version: '1',
      context: JSON.stringify({
        route: '/a?b#c',
        title: 'T',
        viewport: { width: 390, height: 844 },
        browser: 'Chrome',
        elementName: 'Save, button',
        elementHtml: '<button>Save',
        page: null,
      }),
    };
    const form = asCommentForm(fields, [{ filename: 'a.txt', content: 'x' }]);
    const { comment } = await call(postComment, { id }, form);
    expect(comment).toMatchObject({
      pinnedElement: { selector: '#save', coordinates: { x: 10.5, y: -3 } },
      context: { route: '/a?b#c', elementName: 'Save, button' },
      attachments: [{ filename: 'a.txt' }],
    });
    const bare = asCommentForm({ text: 'no file' });
    expect((await call(postComment, { id }, bare)).comment.text).toBe('no file');
  });

  test.each([
    ['a field there is none of', { text: 'x', isOwner: 'true' }, 'isOwner'],
    ['a locator that is no JSON', { text: 'x', locator: '{' }, 'locator'],
    [
      'a locator that lacks its parts',
      { text: 'x', locator: JSON.stringify(locator) },
      'locator.elementCoordinates',
    ],
    ['a number that is none', { text: 'x', elementX: '"1"' }, 'elementX'],
    ['no text', { authorName: 'x' }, 'text'],
    ['a selector that is too long', { text: 'x', elementSelector: 'a'.repeat(1001) }, 'elementSelector'],
    ['a field as long as a file', { text: 'x'.repeat(300_000) }, 'text'],
  ])('with %s is rejected, and its files are not stored', async (_what, fields, field) => {
    const { id, call } = await scene();
    const before = await objects(world);
    const form = asCommentForm(fields as Record<string, string>, [{ filename: 'a.txt', content: 'x' }]);
    await expect(call(postComment, { id }, form)).rejects.toMatchObject({ status: 400, field });
    expect(await commentsSeenBy(call, id)).toEqual([]);
    expect(await objects(world)).toBe(before);
  });

  test('that ends midway leaves nothing', async () => {
    const { body, type } = asCommentForm({ text: 'half' }, [
      { filename: 'a.txt', content: 'whole' },
      { filename: 'b.txt', content: Buffer.alloc(100_000, 'b') },
    ]);
    const before = await objects(world);
    let written = 0;
    for (const cut of [10, 200, 400, 50_000, body.length - 30]) {
      const request = Object.assign(Readable.from([body.subarray(0, cut)]), {
        headers: { 'content-type': type },
        complete: false,
      }) as unknown as IncomingMessage;
      await expect(
        receiveDraft(world.app, request, COMMENT, async () => {
          written += 1;
          return Promise.resolve();
        }),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^(request_timeout|invalid_input)$/) as string });
    }
    expect(written).toBe(0);
    expect(await objects(world)).toBe(before);
  });

  test('sent again with its id changes nothing', async () => {
    const { id, call, post } = await scene();
    const sameId: Pick<Input<typeof postComment>, 'id'> = { id: crypto.randomUUID() };
    const first = await post([{ filename: 'a.txt', content: 'x' }], sameId);
    expect(await post([{ filename: 'a.txt', content: 'x' }], sameId)).toEqual(first);
    expect(await commentsSeenBy(call, id)).toEqual([first]);
  });
});

test('the sweep keeps files as long as their comments exist', async () => {
  const own = await worldForTest();
  const { id, call, post } = await scene(own);
  const { id: commentId, attachments } = await post([{ filename: 'a.txt', content: 'kept' }]);
  const kept = await createComment(call, id, 'without');
  const later = new Date(Date.now() + 3 * 3_600_000);
  await sweep(own.app, { now: later });
  expect((await get(attachments[0]?.url ?? '', {}, own)).body.toString()).toBe('kept');
  await call(deleteComment, { id, commentId });
  await sweep(own.app, { now: later, trashMs: 0 });
  expect(await objects(own)).toBe(0);
  expect(await commentsSeenBy(call, id)).toMatchObject([{ id: kept.id }]);
});

test('the app’s pages may show pictures of the files’ host, and of no other', () => {
  const policyOf = (config: World['app']['config']) =>
    pageHeaders(config, { path: '/', isListed: false, isFrameable: true }).join('\n');
  expect(policyOf(world.app.config)).toContain("; img-src 'self' data: blob: http://files.localhost:4600; ");
  expect(policyOf({ ...world.app.config, contentMode: 'path' })).toContain("; img-src 'self' data: blob:; ");
});
