import { deleteComment, postComment, updateComment } from '@stagelink/shared/contracts/comments';
import { enterReview } from '@stagelink/shared/contracts/reviews';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { ATTACHMENTS_BYTES, COMMENTS_PER_SNAPSHOT, RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personalLink } from '../reviews/link.ts';
import { asCommentForm, heardBy, say } from '../testing/comments.ts';
import { newBrowser, tokenIn } from '../testing/reviewer.ts';
import { createWorld, type World, worldForTest } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** A review of the snapshot that names this address; the reviewer's browser, by their personal link. */
async function reviewerOf(id: string, email: string) {
  const [review, reviewer] = [uuidv7(), uuidv7()];
  await world.app.db('reviews').insert({ id: review, snapshot_id: id });
  await world.app.db('reviewers').insert({ id: reviewer, review_id: review, email, name: 'Bea' });
  const browser = newBrowser(world);
  await browser.call(enterReview, { token: tokenIn(personalLink(world.app, id, reviewer)) });
  return browser;
}

describe('a reviewer without an account', () => {
  test('comments under the name the owner gave them, where visitors may not', async () => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    await world.as(ada)(updateSnapshot, { id, commentPolicy: 'members', password: 'open sesame' });
    const bea = await reviewerOf(id, 'bea@example.com');
    const posted = await say(bea.call, id, { text: 'fine', authorName: 'Somebody else' });
    expect(posted).toMatchObject({
      author: null,
      authorName: 'Bea',
      isAnonymous: false,
      isReviewer: true,
      isHeld: false,
      can: { edit: true, remove: true, resolve: false },
    });
    await bea.call(updateComment, { id, commentId: posted.id, text: 'better' });
    const commentId = posted.id;
    await expect(bea.call(updateComment, { id, commentId, state: 'resolved' })).rejects.toMatchObject({
      status: 403,
    });

    // Another reviewer is another person; the same one, named again, is the same.
    await world.app
      .db('reviews')
      .where({ snapshot_id: id })
      .update({ requested_at: new Date(0) });
    const other = await reviewerOf(id, 'cleo@example.com');
    await expect(other.call(deleteComment, { id, commentId })).rejects.toMatchObject({ status: 403 });
    const again = await reviewerOf(id, 'bea@example.com');
    expect((await heardBy(again.call, id))[0]).toMatchObject({ text: 'better', can: { edit: true } });
  });

  test('with an account of that address is both', async () => {
    const [ada, bea] = [await world.build.user(), await world.build.user({ name: 'Beatrice' })];
    const id = await world.build.snapshot(ada);
    await reviewerOf(id, bea.email);
    expect(await say(world.as(bea), id, 'x')).toMatchObject({ author: bea.id, isReviewer: false });
    await world.app.db('users').where({ id: bea.id }).update({ email_verified_at: new Date() });
    expect(await say(world.as(bea), id, 'x')).toMatchObject({
      author: bea.id,
      authorName: 'Beatrice',
      isReviewer: true,
    });
  });
});

const TWO = { points: 2, seconds: 60 };

describe('too many comments', () => {
  test('of visitors on one snapshot keep out visitors there, and nobody else', async () => {
    const own = await worldForTest({ rateLimits: { ...RATE_LIMITS, visitorComments: TWO } });
    const ada = await own.build.user();
    const [flooded, quiet] = [await own.build.snapshot(ada), await own.build.snapshot(ada)];
    const visitor = newBrowser(own).call;
    for (const text of ['one', 'two']) await say(visitor, flooded, text);
    await expect(say(newBrowser(own).call, flooded, 'three')).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
    await say(visitor, quiet, 'elsewhere');
    await say(own.as(ada), flooded, 'mine');
    expect(await heardBy(own.as(ada), flooded)).toHaveLength(3);
  });

  test('of one caller keep out that caller', async () => {
    const own = await worldForTest({ rateLimits: { ...RATE_LIMITS, comment: TWO } });
    const [ada, bob] = [await own.build.user(), await own.build.user()];
    const id = await own.build.snapshot(ada);
    for (const text of ['one', 'two']) await say(own.as(ada), id, text);
    await expect(say(own.as(ada), id, 'three')).rejects.toMatchObject({ code: 'rate_limited' });
    await say(own.as(bob), id, 'three');
  });

  test('with too many files together are refused', async () => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    const post = () =>
      world.as(ada)(postComment, { id }, asCommentForm({ text: 'x' }, [{ filename: 'a.txt', content: 'x' }]));
    const { comment } = await post();
    await world.app.db('attachments').where({ comment_id: comment.id }).update({ size: ATTACHMENTS_BYTES });
    await expect(post()).rejects.toMatchObject({ code: 'too_large', field: 'attachments' });
    await say(world.as(ada), id, 'without a file');
    expect(await heardBy(world.as(ada), id)).toHaveLength(2);
  });

  test('fill a snapshot', async () => {
    const ada = await world.build.user();
    const id = await world.build.snapshot(ada);
    await world.app.db.raw(
      `insert into comments (id, snapshot_id, author_name, text, version)
       select gen_random_uuid(), :id, 'x', 'x', 1 from generate_series(1, :most)`,
      { id, most: COMMENTS_PER_SNAPSHOT - 1 },
    );
    const last = await say(world.as(ada), id, 'the last');
    const full = { code: 'conflict', message: 'This snapshot has 5000 comments, the most there can be.' };
    await expect(say(world.as(ada), id, 'one more')).rejects.toMatchObject(full);
    await world.as(ada)(deleteComment, { id, commentId: last.id });
    await say(world.as(ada), id, 'room again');
  });
});
