import type { Input } from '@stagelink/shared/contracts/endpoint';
import { RATE_LIMITS, REVIEWERS_MAX } from '@stagelink/shared/contracts/limits';
import { listNotifications } from '@stagelink/shared/contracts/notifications';
import { enterReview, listReviews, requestReview } from '@stagelink/shared/contracts/reviews';
import { getSnapshot, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { stop } from '../replyEmails/optOuts.ts';
import { messagesTo } from '../../testing/liveMessages.ts';
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts';
import { createMailWorld } from '../../testing/mailWorld.ts';
import { newBrowser, tokenIn } from '../../testing/reviewer.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

let world: World;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
  const from = { name: 'Stagelink', email: 'mail@stagelink.example' };
  world = await createWorld({ mail: { url: mailbox.url, from } });
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const HOUR_MS = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const bea = { userName: 'Bea', userEmail: 'bea@example.com' };
const cem = { userName: 'Cem', userEmail: 'cem@example.com' };

let ada: Person;
let id: string;
beforeEach(async () => {
  ada = await world.build.user({ name: 'Ada Lovelace', isVerified: true });
  id = await world.build.snapshot(ada, { name: 'Checkout' });
});

type Wanted = Partial<Input<typeof requestReview>>;
const request = async (wanted: Wanted = {}) =>
  (await world.as(ada)(requestReview, { id, reviewers: [bea], ...wanted })).review;
const refused = (wanted: Wanted, refusal: object) => expect(request(wanted)).rejects.toMatchObject(refusal);
const progress = async () => (await world.as(ada)(getSnapshot, { id })).snapshot.review;
const answer = (email: string, status: 'approved' | 'changes_requested' = 'changes_requested') =>
  world.app
    .db('reviewers')
    .where({ email })
    .whereIn('review_id', world.app.db('reviews').where({ snapshot_id: id }).select('id'))
    .update({ status, reviewed_at: new Date() });

describe('requesting a review', () => {
  test('returns the reviewers, each with the same id in every review', async () => {
    const deadline = fromNow(HOUR_MS);
    const review = await request({ reviewers: [bea, cem], deadline, notes: ' The new header, please ' });
    expect(review).toMatchObject({
      status: 'pending',
      deadline,
      notes: 'The new header, please',
      reviewers: [
        { ...bea, status: 'pending', feedback: '', reviewedAt: null },
        { ...cem, status: 'pending' },
      ],
    });
    const [ofBea, ofCem] = review.reviewers.map(({ userId }) => userId);
    expect(ofBea).not.toBe(ofCem);
    expect(ofBea).not.toContain('bea');

    id = await world.build.snapshot(ada);
    const again = await request({ reviewers: [{ ...bea, userId: 'mine', userEmail: ' BEA@example.com ' }] });
    expect(again).toMatchObject({ reviewers: [{ userId: ofBea, userEmail: bea.userEmail }] });
  });

  test('is possible once at a time, also when it is requested twice at once', async () => {
    const requests = await Promise.allSettled([request(), request({ reviewers: [cem] })]);
    expect(requests.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await refused({}, { status: 409, message: 'A review of this snapshot was requested already' });
    expect((await progress()).totalReviewers).toBe(1);
  });

  test('is possible again once the last one is completed', async () => {
    const first = await request();
    await answer(bea.userEmail);
    const second = await request({ reviewers: [bea, cem] });
    expect(second.id).not.toBe(first.id);
    expect(await progress()).toEqual({
      isRequested: true,
      status: 'pending',
      checkedOffCount: 0,
      changesRequestedCount: 0,
      totalReviewers: 2,
    });
  });

  test('of an expired snapshot is rejected', async () => {
    id = await world.build.snapshot(ada, { daysLeft: -1 });
    await refused({}, { status: 409, message: 'Cannot request review on expired snapshot' });
    expect((await progress()).isRequested).toBe(false);
  });

  test('is reserved for its owner', async () => {
    const bob = await world.build.user();
    const requested = world.as(bob)(requestReview, { id, reviewers: [bea] });
    await expect(requested).rejects.toMatchObject({ status: 404 });
    expect((await progress()).isRequested).toBe(false);
  });

  test.each<[string, Wanted, string, string]>([
    ['no reviewers', { reviewers: [] }, 'Please add at least one reviewer', 'reviewers'],
    [
      'a reviewer without a name',
      { reviewers: [{ ...bea, userName: ' ' }] },
      'Please enter both name and email',
      'reviewers.0.userName',
    ],
    [
      'the same reviewer twice',
      { reviewers: [bea, cem, { userName: 'Beatrice', userEmail: 'Bea@Example.com' }] },
      'This reviewer is already added',
      'reviewers.2.userEmail',
    ],
    [
      'a deadline that has passed',
      { deadline: fromNow(-1000) },
      'The deadline must be in the future',
      'deadline',
    ],
  ])('with %s is rejected', async (_case, wanted, message, field) => {
    await refused(wanted, { code: 'invalid_input', message, field });
    expect((await progress()).isRequested).toBe(false);
  });

  test('from oneself is rejected', async () => {
    const reviewers = [bea, { userName: 'Me', userEmail: ada.email.toUpperCase() }];
    await refused(
      { reviewers },
      {
        code: 'invalid_input',
        message: 'You cannot review your own snapshot',
        field: 'reviewers.1.userEmail',
      },
    );
    expect((await progress()).isRequested).toBe(false);
  });

  test('from too many people is rejected', async () => {
    const reviewers = Array.from({ length: REVIEWERS_MAX + 1 }, (_, at) => ({
      userName: 'x',
      userEmail: `${at}@example.com`,
    }));
    await refused({ reviewers }, { code: 'invalid_input', field: 'reviewers' });
    expect((await progress()).isRequested).toBe(false);
  });

  test('notifies users who have verified a reviewer’s address', async () => {
    const [cal, dan] = [await world.build.user({ isVerified: true }), await world.build.user()];
    const reviewers = [cal, dan].map(({ email }) => ({ userName: 'Reviewer', userEmail: email }));
    await request({ reviewers });
    const listOf = async (person: Person) => (await world.as(person)(listNotifications, {})).notifications;
    expect(await listOf(cal)).toMatchObject([
      {
        title: 'Ada Lovelace asks for your review',
        message: 'Please review “Checkout”.',
        actionUrl: `/s/${id}#panel=reviews`,
      },
    ]);
    expect(await listOf(dan)).toEqual([]);
    await world.drainJobs();
    // Only the invitation was sent.
    expect(mailbox.all.filter(({ to }) => to === cal.email)).toHaveLength(1);
  });

  test('updates the owner’s other windows', async () => {
    expect(await messagesTo(world, ada, () => request())).toEqual([
      { type: 'lists_changed', snapshotId: id },
    ]);
  });

  test('does not deadlock with its reviewer’s own request to the owner', async () => {
    const people = [ada, await world.build.user({ isVerified: true })];
    const ask = async (of: Person, by: Person) => {
      const snapshot = await world.build.snapshot(by);
      const reviewers = [{ userName: 'You', userEmail: of.email }];
      await world.as(by)(requestReview, { id: snapshot, reviewers });
    };
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(people.map((by, at) => ask(people[1 - at] ?? ada, by)));
    }
    const notified = await world.app.db('notifications').whereIn(
      'user_id',
      people.map(({ id: userId }) => userId),
    );
    expect(notified).toHaveLength(20);
  });
});

describe('the email to a reviewer', () => {
  const eve = { userName: 'Eve', userEmail: 'eve@example.com' };
  const finn = { userName: 'Finn', userEmail: 'finn@example.com' };

  test('has the link, the notes and the deadline, and never the password', async () => {
    await world.as(ada)(updateSnapshot, { id, password: 'open-sesame-42' });
    await request({
      reviewers: [eve, finn],
      deadline: '2099-03-04T15:30:00.000Z',
      notes: 'The <b>new</b> header, please',
    });
    await world.drainJobs();
    for (const { userName, userEmail } of [eve, finn]) {
      const mail = await mailbox.next(userEmail);
      expect(mail.subject).toBe('Ada Lovelace asks you to review “Checkout”');
      expect(mail.link).toMatch(new RegExp(`^${world.app.config.appUrl}/s/${id}#review=[\\w.-]{40,}$`));
      for (const words of [
        `Hello ${userName},`,
        'Wednesday, March 4, 2099',
        '3:30',
        '(UTC)',
        ada.email,
        'No account or password needed.',
      ]) {
        expect(mail.text).toContain(words);
      }
      expect(mail.text).toContain('The <b>new</b> header, please');
      expect(mail.html).toContain('The &lt;b&gt;new&lt;/b&gt; header, please');
      expect(mail.text + mail.html).not.toContain('open-sesame-42');
    }
  });

  test('is not sent when the request is rejected', async () => {
    const dan = { userName: 'Dan', userEmail: 'dan@example.com' };
    await request({ reviewers: [dan] });
    await refused({ reviewers: [dan] }, { code: 'conflict' });
    await world.drainJobs();
    expect(mailbox.all.filter(({ to }) => to === dan.userEmail)).toHaveLength(1);
  });
});

describe('email to strangers', () => {
  test('is not sent for an owner without a verified address', async () => {
    ada = await world.build.user();
    id = await world.build.snapshot(ada);
    await refused(
      {},
      { status: 403, code: 'email_unverified', message: expect.stringContaining('settings') },
    );
    expect((await progress()).isRequested).toBe(false);
  });

  test('needs no verification without a mail server: the owner passes the links on', async () => {
    const quiet = await worldForTest();
    const demo = await quiet.build.user();
    const snapshot = await quiet.build.snapshot(demo);
    const { review } = await quiet.as(demo)(requestReview, { id: snapshot, reviewers: [bea] });
    const link = review.reviewers[0]?.link ?? '';
    const browser = newBrowser(quiet);
    expect(await browser.call(enterReview, { token: tokenIn(link) })).toMatchObject({ reviewerName: 'Bea' });
    expect((await browser.call(listReviews, { id: snapshot })).reviews[0]?.reviewers[0]?.link).toBeNull();
  });

  test('goes to one address a few times a day, from any owner', async () => {
    const strict = await worldForTest({
      mail: { url: mailbox.url, from: { name: 'Stagelink', email: 'mail@stagelink.example' } },
      rateLimits: { ...world.app.config.rateLimits, reviewToAddress: { points: 2, seconds: 86_400 } },
    });
    const gus = { userName: 'Gus', userEmail: 'gus@example.com' };
    const ask = async () => {
      const owner = await strict.build.user({ isVerified: true });
      const snapshot = await strict.build.snapshot(owner);
      await strict.as(owner)(requestReview, { id: snapshot, reviewers: [cem, gus] });
    };
    await strict.app.rateLimits.consume('reviewToAddress', gus.userEmail);
    await ask();
    await expect(ask()).rejects.toMatchObject({
      status: 429,
      field: 'reviewers.1.userEmail',
      message: 'gus@example.com was asked for too many reviews today. Try again tomorrow.',
    });
    await strict.drainJobs();
    expect(mailbox.all.filter(({ to }) => to === gus.userEmail)).toHaveLength(1);
    // The refused request took nothing of the first reviewer's limit.
    expect(await strict.app.rateLimits.used('reviewToAddress', cem.userEmail)).toBe(1);
  });

  const strangersOf = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      userName: `R${at}`,
      userEmail: `${prefix}${at}@example.com`,
    }));

  test('goes to 30 of them a day on Free, however many requests, and to 200 on Pro', async () => {
    const paid = await createMailWorld({ isSelfHosted: false });
    onTestFinished(() => paid.close());
    const owner = await paid.build.user({ isVerified: true });
    const ask = async (prefix: string, count: number) => {
      const snapshot = await paid.build.snapshot(owner);
      return paid.as(owner)(requestReview, { id: snapshot, reviewers: strangersOf(prefix, count) });
    };
    await ask('a', 20);
    await expect(ask('b', 11)).rejects.toMatchObject({
      status: 429,
      field: 'reviewers',
      message: expect.stringMatching(/^You can email 30 people a day .* Upgrade at /) as string,
    });
    // The refused request took nothing, so that ten more are possible.
    await ask('b', 10);
    for (let at = 0; at < 20; at += 1) await expect(ask(`c${at}-`, 1)).rejects.toMatchObject({ status: 429 });
    await paid.drainJobs();
    expect(paid.mailbox.all).toHaveLength(30);
    await paid.app.db('users').where({ id: owner.id }).update({ plan: 'pro', subscription_status: 'active' });
    await ask('d', 20);
  });

  test('does not count people with an account, and those who answered this owner before', async () => {
    const strict = await createMailWorld({
      rateLimits: { ...RATE_LIMITS, strangersPro: { points: 1, seconds: 86_400 } },
    });
    onTestFinished(() => strict.close());
    const [owner, other, dan] = [
      await strict.build.user({ isVerified: true }),
      await strict.build.user({ isVerified: true }),
      await strict.build.user({ isVerified: true }),
    ];
    const ask = async (by: Person, ...emails: string[]) => {
      const reviewers = emails.map((userEmail) => ({ userName: 'R', userEmail }));
      return strict.as(by)(requestReview, { id: await strict.build.snapshot(by), reviewers });
    };
    await ask(owner, dan.email, bea.userEmail);
    await expect(ask(owner, cem.userEmail)).rejects.toMatchObject({ status: 429 });
    await strict.app
      .db('reviewers')
      .where({ email: bea.userEmail })
      .update({ status: 'approved', reviewed_at: new Date() });
    await ask(owner, bea.userEmail);
    // She is still a stranger to another owner.
    await ask(other, bea.userEmail);
    await expect(ask(other, cem.userEmail)).rejects.toMatchObject({ status: 429 });
  });

  test('of a new password counts as well; beyond the limit the owner passes the link on', async () => {
    const strict = await createMailWorld({
      rateLimits: { ...RATE_LIMITS, strangersPro: { points: 3, seconds: 86_400 } },
    });
    onTestFinished(() => strict.close());
    const owner = await strict.build.user({ isVerified: true });
    const snapshot = await strict.build.snapshot(owner);
    await strict.as(owner)(requestReview, { id: snapshot, reviewers: [bea, cem] });
    await strict.as(owner)(updateSnapshot, { id: snapshot, password: 'another one' });
    await strict.drainJobs();
    expect(strict.mailbox.all).toHaveLength(3);
    const { reviews } = await strict.as(owner)(listReviews, { id: snapshot });
    const passedOn = reviews[0]?.reviewers.filter(({ isUndeliverable }) => isUndeliverable);
    expect(passedOn).toMatchObject([{ link: expect.stringContaining('#') as string }]);
  });
});

