import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { deleteComment, postComment, updateComment } from '@stagelink/shared/contracts/comments';
import { enterReview } from '@stagelink/shared/contracts/reviews';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import type { Call } from '@stagelink/shared/client/call';
import {
  ATTACHMENTS_BYTES,
  COMMENT_BYTES,
  COMMENTS_PER_SNAPSHOT,
  RATE_LIMITS,
  VISITOR_ATTACHMENTS_BYTES,
  VISITOR_COMMENT_BYTES,
} from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personalLink } from '../reviews/link.ts';
import { asCommentForm, commentsSeenBy, createComment } from '../../testing/comments.ts';
import { locatorOf } from '../../testing/locators.ts';
import { newBrowser, tokenIn } from '../../testing/reviewer.ts';
import { sweep } from '../../platform/blobs/sweep.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

const MB = 1024 * 1024;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function revisionOf(id: string): Promise<number> {
  const row = (await world.app.db('snapshots').where({ id }).first('password_revision')) as {
    password_revision: number;
  };
  return row.password_revision;
}

/** Creates a review with this address and returns the reviewer's browser, opened with the personal link. */
async function reviewerOf(id: string, email: string) {
  const [review, reviewer] = [uuidv7(), uuidv7()];
  await world.app.db('reviews').insert({ id: review, snapshot_id: id });
  await world.app.db('reviewers').insert({ id: reviewer, review_id: review, email, name: 'Bea' });
  const browser = newBrowser(world);
  await browser.call(enterReview, {
    token: tokenIn(personalLink(world.app, { id, passwordRevision: await revisionOf(id) }, reviewer)),
  });
  return browser;
}

describe('a reviewer without an account', () => {
  test('comments under the name the owner gave them, even where visitors may not', async () => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    await world.as(ada)(updateSnapshot, { id, commentPolicy: 'members', password: 'open sesame' });
    const bea = await reviewerOf(id, 'bea@example.com');
    const posted = await createComment(bea.call, id, { text: 'fine', authorName: 'Cleo' });
    expect(posted).toMatchObject({
      author: null,
      authorName: 'Bea',
      isAnonymous: false,
      hasAccount: false,
      isReviewer: true,
      isPending: false,
      can: { edit: true, remove: true, resolve: false },
    });
    await bea.call(updateComment, { id, commentId: posted.id, text: 'better' });
    const commentId = posted.id;
    await expect(bea.call(updateComment, { id, commentId, state: 'resolved' })).rejects.toMatchObject({
      status: 403,
    });

    // Another reviewer has separate limits; the same address in another review does not.
    await world.app
      .db('reviews')
      .where({ snapshot_id: id })
      .update({ requested_at: new Date(0) });
    const other = await reviewerOf(id, 'cleo@example.com');
    await expect(other.call(deleteComment, { id, commentId })).rejects.toMatchObject({ status: 403 });
    const again = await reviewerOf(id, 'bea@example.com');
    expect((await commentsSeenBy(again.call, id))[0]).toMatchObject({ text: 'better', can: { edit: true } });
  });

  test('with an account of that address is both', async () => {
    const [ada, bea] = [await world.build.user(), await world.build.user({ name: 'Beatrice' })];
    const id = await world.build.snapshot(ada);
    await reviewerOf(id, bea.email);
    expect(await createComment(world.as(bea), id, 'x')).toMatchObject({ author: bea.id, isReviewer: false });
    await world.app.db('users').where({ id: bea.id }).update({ email_verified_at: new Date() });
    expect(await createComment(world.as(bea), id, 'x')).toMatchObject({
      author: bea.id,
      authorName: 'Beatrice',
      hasAccount: true,
      isReviewer: true,
    });
  });
});

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const TWO = { points: 2, seconds: 60 };

