import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { exportComments, postComment, updateComment } from '@stagelink/shared/contracts/comments';
import { addReaction } from '@stagelink/shared/contracts/reactions';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readZip } from '@stagelink/shared/staging/node/archive/readZip';
import { asCommentForm, commentsSeenBy, createComment } from '../../testing/comments.ts';
import { bearer } from '../../testing/live.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(64, 7)]);
const HOSTILE = `</p><script>alert(1)</script><img src=x onerror="alert(1)">`;

const get = (owner: Person, id: string, format: string) =>
  world.fetch({ path: `/api/snapshots/${id}/comments/export?format=${format}`, headers: bearer(owner) });

async function scene() {
  const ada = await world.build.user({ name: 'Ada' });
  const id = await world.build.snapshot(ada, { name: `Check <out> & "co"` });
  return { ada, id, call: world.as(ada) };
}

test('JSON contains every comment as the owner sees it, and the snapshot', async () => {
  const { ada, id, call } = await scene();
  const thread = await createComment(call, id, 'thread');
  await createComment(call, id, { text: 'reply', parentId: thread.id });
  await call(updateSnapshot, { id, commentPolicy: 'approval' });
  await createComment(world.as(null), id, 'held');
  const exported = await call(exportComments, { id });
  expect(exported.comments).toEqual(await commentsSeenBy(call, id));
  expect(exported.comments.map(({ text }) => text)).toEqual(['held', 'thread', 'reply']);
  expect(exported.snapshot).toEqual({ id, name: `Check <out> & "co"`, url: `http://localhost:4600/s/${id}` });
  const { headers } = await get(ada, id, 'json');
  expect(headers['content-disposition']).toBe(`attachment; filename="comments-${id}.json"`);
});

test('a snapshot without comments, or an expired one, can be exported', async () => {
  const ada = await world.build.user();
  const id = await world.build.snapshot(ada, { daysLeft: -1 });
  expect((await world.as(ada)(exportComments, { id })).comments).toEqual([]);
});

test('every format contains the reactions', async () => {
  const { ada, id, call } = await scene();
  const { id: commentId } = await createComment(call, id, 'thread');
  for (const reaction of ['heart', 'thumbs_up'] as const)
    await call(addReaction, { id, commentId, reaction });
  expect((await call(exportComments, { id })).comments[0]?.reactions).toMatchObject([
    { reaction: 'thumbs_up', count: 1 },
    { reaction: 'heart', count: 1 },
  ]);
  expect((await get(ada, id, 'csv')).body.toString()).toContain('"👍 1, ❤️ 1"');
  expect((await get(ada, id, 'html')).body.toString()).toContain('<p class="about">👍 1 · ❤️ 1</p>');
});