describe('the status of a review', () => {
  test('is null before it is requested', async () => {
    expect(await progress()).toEqual({
      isRequested: false,
      status: null,
      checkedOffCount: 0,
      changesRequestedCount: 0,
      totalReviewers: 0,
    });
  });

  test('is pending until all have responded', async () => {
    await request({ reviewers: [bea, cem] });
    expect(await progress()).toEqual({
      isRequested: true,
      status: 'pending',
      checkedOffCount: 0,
      changesRequestedCount: 0,
      totalReviewers: 2,
    });
    await world.app.db('reviewers').where({ email: cem.userEmail }).update({ status: 'reviewing' });
    await answer(bea.userEmail, 'approved');
    expect(await progress()).toMatchObject({
      status: 'pending',
      checkedOffCount: 1,
      changesRequestedCount: 0,
    });
    await answer(cem.userEmail, 'changes_requested');
    expect(await progress()).toMatchObject({
      status: 'completed',
      checkedOffCount: 2,
      changesRequestedCount: 1,
    });
  });

  test('is overdue when the deadline passes before that, and completed afterwards', async () => {
    await request({ reviewers: [bea, cem], deadline: fromNow(HOUR_MS) });
    expect(await progress()).toMatchObject({ status: 'pending' });
    await answer(bea.userEmail);
    await world.app
      .db('reviews')
      .where({ snapshot_id: id })
      .update({ deadline: new Date(Date.now() - 1000) });
    expect(await progress()).toMatchObject({ status: 'overdue', checkedOffCount: 1 });
    await answer(cem.userEmail);
    expect(await progress()).toMatchObject({ status: 'completed', checkedOffCount: 2 });
  });
});

