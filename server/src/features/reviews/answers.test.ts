import { listNotifications } from '@stagelink/shared/contracts/notifications';
import {
  cancelReview,
  closeReview,
  enterReview,
  listReviews,
  removeReviewer,
  requestReview,
  type Review,
  startReview,
  submitReview,
} from '@stagelink/shared/contracts/reviews';
import { getSnapshot, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { snapshotChannel } from '../../platform/live/events.ts';
import { commentsSeenBy, createComment } from '../../testing/comments.ts';
import { messagesDuring, messagesTo } from '../../testing/liveMessages.ts';
import { listen } from '../../testing/live.ts';
import { createMailWorld, type MailWorld } from '../../testing/mailWorld.ts';
import { type Browser, newBrowser, tokenIn } from '../../testing/reviewer.ts';
import { stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';

let world: MailWorld;
beforeAll(async () => {
  world = await createMailWorld();
});
afterAll(() => world.close());

const HOUR_MS = 3_600_000;
let ada: Person;
let id: string;
let review: Review;
let bea: Browser;
let cem: Browser;
let emails: string[];

/** Opens the link emailed to this address in a new browser. */
async function arrive(email: string): Promise<Browser> {
  const browser = newBrowser(world);
  await browser.call(enterReview, { token: tokenIn((await world.mailTo(email)).link) });
  return browser;
}

beforeEach(async () => {
  ada = await world.build.user({ name: 'Ada', isVerified: true });
  id = await world.build.snapshot(ada, { name: 'Checkout' });
  await world.as(ada)(updateSnapshot, { id, password: 'open sesame' });
  emails = ['bea', 'cem'].map((name) => `${name}-${id}@example.com`);
  const reviewers = emails.map((userEmail, at) => ({ userName: at === 0 ? 'Bea' : 'Cem', userEmail }));
  review = (await world.as(ada)(requestReview, { id, reviewers })).review;
  bea = await arrive(emails[0] ?? '');
  cem = await arrive(emails[1] ?? '');
});

const read = async ({ call }: Pick<Browser, 'call'>): Promise<Review | undefined> =>
  (await call(listReviews, { id })).reviews[0];
const owner = () => ({ call: world.as(ada) });
const APPROVED = { status: 'approved', feedback: 'Lovely' } as const;
const CHANGES = { status: 'changes_requested', feedback: 'The total is missing' } as const;
const submit = ({ call }: Pick<Browser, 'call'>, answer: object = APPROVED) =>
  call(submitReview, { id: review.id, ...APPROVED, ...answer });
const start = ({ call }: Pick<Browser, 'call'>) => call(startReview, { id: review.id });
const cancel = () => world.as(ada)(cancelReview, { id: review.id });
const notifications = async () => (await world.as(ada)(listNotifications, {})).notifications;

describe('the list', () => {
  test('shows addresses to the owner, who may cancel and not submit', async () => {
    expect(await read(owner())).toMatchObject({
      id: review.id,
      status: 'pending',
      can: { submit: false, cancel: true, close: false, removeReviewers: true },
      reviewers: [
        { userName: 'Bea', userEmail: emails[0], isYou: false, version: null, isStale: false, link: null },
        { userName: 'Cem', userEmail: emails[1] },
      ],
    });
  });

  test('shows no addresses to reviewers, who may submit and not cancel', async () => {
    expect(await read(bea)).toMatchObject({
      can: { submit: true, cancel: false },
      reviewers: [
        { userName: 'Bea', userEmail: null, isYou: true },
        { userName: 'Cem', userEmail: null, isYou: false },
      ],
    });
  });

  test('is not visible to others', async () => {
    await world.as(ada)(updateSnapshot, { id, password: null });
    const others = [newBrowser(world), { call: world.as(await world.build.user()) }];
    for (const other of others) await expect(read(other)).rejects.toMatchObject({ status: 404 });
  });

  test('has the newest first, and for a reviewer only those with them', async () => {
    await submit(bea);
    await submit(cem);
    const reviewers = [{ userName: 'Cem', userEmail: emails[1] ?? '' }];
    const newer = (await world.as(ada)(requestReview, { id, reviewers })).review;
    const idsOf = async (who: Pick<Browser, 'call'>) =>
      (await who.call(listReviews, { id })).reviews.map((one) => one.id);
    expect(await idsOf(owner())).toEqual([newer.id, review.id]);
    expect(await idsOf(cem)).toEqual([newer.id, review.id]);
    expect(await idsOf(bea)).toEqual([review.id]);
    expect((await read(cem))?.can.submit).toBe(true);
  });
});

test('the comments of a reviewer whose last decision requests changes are marked', async () => {
  await createComment(bea.call, id, 'By Bea');
  await createComment(cem.call, id, 'By Cem');
  const marked = async () =>
    (await commentsSeenBy(world.as(ada), id)).filter((one) => one.requestsChanges).map(({ text }) => text);
  expect(await marked()).toEqual([]);
  await submit(bea, CHANGES);
  await submit(cem);
  expect(await marked()).toEqual(['By Bea']);

  const reviewers = [{ userName: 'Bea', userEmail: emails[0] ?? '' }];
  review = (await world.as(ada)(requestReview, { id, reviewers })).review;
  expect(await marked()).toEqual(['By Bea']);
  await submit(bea);
  expect(await marked()).toEqual([]);
});

describe('starting a review', () => {
  test('is visible to all participants, and repeating it publishes nothing', async () => {
    const messages = await messagesDuring(world, async () => {
      expect((await start(bea)).review).toMatchObject({
        status: 'in_progress',
        reviewers: [{ status: 'reviewing' }, { status: 'pending' }],
      });
      await Promise.all([start(bea), start(bea)]);
    });
    expect(messages.filter(({ channel }) => channel === snapshotChannel(id))).toHaveLength(1);
  });

  test('does not happen by opening the link', async () => {
    expect((await read(bea))?.status).toBe('pending');
  });

  test('does not change a decision', async () => {
    await submit(bea);
    expect((await start(bea)).review.reviewers[0]?.status).toBe('approved');
  });
});

describe('a decision', () => {
  test('is stored with its version, notifies the owner, and updates all windows', async () => {
    const socket = listen(world, `?snapshotId=${id}`, { Cookie: bea.cookies.join('; ') });
    await socket.next();
    const received = await messagesTo(world, ada, () => submit(cem, CHANGES));
    expect(received).toEqual([
      { type: 'lists_changed', snapshotId: id },
      { type: 'lists_changed', part: 'notifications' },
    ]);
    expect((await socket.next()).type).toBe('lists_changed');

    expect(await read(owner())).toMatchObject({
      status: 'in_progress',
      reviewers: [{ status: 'pending' }, { ...CHANGES, version: 1, isStale: false }],
    });
    expect(await notifications()).toMatchObject([
      {
        title: 'Cem requested changes to “Checkout”',
        message: '“The total is missing”',
        actionUrl: `/s/${id}#panel=reviews`,
      },
    ]);
  });

  test('that is the last one completes the review, in the same email', async () => {
    await submit(bea);
    await submit(cem, CHANGES);
    expect(await read(owner())).toMatchObject({ status: 'completed', can: { cancel: false } });
    expect((await notifications())[0]).toMatchObject({
      title: 'Cem requested changes to “Checkout”',
      message: '“The total is missing” The review is completed: 1 of 2 approved it.',
    });
    await world.drainJobs();
    expect(world.mailbox.all.filter(({ to }) => to === ada.email)).toHaveLength(2);
  });

  test('completes it once when the last two come at the same moment', async () => {
    await Promise.all([submit(bea), submit(cem)]);
    const messages = (await notifications()).map(({ message }) => message);
    expect(messages.filter((message) => message.includes('completed'))).toHaveLength(1);
  });

  test('sent again, even simultaneously, is stored once; a different one is rejected', async () => {
    await Promise.all([submit(bea), submit(bea)]);
    await submit(bea);
    expect(await notifications()).toHaveLength(1);
    await expect(submit(bea, CHANGES)).rejects.toMatchObject({
      status: 409,
      message: 'You already responded to this review',
    });
    expect(await read(bea)).toMatchObject({ can: { submit: false }, reviewers: [APPROVED, {}] });
  });

  test('is stale once a newer version is published', async () => {
    await submit(bea);
    await world.app.db('versions').insert({
      snapshot_id: id,
      number: 2,
      manifest: '[]',
      file_count: 0,
      total_bytes: 0,
      source: '{"client":"api"}',
    });
    await world.app.db('snapshots').where({ id }).update({ version: 2 });
    await submit(cem, { version: 1 });
    expect((await read(owner()))?.reviewers).toMatchObject([
      { version: 1, isStale: true },
      { version: 1, isStale: true },
    ]);
  });

  test('may be about a newer version than the published one, but not about a draft', async () => {
    const version = {
      snapshot_id: id,
      manifest: '[]',
      file_count: 0,
      total_bytes: 0,
      source: '{"client":"api"}',
    };
    await world.app.db('versions').insert([
      { ...version, number: 2, published_at: new Date() },
      { ...version, number: 3, published_at: null },
    ]);
    await submit(bea, { version: 2 });
    await expect(submit(cem, { version: 3 })).rejects.toMatchObject({ field: 'version' });
  });

  test.each([
    ['without words', { feedback: '  ' }, 'Please provide feedback before submitting', 'feedback'],
    ['about a version that is not there', { version: 9 }, 'This version does not exist', 'version'],
  ])('%s is rejected', async (_case, answer, message, field) => {
    await expect(submit(bea, answer)).rejects.toMatchObject({ code: 'invalid_input', message, field });
    expect((await read(bea))?.status).toBe('pending');
  });

  test('cannot come from the owner or a stranger', async () => {
    await expect(submit(owner())).rejects.toMatchObject({ status: 403 });
    await expect(start(owner())).rejects.toMatchObject({ status: 403 });
    await expect(submit(newBrowser(world))).rejects.toMatchObject({ code: 'password_required' });
    await world.as(ada)(updateSnapshot, { id, password: null });
    await expect(submit(newBrowser(world))).rejects.toMatchObject({ status: 404 });
    expect((await read(owner()))?.status).toBe('pending');
  });

  test('after the deadline still counts', async () => {
    await world.app
      .db('reviews')
      .where({ id: review.id })
      .update({ deadline: new Date(Date.now() - HOUR_MS) });
    expect((await submit(bea)).review.status).toBe('overdue');
    expect((await submit(cem)).review.status).toBe('completed');
  });
});

describe('cancelling', () => {
  test('deletes the review, notifies the reviewers and ends their access', async () => {
    const socket = listen(world, `?snapshotId=${id}`, { Cookie: bea.cookies.join('; ') });
    await socket.next();
    await cancel();
    expect(await socket.closed).toBe(4003);
    await expect(read(bea)).rejects.toMatchObject({ code: 'password_required' });
    expect(await read(owner())).toBeUndefined();
    const mail = await world.mailTo(emails[0] ?? '');
    expect(mail.subject).toBe('The review of “Checkout” was cancelled');
    expect(mail.text).toContain('You do not need to do anything');
    await expect(cancel()).rejects.toMatchObject({ status: 404 });
  });

  test('allows a new request', async () => {
    await cancel();
    const reviewers = [{ userName: 'Cem', userEmail: emails[1] ?? '' }];
    await world.as(ada)(requestReview, { id, reviewers });
    expect((await read(owner()))?.reviewers).toHaveLength(1);
  });

  test('of a completed one is rejected', async () => {
    await submit(bea);
    await submit(cem);
    await expect(cancel()).rejects.toMatchObject({ status: 409 });
    expect((await read(owner()))?.status).toBe('completed');
  });

  test('is reserved for the owner', async () => {
    const bob = await world.build.user();
    await expect(world.as(bob)(cancelReview, { id: review.id })).rejects.toMatchObject({ status: 404 });
    expect((await read(owner()))?.status).toBe('pending');
  });

  test('and the last decision at the same moment: one of them happens', async () => {
    await submit(bea);
    const [cancelled, answered] = await Promise.allSettled([cancel(), submit(cem)]);
    expect([cancelled.status, answered.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await read(owner()))?.status).toBe(cancelled.status === 'fulfilled' ? undefined : 'completed');
  });
});

describe('closing', () => {
  const close = () => world.as(ada)(closeReview, { id: review.id });

  test('keeps the responses and marks the others as not responded', async () => {
    const socket = listen(world, `?snapshotId=${id}`, { Cookie: cem.cookies.join('; ') });
    await socket.next();
    await submit(bea);
    expect((await read(owner()))?.can.close).toBe(true);
    expect((await close()).review).toMatchObject({
      status: 'completed',
      can: { cancel: false, close: false },
      reviewers: [
        { userName: 'Bea', status: 'approved', feedback: 'Lovely', isRemoved: false },
        { userName: 'Cem', status: 'pending', isRemoved: true },
      ],
    });
    expect(await socket.closed).toBe(4003);
    await expect(read(cem)).rejects.toMatchObject({ code: 'password_required' });
    await expect(submit(cem)).rejects.toMatchObject({ code: 'password_required' });
    expect((await read(bea))?.status).toBe('completed');
    expect((await world.mailTo(emails[1] ?? '')).subject).toBe(
      'Your review of “Checkout” is no longer needed',
    );
    expect((await world.mailTo(emails[0] ?? '')).subject).not.toContain('no longer needed');
    const { snapshot } = await world.as(ada)(getSnapshot, { id });
    expect(snapshot.review).toMatchObject({ status: 'completed', checkedOffCount: 1, totalReviewers: 1 });
    await world.as(ada)(requestReview, { id, reviewers: [{ userName: 'Cem', userEmail: emails[1] ?? '' }] });
  });

  test('without a response, or once it is completed, is rejected', async () => {
    await expect(close()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('Cancel') });
    await submit(bea);
    await submit(cem);
    await expect(close()).rejects.toMatchObject({ status: 409 });
    expect((await read(owner()))?.reviewers.map(({ isRemoved }) => isRemoved)).toEqual([false, false]);
  });

  test('is reserved for the owner', async () => {
    await submit(bea);
    const bob = await world.build.user();
    await expect(world.as(bob)(closeReview, { id: review.id })).rejects.toMatchObject({ status: 404 });
    await expect(bea.call(closeReview, { id: review.id })).rejects.toMatchObject({ status: 401 });
    expect((await read(owner()))?.status).toBe('in_progress');
  });

  test('and the last decision at the same moment: it is stored or rejected, and the review is completed', async () => {
    await submit(bea);
    const [, answered] = await Promise.allSettled([close(), submit(cem)]);
    const [, ofCem] = (await read(owner()))?.reviewers ?? [];
    expect(ofCem).toMatchObject(
      answered.status === 'fulfilled'
        ? { status: 'approved', isRemoved: false }
        : { status: 'pending', isRemoved: true },
    );
  });
});

describe('removing a reviewer', () => {
  const userIdOf = (name: string) => review.reviewers.find(({ userName }) => userName === name)?.userId ?? '';
  const remove = (name: string) => world.as(ada)(removeReviewer, { id: review.id, userId: userIdOf(name) });

  test('ends their access after the review is completed, and keeps their response', async () => {
    await submit(bea);
    await submit(cem);
    const token = tokenIn((await world.mailTo(emails[0] ?? '')).link);
    expect((await remove('Bea')).review).toMatchObject({
      status: 'completed',
      reviewers: [
        { userName: 'Bea', status: 'approved', feedback: 'Lovely', isRemoved: true },
        { userName: 'Cem', isRemoved: false },
      ],
    });
    await expect(read(bea)).rejects.toMatchObject({ code: 'password_required' });
    await expect(newBrowser(world).call(enterReview, { token })).rejects.toMatchObject({ status: 410 });
    expect((await read(cem))?.status).toBe('completed');
  });

  test('ends their access through earlier reviews too, until they are invited again', async () => {
    await submit(bea);
    await submit(cem);
    const reviewers = [{ userName: 'Bea', userEmail: emails[0] ?? '' }];
    review = (await world.as(ada)(requestReview, { id, reviewers })).review;
    await submit(bea);
    await remove('Bea');
    await expect(read(bea)).rejects.toMatchObject({ code: 'password_required' });
    await world.as(ada)(requestReview, { id, reviewers });
    await expect(read(bea)).rejects.toMatchObject({ code: 'password_required' });
    expect((await read(await arrive(emails[0] ?? '')))?.status).toBe('pending');
  });

  test('who has not responded makes the review no longer wait for them', async () => {
    await submit(bea);
    expect((await remove('Cem')).review).toMatchObject({ status: 'completed' });
    expect((await world.mailTo(emails[1] ?? '')).subject).toBe(
      'Your review of “Checkout” is no longer needed',
    );
  });

  test('who is the only one is rejected', async () => {
    await remove('Bea');
    await expect(remove('Cem')).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Cancel'),
    });
    expect((await read(cem))?.reviewers.map(({ isRemoved }) => isRemoved)).toEqual([true, false]);
  });

  test('is reserved for the owner, within this review', async () => {
    const bob = await world.build.user();
    const wanted = { id: review.id, userId: userIdOf('Bea') };
    await expect(world.as(bob)(removeReviewer, wanted)).rejects.toMatchObject({ status: 404 });
    await expect(cem.call(removeReviewer, wanted)).rejects.toMatchObject({ status: 401 });
    await expect(world.as(ada)(removeReviewer, { ...wanted, userId: 'made-up' })).rejects.toMatchObject({
      status: 404,
    });
    expect((await read(bea))?.reviewers.every(({ isRemoved }) => !isRemoved)).toBe(true);
  });

  test('with an account ends the account’s access', async () => {
    const dan = await world.build.user({ isVerified: true });
    await cancel();
    const reviewers = [dan.email, emails[0] ?? ''].map((userEmail, at) => ({
      userName: `R${at}`,
      userEmail,
    }));
    review = (await world.as(ada)(requestReview, { id, reviewers })).review;
    const theirs = { call: world.as(dan) };
    expect((await read(theirs))?.can.submit).toBe(true);
    await remove('R0');
    await expect(read(theirs)).rejects.toMatchObject({ code: 'password_required' });
  });
});

