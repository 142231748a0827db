import { type Call, createClient } from '@stagelink/shared/client/call';
import { deleteComment, postComment, updateComment } from '@stagelink/shared/contracts/comments';
import { addReaction, removeReaction } from '@stagelink/shared/contracts/reactions';
import { enterReview, requestReview, submitReview } from '@stagelink/shared/contracts/reviews';
import { ACTING_AS, VISITOR, viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asJson, createComment } from '../../testing/comments.ts';
import { pendingReviewToken } from '../../testing/reviewer.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let ada: Person;
let id: string;
let commentId: string;
let reviewId: string;
beforeEach(async () => {
  ada = await world.build.user({ name: 'Ada', isVerified: true });
  id = await world.build.snapshot(ada);
  commentId = (await createComment(world.as(ada), id, 'Larger')).id;
  const reviewers = [{ userName: 'Bea', userEmail: 'bea@example.com' }];
  reviewId = (await world.as(ada)(requestReview, { id, reviewers })).review.id;
});

/** A page that shows this caller, in a browser with these credentials. */
const pageOf = (shown: string | undefined, credentials: Record<string, string>): Call =>
  createClient(async ({ method, path, json, stream }) => {
    const type = stream?.type ?? 'application/json';
    const headers = {
      ...credentials,
      ...(shown !== undefined && { [ACTING_AS]: shown }),
      'Content-Type': type,
    };
    const body = (stream?.body as Buffer | undefined) ?? json;
    const answer = await world.fetch({ method, path, headers, ...(body !== undefined && { body }) });
    return { status: answer.status, text: answer.body.toString() };
  });

const signedIn = ({ secret }: Person) => ({ Authorization: `Bearer ${secret}` });
const anonymousUserId = 'a'.repeat(32);

/** Every change that needs no account. */
const changes: Record<string, (call: Call) => Promise<unknown>> = {
  'a comment': (call) => call(postComment, { id }, asJson({ text: 'Smaller', anonymousUserId })),
  'a reply': (call) =>
    call(postComment, { id }, asJson({ text: 'Why?', parentId: commentId, anonymousUserId })),
  'an edit': (call) => call(updateComment, { id, commentId, text: 'Smaller', anonymousUserId }),
  'a deletion': (call) => call(deleteComment, { id, commentId, anonymousUserId }),
  'a reaction': (call) => call(addReaction, { id, commentId, reaction: 'thumbs_up', anonymousUserId }),
  'a reaction taken back': (call) =>
    call(removeReaction, { id, commentId, reaction: 'thumbs_up', anonymousUserId }),
  'a decision': (call) => call(submitReview, { id: reviewId, status: 'approved', feedback: 'Good' }),
};

const stored = async () => ({
  comments: await world.app.db('comments').where({ snapshot_id: id }).select('text', 'edited_at'),
  reactions: await world.app.db('comment_reactions').where({ comment_id: commentId }),
  decisions: await world.app.db('reviewers').where({ review_id: reviewId }).pluck('status'),
});

describe.each(Object.entries(changes))('%s', (_, change) => {
  test.each([
    ['a page of an account whose session has ended', () => ada.id, () => ({}), 'You are signed out.'],
    [
      'a page of a visitor who has signed in',
      () => VISITOR,
      () => signedIn(ada),
      'You are signed in as Ada now.',
    ],
    [
      'a page of another account',
      () => crypto.randomUUID(),
      () => signedIn(ada),
      'You are signed in as Ada now.',
    ],
  ])('from %s is rejected, and nothing is written', async (_page, shown, credentials, message) => {
    const before = await stored();
    await expect(change(pageOf(shown(), credentials()))).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
      message: expect.stringContaining(message) as string,
    });
    expect(await stored()).toEqual(before);
  });
});

describe('the view names the caller that a page shows', () => {
  const idIn = async (call: Call) => (await call(viewSnapshot, { id })).snapshot.you.id ?? '';

  test('an account, also one that reviews', async () => {
    const bea = await world.build.user({ email: 'bea@example.com', isVerified: true });
    for (const person of [ada, bea]) {
      expect(await idIn(world.as(person))).toBe(person.id);
      const call = pageOf(person.id, signedIn(person));
      expect(await call(postComment, { id }, asJson({ text: 'Smaller' }))).toMatchObject({
        comment: { author: person.id },
      });
    }
  });

  test('a reviewer without an account, until the link ends', async () => {
    const token = await pendingReviewToken(world, reviewId);
    const body = JSON.stringify({ token });
    const headers = { 'Content-Type': 'application/json' };
    const { path } = enterReview;
    const entered = await world.fetch({ method: 'POST', path, headers, body });
    const cookie = { Cookie: entered.headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
    const shown = await idIn(pageOf(undefined, cookie));
    const say = (credentials: Record<string, string>) =>
      pageOf(shown, credentials)(postComment, { id }, asJson({ text: 'Smaller' }));
    expect(await say(cookie)).toMatchObject({ comment: { authorName: 'Bea', isReviewer: true } });
    await expect(say({})).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('a visitor', async () => {
    expect(await idIn(world.as(null))).toBe(VISITOR);
    const call = pageOf(VISITOR, {});
    expect(await call(postComment, { id }, asJson({ text: 'Hm', anonymousUserId }))).toMatchObject({
      comment: { isAnonymous: true },
    });
  });
});
