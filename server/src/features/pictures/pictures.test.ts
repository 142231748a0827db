import { putPicture, getPicture } from '@stagelink/shared/contracts/pictures';
import type { ApiError } from '@stagelink/shared/client/call';
import { getStorage } from '@stagelink/shared/contracts/accounts';
import { SNAPSHOT_PICTURE_BYTES } from '@stagelink/shared/contracts/limits';
import {
  deleteSnapshot,
  getSnapshot,
  listSnapshots,
  updateSnapshot,
  viewSnapshot,
} from '@stagelink/shared/contracts/snapshots';
import { createSnapshot } from '@stagelink/shared/contracts/staging';
import { requestReview } from '@stagelink/shared/contracts/reviews';
import { discardVersion, listVersions } from '@stagelink/shared/contracts/versions';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sweep } from '../../platform/blobs/sweep.ts';
import type { Person } from '../../testing/builders.ts';
import { chunk, forgeWebp, lossyFrame, riff } from '../../testing/forgeWebp.ts';
import { bearer, follow } from '../../testing/live.ts';
import { createMailWorld } from '../../testing/mailWorld.ts';
import { manifestOf, sha256Of } from '../../testing/stage.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const WEBP = 'image/webp';

async function scene(on = world) {
  const ada = await on.build.user();
  const id = await on.build.snapshot(ada);
  const put = (body = forgeWebp(), version = 1, type = WEBP) =>
    on.as(ada)(putPicture, { id, version }, { type, body });
  return { ada, id, call: on.as(ada), put };
}

/** Requests a picture's address like an image element of this person. */
const get = (path: string, person: Person | null, more: Record<string, string> = {}, on = world) =>
  on.fetch({ path, headers: { ...(person ? bearer(person) : {}), ...more } });

async function objects({ app }: World): Promise<number> {
  let count = 0;
  for await (const _ of app.blobs.keys()) count += 1;
  return count;
}