describe('a new password', () => {
  test('ends personal links, and emails a new one to pending reviewers', async () => {
    await submit(bea);
    await world.as(ada)(updateSnapshot, { id, password: 'another one' });
    await expect(read(cem)).rejects.toMatchObject({ code: 'password_required' });
    const mail = await world.mailTo(emails[1] ?? '');
    expect(mail.subject).toBe('Your new link to “Checkout”');
    expect((await read(await arrive(emails[1] ?? '')))?.can.submit).toBe(true);
    expect((await world.mailTo(emails[0] ?? '')).subject).not.toContain('new link');

    await world.as(ada)(updateSnapshot, { id, name: 'Basket' });
    expect((await world.mailTo(emails[1] ?? '')).subject).toBe(mail.subject);
  });

  test('of a restage does the same', async () => {
    await stage(world, ada, { 'index.html': 'x' }, { snapshotId: id, password: 'third' });
    expect((await world.mailTo(emails[0] ?? '')).subject).toBe('Your new link to “Checkout”');
    expect((await read(await arrive(emails[0] ?? '')))?.can.submit).toBe(true);
  });

  test('emails one address a few times a day', async () => {
    for (let at = 0; at < 30; at += 1) await world.as(ada)(updateSnapshot, { id, password: `p${at}` });
    await world.drainJobs();
    const count = world.mailbox.all.filter(({ to }) => to === emails[0]).length;
    expect(count).toBeLessThanOrEqual(world.app.config.rateLimits.reviewToAddress.points);
    const [newest] = (await world.as(ada)(listReviews, { id })).reviews;
    expect(newest?.reviewers.every(({ isUndeliverable, link }) => isUndeliverable && link)).toBe(true);
  });
});