describe('a reviewer whose address accepts no email', () => {
  const gus = { userName: 'Gus', userEmail: 'gone@example.com' };
  const listed = async () => (await world.as(ada)(listReviews, { id })).reviews[0]?.reviewers;

  test('is marked for the owner, who gets the link to pass on; others do not see it', async () => {
    mailbox.answer(gus.userEmail, 550, '5.1.1 No such user');
    await request({ reviewers: [gus, bea] });
    const events = await messagesTo(world, ada, () => world.drainJobs());
    expect(events.map(({ type }) => type)).toContain('lists_changed');
    const [refusedOne, other] = (await listed()) ?? [];
    expect(refusedOne).toMatchObject({ userName: 'Gus', isUndeliverable: true });
    expect(refusedOne?.link).toContain('#review=');
    expect(other).toMatchObject({ userName: 'Bea', link: null });
    expect(other).not.toHaveProperty('isUndeliverable');

    const browser = newBrowser(world);
    await browser.call(enterReview, { token: tokenIn(refusedOne?.link ?? '') });
    const { reviews } = await browser.call(listReviews, { id });
    expect(JSON.stringify(reviews)).not.toContain('isUndeliverable');
  });

  test('because of unsubscribing from all email is not invited', async () => {
    const email = 'stopped@example.com';
    await world.app.db.transaction((tx) => stop(world.app, tx, { email, snapshotId: id }, 'all'));
    const review = await request({ reviewers: [{ userName: 'Sam', userEmail: email }] });
    expect(review.reviewers).toMatchObject([{ isUndeliverable: true }]);
    await world.drainJobs();
    expect(mailbox.all.filter(({ to }) => to === email)).toEqual([]);
  });
});