describe('the picture of a version', () => {
  test('is served byte by byte, can be cached for good and can neither run nor be embedded elsewhere', async () => {
    const { ada, put } = await scene();
    const bytes = forgeWebp({ bytes: 4000 });
    const { picture } = await put(bytes);
    const { status, headers, body } = await get(picture, ada);
    expect(status).toBe(200);
    expect(body).toEqual(bytes);
    expect(headers).toMatchObject({
      'content-type': WEBP,
      'content-length': '4000',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(headers.vary).toContain('Cookie');
    const again = await get(picture, ada, { 'If-None-Match': headers.etag ?? '' });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const unnamed = await get(picture.replace(/\?.*/, ''), ada);
    expect([unnamed.status, unnamed.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const former = await get(picture.replace(/hash=.*/, 'hash=0123456789abcdef'), ada);
    expect([former.status, former.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  });

  test('is named in lists, in the viewer and in the version history once there is one', async () => {
    const { id, call, put } = await scene();
    const shown = async () => [
      (await call(listSnapshots, {})).snapshots[0]?.picture,
      (await call(getSnapshot, { id })).snapshot.picture,
      (await call(viewSnapshot, { id })).snapshot.picture,
      (await call(listVersions, { id })).versions[0]?.picture,
    ];
    expect(await shown()).toEqual([null, null, null, null]);
    const { picture } = await put();
    expect(await shown()).toEqual([picture, picture, picture, picture]);
    const next = await put(forgeWebp({ seed: 2 }));
    expect(next.picture).not.toBe(picture);
    expect(await shown()).toEqual([next.picture, next.picture, next.picture, next.picture]);
  });

  test('refreshes its row in the lists of its owner when it arrives', async () => {
    const { ada, id, put } = await scene();
    const client = await follow(world, ada);
    await put();
    expect(await client.next()).toMatchObject({ type: 'lists_changed', snapshotId: id });
  });

  test('is shown to its owner after the snapshot has expired, and to no one else', async () => {
    const { ada, id, put } = await scene();
    const { picture } = await put();
    await world.app
      .db('snapshots')
      .where({ id })
      .update({ expires_at: new Date(0) });
    expect((await get(picture, ada)).status).toBe(200);
    expect((await get(picture, null)).status).toBe(410);
  });

  test('of a protected snapshot is served only to people who may open it', async () => {
    const { ada, id, call, put } = await scene();
    const { picture } = await put();
    expect((await get(picture, null)).status).toBe(200);
    await call(updateSnapshot, { id, password: 'open sesame' });
    const stranger = await world.build.user();
    expect((await get(picture, stranger)).status).toBe(401);
    expect((await get(picture, null)).status).toBe(401);
    expect((await get(picture, ada)).status).toBe(200);
    const gate = await world.fetch({
      method: 'POST',
      path: `/s/${id}/gate`,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ password: 'open sesame' }),
    });
    const cookie = String(gate.headers['set-cookie']).split(';')[0] ?? '';
    expect((await get(picture, null, { Cookie: cookie })).status).toBe(200);
  });

  test('of a draft is served to its owner only', async () => {
    const { ada, id, put } = await scene();
    await world.app.db.raw(
      `insert into versions (snapshot_id, number, manifest, file_count, total_bytes, source, published_at)
       select snapshot_id, 2, manifest, file_count, total_bytes, source, null from versions where snapshot_id = ?`,
      [id],
    );
    const { picture } = await put(forgeWebp(), 2);
    expect((await get(picture, ada)).status).toBe(200);
    expect((await get(picture, null)).status).toBe(404);
    await world.as(ada)(discardVersion, { id, version: 2 });
    expect((await get(picture, ada)).status).toBe(404);
  });
});

describe('a picture is rejected, and nothing is stored', () => {
  const small = { width: 1280, height: 799 };
  const png = Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(500, 'x'), 'latin1');
  const extended = Buffer.alloc(10);
  extended.writeUIntLE(1279, 4, 3);
  extended.writeUIntLE(799, 7, 3);

  test.each<[string, Buffer, number, RegExp]>([
    ['is empty', Buffer.alloc(0), 400, /still WebP image/],
    ['is a PNG', png, 400, /still WebP image/],
    ['is a page', Buffer.from('<script>alert(1)</script>'), 400, /still WebP image/],
    ['is a page behind a WebP header', Buffer.from('RIFF....WEBP<script>'), 400, /still WebP image/],
    ['has another size', forgeWebp(small), 400, /1280 × 800 pixels; this one has 1280 × 799/],
    ['is 16,383 pixels wide', forgeWebp({ width: 16_383, height: 16_383 }), 400, /16383 × 16383/],
    ['is animated', forgeWebp({ canvas: { width: 1280, height: 800, isAnimated: true } }), 400, /still/],
    [
      'states a wrong size',
      riff(chunk('VP8X', extended), chunk('VP8 ', lossyFrame(9999, 9999, 300))),
      400,
      /still WebP image/,
    ],
    ['has 121 kB', forgeWebp({ bytes: 121 * 1024 }), 413, /larger than 122880 bytes/],
    ['has one byte too many', forgeWebp({ bytes: SNAPSHOT_PICTURE_BYTES + 2 }), 413, /larger than/],
  ])('when it %s', async (_what, body, status, message) => {
    const { id, call, put } = await scene();
    const before = await objects(world);
    await expect(put(body)).rejects.toMatchObject({ status, message: expect.stringMatching(message) });
    expect((await call(getSnapshot, { id })).snapshot.picture).toBeNull();
    expect(await objects(world)).toBe(before);
  });

  test('when its type is another', async () => {
    const { put } = await scene();
    await expect(put(forgeWebp(), 1, 'image/png')).rejects.toMatchObject({
      code: 'unsupported_media_type',
      message: 'A picture must be sent as image/webp.',
    });
  });

  test('when the snapshot is another’s', async () => {
    const { id } = await scene();
    const stranger = await world.build.user();
    const sent = world.as(stranger)(putPicture, { id, version: 1 }, { type: WEBP, body: forgeWebp() });
    await expect(sent).rejects.toMatchObject({ status: 404 });
  });

  test('when the version does not exist, or is deleted while its picture arrives', async () => {
    const { id, call, put } = await scene();
    const before = await objects(world);
    await expect(put(forgeWebp(), 7)).rejects.toMatchObject({ status: 404 });
    expect(await objects(world)).toBe(before);
    const [, sent] = await Promise.allSettled([call(deleteSnapshot, { id }), put()]);
    const status = sent.status === 'rejected' ? (sent.reason as ApiError).status : 200;
    expect([200, 404]).toContain(status);
    expect(await world.app.db('versions').where({ snapshot_id: id })).toEqual([]);
  });

  test('a picture of exactly 120 kB is accepted', async () => {
    const { put } = await scene();
    expect((await put(forgeWebp({ bytes: SNAPSHOT_PICTURE_BYTES }))).picture).toContain('/picture?hash=');
  });
});

describe('the bytes of a picture', () => {
  const later = { now: new Date(Date.now() + 3 * 3_600_000), trashMs: 0 };

  test('stay while the version has it, and go with the version or with a new picture', async () => {
    const own = await worldForTest();
    const { ada, id, call, put } = await scene(own);
    const first = await put(forgeWebp());
    await sweep(own.app, later);
    expect((await get(first.picture, ada, {}, own)).status).toBe(200);
    const { picture } = await put(forgeWebp({ seed: 2 }));
    await sweep(own.app, later);
    expect(await objects(own)).toBe(1);
    expect((await get(picture, ada, {}, own)).status).toBe(200);
    await call(deleteSnapshot, { id });
    await sweep(own.app, later);
    expect(await objects(own)).toBe(0);
  });

  test('that a server of the former release has swept leave the version without a picture', async () => {
    const { id, call, put } = await scene();
    await put();
    await world.app
      .db('blobs')
      .delete()
      .whereNotIn('sha256', world.app.db('snapshot_blobs').select('sha256'));
    expect((await call(getSnapshot, { id })).snapshot.picture).toBeNull();
  });

  test('do not count as staged files: a picture gives no right to stage its bytes by their hash', async () => {
    const { ada, put } = await scene();
    const bytes = forgeWebp({ seed: 9 });
    await put(bytes);
    expect(await world.as(ada)(getStorage, {})).toMatchObject({ usedBytes: 0 });
    const source = { client: 'cli' } as const;
    const offer = await world.as(ada)(createSnapshot, { source, files: manifestOf({ 'a.webp': bytes }) });
    expect(offer.missing).toEqual([sha256Of(bytes)]);
  });
});

test('a list of many snapshots with pictures takes as many queries as one of a few', async () => {
  const own = await worldForTest();
  const ada = await own.build.user();
  const queriesFor = async () => {
    const seen: string[] = [];
    const note = ({ sql }: { sql: string }) => seen.push(sql);
    own.app.db.on('query', note);
    const list = await own.as(ada)(listSnapshots, { limit: 200 });
    own.app.db.off('query', note);
    return { queries: seen.length, list };
  };
  const add = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const id = await own.build.snapshot(ada);
      await own.as(ada)(putPicture, { id, version: 1 }, { type: WEBP, body: forgeWebp({ seed: at % 5 }) });
    }
  };
  await add(1);
  const few = await queriesFor();
  await add(40);
  const many = await queriesFor();
  expect(many.list.snapshots).toHaveLength(41);
  expect(many.list.snapshots.every(({ picture }) => picture?.startsWith('/api/snapshots/'))).toBe(true);
  expect(many.queries).toBe(few.queries);
});

test('the typed client reads a picture without parsing it', async () => {
  const { id, call, put } = await scene();
  await put();
  await expect(call(getPicture, { id, version: 1 })).resolves.toBeUndefined();
});

describe('a review request', () => {
  test('shows the picture from an attachment, and nothing in its place without one', async () => {
    const own = await createMailWorld();
    onTestFinished(() => own.close());
    const ada = await own.build.user({ isVerified: true });
    const mailAbout = async (picture: Buffer | null) => {
      const id = await own.build.snapshot(ada, { name: 'Shop "<b>"' });
      if (picture) await own.as(ada)(putPicture, { id, version: 1 }, { type: WEBP, body: picture });
      const email = `${crypto.randomUUID()}@example.com`;
      await own.as(ada)(requestReview, { id, reviewers: [{ userName: 'Bea', userEmail: email }] });
      return own.mailTo(email);
    };
    const bytes = forgeWebp({ bytes: 3000 });
    const { mail, html } = await mailAbout(bytes);
    const [attached] = mail.attachments;
    expect(attached).toMatchObject({
      mimeType: WEBP,
      contentId: '<picture@stagelink>',
      disposition: 'inline',
    });
    expect(Buffer.from(attached?.content as ArrayBuffer)).toEqual(bytes);
    expect(html).toContain('src="cid:picture@stagelink" alt="First page of “Shop &quot;&lt;b&gt;&quot;”"');
    expect(html).not.toMatch(/<img[^>]+src="(?!cid:)/);

    const without = await mailAbout(null);
    expect(without.mail.attachments).toEqual([]);
    expect(without.html).not.toContain('<img');
  });

  test('is sent without the picture if that was deleted meanwhile', async () => {
    const own = await createMailWorld();
    onTestFinished(() => own.close());
    const ada = await own.build.user({ isVerified: true });
    const id = await own.build.snapshot(ada);
    await own.as(ada)(putPicture, { id, version: 1 }, { type: WEBP, body: forgeWebp() });
    await own.as(ada)(requestReview, { id, reviewers: [{ userName: 'Bea', userEmail: 'bea@example.com' }] });
    await own.app.db('blobs').delete();
    const { mail, html } = await own.mailTo('bea@example.com');
    expect(mail.attachments).toEqual([]);
    expect(html).not.toContain('picture');
  });
});

test('the QR code of a link is an image that cannot run anything, also where there is no snapshot', async () => {
  const { id } = await scene();
  const unknown = 'zzzzzzzzzzzzzzzzzzzz';
  const bodies: string[] = [];
  for (const each of [id, unknown]) {
    const { status, headers, body } = await get(`/api/snapshots/${each}/qr`, null);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    bodies.push(String(body));
  }
  expect(bodies[0]).toMatch(/^<svg /);
  expect(bodies[0]).not.toBe(bodies[1]);
});