describe('CSV', () => {
  test('has one quoted row per comment, and nothing a spreadsheet would run', async () => {
    const { ada, id, call } = await scene();
    const bodies = ['=1+1', '  +cmd|x', '@sum', '-2', 'plain, "quoted"\nand more', '\u200b=A1'];
    for (const text of bodies) await createComment(call, id, text);
    const { headers, body } = await get(ada, id, 'csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const text = body.toString();
    expect(text.startsWith('\ufeff"id","thread","pin","state","pending approval","author"')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    for (const defused of [`"'=1+1"`, `"'+cmd|x"`, `"'@sum"`, `"'-2"`]) expect(text).toContain(defused);
    expect(text).toContain(`"plain, ""quoted""\nand more"`);
    // Outside quotes there are only commas, line ends and numbers.
    expect(text.slice(1).replace(/"(?:[^"]|"")*"/g, '')).toMatch(/^[\d,\r\n]*$/);
  });

  test('defuses formulas in names and file names, too', async () => {
    const { ada, id } = await scene();
    await world.as(null)(
      postComment,
      { id },
      asCommentForm({ text: 'x', authorName: '=HYPERLINK("x")' }, [{ filename: '+a.txt', content: 'x' }]),
    );
    const { body } = await get(ada, id, 'csv');
    const csv = body.toString();
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv).toContain(`"'+a.txt"`);
  });
});

describe('the page to print', () => {
  test('contains its pictures, runs nothing and loads nothing', async () => {
    const { ada, id, call } = await scene();
    const { comment } = await call(
      postComment,
      { id },
      asCommentForm({ text: HOSTILE, elementSelector: '"><script>' }, [
        { field: 'crop', filename: 'x', content: JPEG },
        { filename: `<b>.txt`, content: 'x' },
      ]),
    );
    await createComment(world.as(null), id, {
      text: 'a reply',
      parentId: comment.id,
      authorName: HOSTILE.slice(0, 100),
    });
    await call(updateComment, { id, commentId: comment.id, state: 'resolved' });

    const { headers, body } = await get(ada, id, 'html');
    const page = body.toString();
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(
      /^sandbox; default-src 'none'; img-src data:; style-src 'sha256-[^']+'; /,
    );
    expect(page).toContain(
      `<img alt="Commented element" src="data:image/jpeg;base64,${JPEG.toString('base64')}">`,
    );
    expect(page).toContain('a reply');
    expect(page).toContain('resolved by Ada in version 1');
    expect(page.match(/<(script|img|b>)/g)).toEqual(['<b>', '<img']);
    expect(page).toContain('<title>Check &lt;out&gt; &amp; &quot;co&quot;: comments</title>');
  });

  test('keeps the direction of names and texts that are read from right to left', async () => {
    const { ada, id } = await scene();
    const text = 'צריך עוד מקום';
    await createComment(world.as(null), id, { text, elementSelector: 'כותרת', authorName: 'עידו' });
    const page = (await get(ada, id, 'html')).body.toString();
    expect(page).toContain('</b>\u2068עידו\u2069</h2>');
    expect(page).toContain(`<p class="text" dir="auto">${text}</p>`);
    expect(page).toContain(' · \u2068כותרת\u2069</p>');
  });

  test('marks pending comments', async () => {
    const { ada, id, call } = await scene();
    await call(updateSnapshot, { id, commentPolicy: 'approval' });
    await createComment(world.as(null), id, { id: randomUUID(), text: 'held' });
    expect((await get(ada, id, 'html')).body.toString()).toContain('(pending approval)');
  });
});

interface Archived {
  text: string;
  crop: { path: string } | null;
  attachments: { path: string }[];
}

describe('the zip', () => {
  test('contains the comments as JSON and CSV, and every file under a unique name', async () => {
    const { ada, id, call } = await scene();
    const files = [
      { field: 'crop', filename: 'x', content: JPEG },
      { filename: 'Änderungen: neu?.txt', content: 'two' },
      { filename: 'empty.txt', content: '' },
    ];
    const { comment } = await call(
      postComment,
      { id },
      asCommentForm({ text: 'thread', elementSelector: '#a' }, files),
    );
    await call(updateSnapshot, { id, commentPolicy: 'approval' });
    await createComment(world.as(null), id, 'held');

    const { headers, body } = await get(ada, id, 'zip');
    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toBe(`attachment; filename="comments-${id}.zip"`);
    const unpacked = new Map<string, Buffer>();
    const limits = { files: 10, entries: 10, bytes: 1e6, tooLarge: '', ratio: 100 };
    for await (const file of readZip(Readable.from([body]), limits))
      unpacked.set(file.path, Buffer.concat((await Readable.from(file.body).toArray()) as Buffer[]));
    const read = (name: string) => unpacked.get(name) ?? Buffer.from('missing');

    const exported = JSON.parse(read('comments.json').toString()) as { comments: Archived[] };
    expect(exported.comments.map(({ text }) => text)).toEqual(['held', 'thread']);
    const [held, thread] = exported.comments;
    expect(held).toMatchObject({ isPending: true, crop: null, attachments: [] });
    expect(read(thread?.crop?.path ?? '')).toEqual(JPEG);
    expect(thread?.crop?.path).toMatch(/\.jpg$/);
    expect(thread?.attachments.map((file) => file.path)).toEqual([
      `files/${comment.attachments[0]?.id}-Änderungen_ neu_.txt`,
      `files/${comment.attachments[1]?.id}-empty.txt`,
    ]);
    expect(thread?.attachments.map((file) => read(file.path).toString())).toEqual(['two', '']);
    expect(JSON.stringify(exported)).not.toContain('http://files');
    expect(read('comments.csv').toString()).toContain('"yes"');
  });
});

test('only the owner can export', async () => {
  const { id } = await scene();
  const bob = await world.build.user();
  for (const format of ['json', 'csv', 'html', 'zip']) {
    expect((await get(bob, id, format)).status).toBe(404);
    expect(
      (await world.fetch({ path: `/api/snapshots/${id}/comments/export?format=${format}` })).status,
    ).toBe(401);
  }
});