describe('too many comments', () => {
  test('by visitors on one snapshot stop visitors there only', async () => {
    const own = await worldForTest({ rateLimits: { ...RATE_LIMITS, visitorComments: TWO } });
    const ada = await own.build.user();
    const [flooded, quiet] = [await own.build.snapshot(ada), await own.build.snapshot(ada)];
    const visitor = newBrowser(own).call;
    for (const text of ['one', 'two']) await createComment(visitor, flooded, text);
    await expect(createComment(newBrowser(own).call, flooded, 'three')).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
    await createComment(visitor, quiet, 'elsewhere');
    await createComment(own.as(ada), flooded, 'mine');
    expect(await commentsSeenBy(own.as(ada), flooded)).toHaveLength(3);
  });

  test('from one address stop that address only', async () => {
    const own = await worldForTest({
      trustedProxies: 1,
      rateLimits: { ...RATE_LIMITS, visitorAddressComments: TWO },
    });
    const id = await own.build.snapshot(await own.build.user());
    const post = async (from: string, text: string, secret?: string) => {
      const { status } = await own.fetch({
        method: 'POST',
        path: `/api/snapshots/${id}/comments`,
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': from,
          ...(secret === undefined ? {} : { Authorization: `Bearer ${secret}` }),
        },
        body: JSON.stringify({ text }),
      });
      return status;
    };
    // A comment rejected for another reason does not count.
    for (let n = 0; n < 5; n += 1) expect(await post('203.0.113.7', '')).toBe(400);
    expect(await post('203.0.113.7', 'one')).toBe(201);
    expect(await post('203.0.113.7', 'two')).toBe(201);
    expect(await post('203.0.113.7', 'three')).toBe(429);
    // An unverified account, which is free to create, shares the visitor limit; a verified one does not.
    const [mallory, bob] = [await own.build.user(), await own.build.user({ isVerified: true })];
    expect(await post('203.0.113.7', 'three', mallory.secret)).toBe(429);
    expect(await post('203.0.113.7', 'three', bob.secret)).toBe(201);
    expect(await post('198.51.100.1', 'one')).toBe(201);
  });

  test('by one user stop that user', async () => {
    const own = await worldForTest({
      rateLimits: { ...RATE_LIMITS, comment: { ...TWO, addressPoints: 10 } },
    });
    const [ada, bob] = [await own.build.user(), await own.build.user()];
    const id = await own.build.snapshot(ada);
    for (const text of ['one', 'two']) await createComment(own.as(ada), id, text);
    await expect(createComment(own.as(ada), id, 'three')).rejects.toMatchObject({ code: 'rate_limited' });
    await createComment(own.as(bob), id, 'three');
  });

  test('with too many files in total are rejected', async () => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    const post = () =>
      world.as(ada)(postComment, { id }, asCommentForm({ text: 'x' }, [{ filename: 'a.txt', content: 'x' }]));
    const { comment } = await post();
    await world.app.db('attachments').where({ comment_id: comment.id }).update({ size: ATTACHMENTS_BYTES });
    await expect(post()).rejects.toMatchObject({ code: 'too_large', field: 'attachments' });
    await createComment(world.as(ada), id, 'without a file');
    expect(await commentsSeenBy(world.as(ada), id)).toHaveLength(2);
  });

  test('with files of visitors leave space for the owner’s', async () => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    const post = (call: Call) =>
      call(postComment, { id }, asCommentForm({ text: 'x' }, [{ filename: 'a.txt', content: 'x' }]));
    const visitor = newBrowser(world).call;
    const { comment } = await post(visitor);
    const size = VISITOR_ATTACHMENTS_BYTES;
    await world.app.db('attachments').where({ comment_id: comment.id }).update({ size });
    await expect(post(visitor)).rejects.toMatchObject({ code: 'too_large', field: 'attachments' });
    expect((await post(world.as(ada))).comment.attachments).toHaveLength(1);
  });

  /** Sends a comment with 2 kB of files from an address and deletes it. Returns the status of sending it. */
  async function attachAndDelete(own: World, id: string, from: string): Promise<number> {
    const { body, type } = asCommentForm({ text: 'x' }, [{ filename: 'a.txt', content: 'x'.repeat(2048) }]);
    const headers = { 'X-Forwarded-For': from };
    const posted = await own.fetch({
      method: 'POST',
      path: `/api/snapshots/${id}/comments`,
      headers: { ...headers, 'Content-Type': type },
      body,
    });
    if (posted.status !== 201) return posted.status;
    const { comment } = JSON.parse(posted.body.toString()) as { comment: { id: string } };
    const cookie = posted.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const deleted = await own.fetch({
      method: 'DELETE',
      path: `/api/snapshots/${id}/comments/${comment.id}`,
      headers: { ...headers, Cookie: cookie },
    });
    expect(deleted.status).toBe(200);
    return posted.status;
  }

  const inKilobytes = (points: number) => ({ points, seconds: 86_400 });

  test('with files that are attached and deleted again and again end at the address’s limit', async () => {
    const own = await worldForTest({
      trustedProxies: 1,
      rateLimits: { ...RATE_LIMITS, visitorKilobytes: inKilobytes(20) },
    });
    const ada = await own.build.user();
    const [id, other] = [await own.build.snapshot(ada), await own.build.snapshot(ada)];
    const statuses: number[] = [];
    for (let round = 0; round < 60; round += 1) {
      statuses.push(await attachAndDelete(own, round % 2 ? id : other, '203.0.113.7'));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.slice(10).every((status) => status === 429)).toBe(true);
    expect(await attachAndDelete(own, id, '198.51.100.1')).toBe(201);
  });

  /** Announces a form of so many bytes without sending it. Returns the status of the response. */
  async function announce(own: World, id: string, bytes: number): Promise<number | undefined> {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': bytes };
    const path = `/api/snapshots/${id}/comments`;
    const sending = request({ port: own.port, host: '127.0.0.1', method: 'POST', path, headers });
    sending.flushHeaders();
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    sending.destroy();
    return response.statusCode;
  }

  test('with more files than the limits leave are refused before these are sent', async () => {
    const own = await worldForTest({
      rateLimits: { ...RATE_LIMITS, visitorKilobytes: inKilobytes(40 * 1024) },
    });
    const ada = await own.build.user();
    const [id, full] = [await own.build.snapshot(ada), await own.build.snapshot(ada)];
    expect(await announce(own, id, 100 * MB)).toBe(429);

    const file = asCommentForm({ text: 'x' }, [{ filename: 'a.txt', content: 'x' }]);
    const { comment } = await own.as(ada)(postComment, { id: full }, file);
    await own.app.db('attachments').where({ comment_id: comment.id }).update({ size: ATTACHMENTS_BYTES });
    expect(await announce(own, full, 20 * MB)).toBe(413);
  });

  test('with files that are attached from many addresses end at the snapshot’s limit', async () => {
    const own = await worldForTest({
      trustedProxies: 1,
      rateLimits: { ...RATE_LIMITS, visitorKilobytesOfSnapshot: inKilobytes(6) },
    });
    const ada = await own.build.user();
    const [id, other] = [await own.build.snapshot(ada), await own.build.snapshot(ada)];
    const statuses: number[] = [];
    for (let at = 1; at <= 5; at += 1) statuses.push(await attachAndDelete(own, id, `203.0.113.${at}`));
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
    expect(await attachAndDelete(own, other, '203.0.113.5')).toBe(201);
    const files = asCommentForm({ text: 'x' }, [{ filename: 'a.txt', content: 'x' }]);
    expect((await own.as(ada)(postComment, { id }, files)).comment.attachments).toHaveLength(1);
  });

  test('with files of visitors leave no bytes behind the next sweep; those of accounts stay in the trash', async () => {
    const own = await worldForTest();
    const [ada, bob] = [await own.build.user(), await own.build.user({ isVerified: true })];
    const id = await own.build.snapshot(ada);
    const post = (call: Call, content: string) =>
      call(postComment, { id }, asCommentForm({ text: 'x' }, [{ filename: 'a.txt', content }]));
    const visitor = newBrowser(own).call;
    const { comment: theirs } = await post(visitor, 'of a visitor');
    const { comment: kept } = await post(visitor, 'of both');
    const { comment: mine } = await post(own.as(bob), 'of an account');
    const { comment: both } = await post(own.as(bob), 'of both');
    await visitor(deleteComment, { id, commentId: theirs.id });
    await visitor(deleteComment, { id, commentId: kept.id });
    for (const commentId of [mine.id, both.id]) await own.as(bob)(deleteComment, { id, commentId });
    await sweep(own.app, { graceMs: -60_000 });
    const stored: number[] = [];
    for await (const { bytes } of own.app.blobs.keys()) stored.push(bytes);
    // The second copy of what both attached is a pack of its own.
    const sizes = ['of an account', 'of both', 'of both'].map(({ length }) => length);
    expect(stored.toSorted((a, b) => a - b)).toEqual(sizes.toSorted((a, b) => a - b));
  });

  test('with a picture beyond the limit are stored without it', async () => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    const fields = { text: 'x', locator: JSON.stringify(locatorOf('#save')) };
    const crop = { field: 'crop', filename: 'crop.png', content: PNG };
    const post = () => world.as(ada)(postComment, { id }, asCommentForm(fields, [crop]));
    const { comment } = await post();
    expect(comment.crop).not.toBeNull();
    await world.app.db('attachments').where({ comment_id: comment.id }).update({ size: ATTACHMENTS_BYTES });
    expect((await post()).comment).toMatchObject({ text: 'x', crop: null, pinNumber: 2 });
  });

  test('with too many bytes in total are rejected, also by an edit, and visitors leave space for the owner', async () => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    const visitor = newBrowser(world).call;
    const full = { code: 'conflict', message: expect.stringContaining('reached their total size') as string };
    const theirs = await createComment(visitor, id, 'short');
    await world.app.db('comments').where({ id: theirs.id }).update({ bytes: VISITOR_COMMENT_BYTES });
    await expect(createComment(visitor, id, 'one more')).rejects.toMatchObject(full);
    const mine = await createComment(world.as(ada), id, 'mine');
    await world.app.db('comments').where({ id: theirs.id }).update({ bytes: COMMENT_BYTES });
    const longer = { id, commentId: mine.id, text: 'much longer than before' };
    await expect(world.as(ada)(updateComment, longer)).rejects.toMatchObject(full);
    expect((await commentsSeenBy(world.as(ada), id)).map(({ text }) => text)).toEqual(['mine', 'short']);
  });

  test('count text, locator and context as they are now', async () => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    const bytesOf = async (commentId: string) =>
      ((await world.app.db('comments').where({ id: commentId }).first('bytes')) as { bytes: number }).bytes;
    const pinned = await createComment(world.as(ada), id, { text: 'x', locator: locatorOf('#save') });
    expect(await bytesOf(pinned.id)).toBeGreaterThan(300);
    const plain = await createComment(world.as(ada), id, 'x');
    await world.as(ada)(updateComment, { id, commentId: plain.id, text: '漢漢' });
    expect(await bytesOf(plain.id)).toBe(6);
  });

  test('contain no control characters: JSON would need six bytes for each', async () => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    const { text } = await createComment(world.as(ada), id, 'a\u0001b\u001f\tc\nd');
    expect(text).toBe('ab\tc\nd');
    await expect(createComment(world.as(ada), id, '\u0001\u0002')).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  test('reading from one address is limited', async () => {
    const own = await worldForTest({ rateLimits: { ...RATE_LIMITS, commentList: TWO } });
    const id = await own.build.snapshot(await own.build.user());
    for (let n = 0; n < 2; n += 1) await commentsSeenBy(own.as(null), id);
    await expect(commentsSeenBy(own.as(null), id)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('fill a snapshot', async () => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    await world.app.jobDb.raw(
      `insert into comments (id, snapshot_id, author_name, text, version)
       select gen_random_uuid(), :id, 'x', 'x', 1 from generate_series(1, :most)`,
      { id, most: COMMENTS_PER_SNAPSHOT - 1 },
    );
    const last = await createComment(world.as(ada), id, 'the last');
    const full = { code: 'conflict', message: 'This snapshot has 5000 comments, which is the maximum.' };
    await expect(createComment(world.as(ada), id, 'one more')).rejects.toMatchObject(full);
    await world.as(ada)(deleteComment, { id, commentId: last.id });
    await createComment(world.as(ada), id, 'room again');
  });
});
