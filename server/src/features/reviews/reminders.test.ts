import { cancelReview, requestReview, type Review } from '@stagelink/shared/contracts/reviews';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createMailWorld, type MailWorld } from '../../testing/mailWorld.ts';
import type { Person } from '../../testing/builders.ts';
import { remindReviewers } from './reminders.ts';

let world: MailWorld;
beforeAll(async () => {
  world = await createMailWorld();
});
afterAll(() => world.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

let ada: Person;
let id: string;
let email: string;
let review: Review;

async function request(hours: number | null): Promise<void> {
  review = (
    await world.as(ada)(requestReview, {
      id,
      reviewers: [{ userName: 'Bea', userEmail: email }],
      deadline: hours === null ? null : inHours(hours).toISOString(),
      notes: 'The header',
    })
  ).review;
}

beforeEach(async () => {
  await world.app.db('reviews').delete();
  ada = await world.build.user({ name: 'Ada', isVerified: true });
  id = await world.build.snapshot(ada, { name: 'Checkout', daysLeft: 5 });
  email = `bea-${id}@example.com`;
});

describe('a reminder', () => {
  test('comes once, 24 hours before the deadline, with the same link', async () => {
    await request(48);
    const { link } = await world.mailTo(email);
    expect(await remindReviewers(world.app, inHours(23.9))).toBe(0);
    expect(await remindReviewers(world.app, inHours(24.1))).toBe(1);
    const mail = await world.mailTo(email);
    expect(mail.subject).toBe('Reminder: your review of “Checkout”');
    expect(mail.link).toBe(link);
    expect(mail.text).toContain('The header');
    expect(await remindReviewers(world.app, inHours(30))).toBe(0);
  });

  test('comes once, however many servers run at the same moment', async () => {
    await request(48);
    const looks = await Promise.all(Array.from({ length: 4 }, () => remindReviewers(world.app, inHours(25))));
    expect(looks.reduce((sum, reminded) => sum + reminded, 0)).toBe(1);
  });

  test('comes to the others when one cannot be queued', async () => {
    const reviewers = ['first', 'second'].map((name) => ({
      userName: name,
      userEmail: `${name}-${id}@example.com`,
    }));
    await world.as(ada)(requestReview, { id, reviewers, deadline: inHours(48).toISOString(), notes: '' });
    const enqueue = vi.spyOn(world.app.jobs, 'enqueue').mockRejectedValueOnce(new Error('no queue'));
    onTestFinished(() => enqueue.mockRestore());
    const quiet = { ...world.app, log: createLog('silent') };
    await expect(remindReviewers(quiet, inHours(25))).rejects.toThrow('failed');
    expect(await world.app.db('reviewers').whereNotNull('reminded_at')).toHaveLength(1);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['has answered', () => world.app.db('reviewers').where({ email }).update({ status: 'approved' })],
    ['is no longer asked', () => world.as(ada)(cancelReview, { id: review.id })],
    [
      'would find an expired link',
      () =>
        world.app
          .db('snapshots')
          .where({ id })
          .update({ expires_at: inHours(-1) }),
    ],
    [
      'would find a deactivated owner',
      () =>
        world.app
          .db('users')
          .where({ id: ada.id })
          .update({ deactivated_at: inHours(-1) }),
    ],
  ])('never comes to a reviewer who %s', async (_case, change) => {
    await request(48);
    await change();
    expect(await remindReviewers(world.app, inHours(25))).toBe(0);
  });

  test('does not come when the deadline was near from the beginning, has passed, or is missing', async () => {
    await request(20);
    expect(await remindReviewers(world.app, inHours(1))).toBe(0);
    await world.as(ada)(cancelReview, { id: review.id });
    await request(48);
    expect(await remindReviewers(world.app, inHours(49))).toBe(0);
    await world.as(ada)(cancelReview, { id: review.id });
    await request(null);
    expect(await remindReviewers(world.app, inHours(25))).toBe(0);
  });

  test('comes to a reviewer who has started, and as a notification if they have an account', async () => {
    const bea = await world.build.user({ email, isVerified: true });
    await request(48);
    await world.app.db('reviewers').where({ email }).update({ status: 'reviewing' });
    expect(await remindReviewers(world.app, inHours(25))).toBe(1);
    const titles = await world.app.db('notifications').where({ user_id: bea.id }).pluck('title');
    expect(titles).toContain('Ada is waiting for your review');
    await world.drainJobs();
    expect(world.mailbox.all.filter(({ to }) => to === email)).toHaveLength(2);
  });
});
