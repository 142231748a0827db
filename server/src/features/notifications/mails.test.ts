import { setTimeZone } from '@stagelink/shared/contracts/accounts';
import { setEmailPreferences } from '@stagelink/shared/contracts/notifications';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts';
import { stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';
import { sendDigests } from './digests.ts';
import { notify, notifyEmails, notifyAll } from './service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FROM = { name: 'Stagelink', email: 'mail@stagelink.example' };

let mailbox: Mailbox;
let world: World;
beforeAll(async () => {
  mailbox = await openMailbox();
  world = await createWorld({ mail: { url: mailbox.url, from: FROM } });
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

type Frequency = 'immediately' | 'hourly' | 'daily' | 'never';

/** Creates a user with this email setting. */
async function reader(frequency: Frequency, { verified = true, name = 'Ada' } = {}): Promise<Person> {
  const person = await world.build.user({ name });
  if (verified) {
    await world.app.db('users').where({ id: person.id }).update({ email_verified_at: new Date() });
  }
  await world.as(person)(setEmailPreferences, { emailFrequency: frequency });
  return person;
}

const notifyOf = (person: Person, title: string, snapshotId: string | null = null) =>
  world.app.db.transaction((tx) =>
    notify(world.app, tx, {
      userId: person.id,
      type: 'other',
      title,
      message: `${title} happened.`,
      actionUrl: snapshotId ? `/s/${snapshotId}` : null,
      snapshotId,
    }),
  );

/** Sends everything queued and returns this person's emails. */
async function mailsTo({ email }: Person) {
  await world.drainJobs();
  return mailbox.all.filter(({ to }) => to === email);
}

const digestsIn = (ms: number) => sendDigests(world.app, new Date(Date.now() + ms));

describe('a user with immediate email', () => {
  test('gets one email, with one-click unsubscribe', async () => {
    const ada = await reader('immediately');
    await notifyOf(ada, 'A <b>review</b>');
    const [mail, ...more] = await mailsTo(ada);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'A <b>review</b>', from: FROM.email });
    expect(mail?.text).toContain('A <b>review</b> happened.');
    expect(mail?.html).not.toContain('<b>');
    expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(mail?.header('List-Unsubscribe')).toMatch(
      /^<http:\/\/localhost:4600\/api\/notifications\/unsubscribe\/[\w.-]+>$/,
    );
    await digestsIn(2 * DAY_MS);
    expect(await mailsTo(ada)).toHaveLength(1);
  });

  test('gets nothing after a rollback', async () => {
    const ada = await reader('immediately');
    const undone = world.app.db.transaction(async (tx) => {
      const about = { type: 'other', title: 'x', message: 'y', actionUrl: null, snapshotId: null } as const;
      await notify(world.app, tx, { userId: ada.id, ...about });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await mailsTo(ada)).toEqual([]);
  });
});

test.each<[Frequency, boolean]>([
  ['never', true],
  ['immediately', false],
  ['hourly', false],
  ['daily', false],
])('no email with the setting “%s” and a verified address: %s', async (frequency, verified) => {
  const ada = await reader(frequency, { verified });
  await notifyOf(ada, 'quiet');
  await digestsIn(2 * DAY_MS);
  expect(await mailsTo(ada)).toEqual([]);
});

test('gets nothing if the account is deactivated', async () => {
  const ada = await reader('immediately');
  const bob = await reader('hourly');
  await world.app.db('users').whereIn('id', [ada.id, bob.id]).update({ deactivated_at: new Date() });
  await notifyOf(ada, 'quiet');
  await notifyOf(bob, 'quiet');
  await digestsIn(2 * HOUR_MS);
  expect([...(await mailsTo(ada)), ...(await mailsTo(bob))]).toEqual([]);
});

test('a server that cannot send email queues none and marks nothing as sent', async () => {
  const silent = await worldForTest();
  const ada = await silent.build.user();
  await silent.app.db('users').where({ id: ada.id }).update({ email_verified_at: new Date() });
  await silent.app.db.transaction((tx) =>
    notify(silent.app, tx, {
      userId: ada.id,
      type: 'other',
      title: 'x',
      message: 'y',
      actionUrl: null,
      snapshotId: null,
    }),
  );
  await sendDigests(silent.app, new Date(Date.now() + DAY_MS));
  expect(await silent.app.db('pgboss.job').where({ name: 'send_mail' })).toEqual([]);
  expect(await silent.app.db('notifications').pluck('mailed_at')).toEqual([null]);
});

describe('a digest', () => {
  test('is sent after its hour with everything once, by snapshot', async () => {
    const ada = await reader('hourly');
    const { snapshot } = await stage(world, ada, { 'index.html': '<h1>hi</h1>' }, { name: 'Checkout & co' });
    await notifyOf(ada, 'First', snapshot.id);
    await notifyOf(ada, 'Apart');
    await notifyOf(ada, 'Second', snapshot.id);
    await digestsIn(0);
    expect(await mailsTo(ada)).toEqual([]);
    await digestsIn(HOUR_MS);
    const [mail] = await mailsTo(ada);
    expect(mail?.subject).toBe('3 notifications on Stagelink');
    expect(mail?.text).toContain(
      `Checkout & co\n- First: First happened.\n- Second: Second happened.\nhttp://localhost:4600/s/${snapshot.id}`,
    );
    expect(mail?.text).toContain('Your account\n- Apart: Apart happened.');
    expect(mail?.html).toContain('Checkout &amp; co');
    expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    await digestsIn(2 * HOUR_MS);
    expect(await mailsTo(ada)).toHaveLength(1);
  });

  test('is sent daily after eight in the morning, not with the hourly ones', async () => {
    const ada = await reader('daily');
    await notifyOf(ada, 'News');
    await world.app
      .db('notifications')
      .where({ user_id: ada.id })
      .update({ created_at: new Date('2026-03-01T09:00:00Z') });
    await sendDigests(world.app, new Date('2026-03-02T07:59:00Z'));
    expect(await mailsTo(ada)).toEqual([]);
    await sendDigests(world.app, new Date('2026-03-02T08:00:30Z'));
    expect(await mailsTo(ada)).toHaveLength(1);
  });

  test.each([
    ['Asia/Kolkata', '2026-03-02T02:29:59Z', '2026-03-02T02:30:00Z'],
    ['America/Los_Angeles', '2026-03-02T15:59:59Z', '2026-03-02T16:00:00Z'],
    // The clocks go forward, and back, in the night before.
    ['Europe/Vienna', '2026-03-29T05:59:59Z', '2026-03-29T06:00:00Z'],
    ['Europe/Vienna', '2026-10-25T06:59:59Z', '2026-10-25T07:00:00Z'],
  ])('is sent at eight in %s', async (timeZone, early, punctual) => {
    const [ada, bob] = [await reader('daily'), await reader('daily')];
    await world.as(ada)(setTimeZone, { timeZone, isChosen: true });
    await world.as(bob)(setTimeZone, { timeZone: 'Pacific/Kiritimati', isChosen: true });
    for (const person of [ada, bob]) await notifyOf(person, 'News');
    const createdAt = new Date(Date.parse(early) - HOUR_MS);
    await world.app
      .db('notifications')
      .whereIn('user_id', [ada.id, bob.id])
      .update({ created_at: createdAt });
    await sendDigests(world.app, new Date(early));
    expect(await mailsTo(ada)).toEqual([]);
    await sendDigests(world.app, new Date(punctual));
    await sendDigests(world.app, new Date(Date.parse(punctual) + HOUR_MS));
    expect(await mailsTo(ada)).toHaveLength(1);
    expect(await mailsTo(bob)).toEqual([]);
  });

  test('leaves out what was read meanwhile, and is not sent empty', async () => {
    const [ada, bob] = [await reader('hourly'), await reader('hourly')];
    await notifyOf(ada, 'Seen');
    await notifyOf(ada, 'Unseen');
    await notifyOf(bob, 'Seen');
    await world.app.db('notifications').where({ title: 'Seen' }).update({ read_at: new Date() });
    await digestsIn(HOUR_MS);
    const [mail] = await mailsTo(ada);
    expect(mail?.subject).toBe('1 notification on Stagelink');
    expect(mail?.text).not.toContain('- Seen');
    expect(await mailsTo(bob)).toEqual([]);
  });

  test('contains the newest hundred and how many more there are', async () => {
    const ada = await reader('hourly');
    await world.app.db.transaction(async (tx) => {
      const about = { type: 'other', message: 'It did.', actionUrl: null, snapshotId: null } as const;
      for (let at = 1; at <= 103; at += 1) {
        await notify(world.app, tx, { ...about, userId: ada.id, title: `Happened ${at}` });
      }
    });
    await digestsIn(HOUR_MS);
    const [mail, ...more] = await mailsTo(ada);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('103 notifications on Stagelink');
    expect(mail?.text.match(/Happened \d+/g)).toEqual(
      Array.from({ length: 100 }, (_one, at) => `Happened ${at + 4}`),
    );
    expect(mail?.text).toContain('The newest 100 are below, and 3 more on your dashboard.');
    await digestsIn(2 * HOUR_MS);
    expect(await mailsTo(ada)).toHaveLength(1);
  });

  test('is sent once when several servers do it at the same moment', async () => {
    const readers = await Promise.all(Array.from({ length: 5 }, () => reader('hourly')));
    for (const person of readers) await notifyOf(person, 'News');
    await Promise.all(Array.from({ length: 4 }, () => digestsIn(HOUR_MS)));
    for (const person of readers) expect(await mailsTo(person)).toHaveLength(1);
  });

  test('survives a failure without stopping others: marking and queueing go together', async () => {
    const [ada, bob] = [await reader('hourly'), await reader('hourly')];
    for (const person of [ada, bob]) await notifyOf(person, 'News');
    const enqueue = vi.spyOn(world.app.jobs, 'enqueue').mockRejectedValueOnce(new Error('no queue'));
    onTestFinished(() => enqueue.mockRestore());
    const quiet = { ...world.app, log: createLog('silent') };
    await expect(sendDigests(quiet, new Date(Date.now() + HOUR_MS))).rejects.toThrow('failed');
    expect([await mailsTo(ada), await mailsTo(bob)]).toMatchObject([[], [{}]]);
    await digestsIn(HOUR_MS);
    expect(await mailsTo(ada)).toHaveLength(1);
  });

  test('that would be lost is sent when the user switches to immediate email', async () => {
    const ada = await reader('daily');
    await notifyOf(ada, 'Waiting');
    await world.as(ada)(setEmailPreferences, { emailFrequency: 'immediately' });
    await notifyOf(ada, 'At once');
    const mails = await mailsTo(ada);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['1 notification on Stagelink', 'At once']);
  });
});

describe('a notification while the user switches from digests to immediate email', () => {
  const choose = (person: Person) => world.as(person)(setEmailPreferences, { emailFrequency: 'immediately' });

  /** Waits until `act` blocks on a lock or finishes. */
  async function untilWaiting(act: Promise<unknown>): Promise<void> {
    const isDone = act.then(() => true);
    const waiting = world.app
      .db('pg_stat_activity')
      .where('wait_event_type', 'Lock')
      .whereRaw('datname = current_database()');
    const isWaiting = async () => (await waiting.clone().pluck('pid')).length > 0;
    while (!(await Promise.race([isDone, isWaiting()])));
  }

  test('is emailed, though the old setting was read before', async () => {
    const [ada, bob] = [await reader('hourly'), await reader('immediately')];
    let choosing: Promise<unknown> | undefined;
    // While Bob is being emailed, the other recipients and their settings have been read.
    const enqueue = vi.spyOn(world.app.jobs, 'enqueue').mockImplementationOnce(async () => {
      choosing = choose(ada);
      await untilWaiting(choosing);
    });
    onTestFinished(() => enqueue.mockRestore());
    const about = {
      type: 'other',
      title: 'Meanwhile',
      message: 'y',
      actionUrl: null,
      snapshotId: null,
    } as const;
    await world.app.db.transaction((tx) =>
      notifyAll(
        world.app,
        tx,
        [bob, ada].map(({ id: userId }) => ({ ...about, userId })),
      ),
    );
    await choosing;
    const [mail] = await mailsTo(ada);
    expect(mail?.text).toContain('Meanwhile');
  });

  test('is emailed, though the clock of the database is ahead', async () => {
    const ada = await reader('daily');
    await notifyOf(ada, 'Ahead');
    const ahead = new Date(Date.now() + 60_000);
    await world.app.db('notifications').where({ user_id: ada.id }).update({ created_at: ahead });
    await choose(ada);
    const [mail] = await mailsTo(ada);
    expect(mail?.text).toContain('Ahead');
  });
});

test('after an email to an address, its verified owner gets a notification but no second email', async () => {
  const [ada, bob] = [await reader('hourly'), await reader('hourly', { verified: false })];
  const about = {
    type: 'other',
    title: 'Review',
    message: 'Please.',
    actionUrl: null,
    snapshotId: null,
  } as const;
  const emails = [ada.email, bob.email, 'nobody@example.com'];
  await world.app.db.transaction((tx) => notifyEmails(world.app, tx, emails, about));
  await digestsIn(HOUR_MS);
  expect(await mailsTo(ada)).toEqual([]);
  const notified = await world.app.db('notifications').whereIn('user_id', [ada.id, bob.id]).pluck('user_id');
  expect(notified).toEqual([ada.id]);
});

describe('unsubscribing', () => {
  const path = (header: string | null | undefined) => new URL((header ?? '').slice(1, -1)).pathname;
  const frequencyOf = async ({ id }: Person) =>
    ((await world.app.db('users').where({ id }).first('email_frequency')) as { email_frequency: Frequency })
      .email_frequency;

  async function linkOf(person: Person): Promise<string> {
    await notifyOf(person, 'News');
    const [mail] = await mailsTo(person);
    return path(mail?.header('List-Unsubscribe'));
  }

  const post = (to: string, body: string, type: string) =>
    world.fetch({ method: 'POST', path: to, headers: { 'Content-Type': type }, body });

  test('by the form of a mail program stops the emails', async () => {
    const ada = await reader('immediately');
    const link = await linkOf(ada);
    const answer = await post(link, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded');
    expect(answer.status).toBe(200);
    expect(await frequencyOf(ada)).toBe('never');
    await notifyOf(ada, 'More');
    expect(await mailsTo(ada)).toHaveLength(1);
  });

  test.each([
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
    ['application/json', '{}'],
    ['text/plain', ''],
  ])('works with a body of %s, and twice', async (type, body) => {
    const ada = await reader('immediately');
    const link = await linkOf(ada);
    for (const _ of [1, 2]) expect((await post(link, body, type)).status).toBe(200);
    expect(await frequencyOf(ada)).toBe('never');
  });

  test('does not happen by opening its URL', async () => {
    const ada = await reader('immediately');
    const link = await linkOf(ada);
    for (const method of ['GET', 'HEAD'])
      expect((await world.fetch({ method, path: link })).status).toBe(405);
    expect(await frequencyOf(ada)).toBe('immediately');
  });

  test('does not happen with a made-up token, or one for another purpose', async () => {
    const ada = await reader('immediately');
    for (const token of ['x', `${ada.id}.x`, world.app.secrets.sign('cursor', ada.id)]) {
      const answer = await post(`/api/notifications/unsubscribe/${token}`, '', 'text/plain');
      expect(answer.status).toBe(400);
    }
    expect(await frequencyOf(ada)).toBe('immediately');
  });

  test('accepts no large form', async () => {
    const ada = await reader('immediately');
    const link = await linkOf(ada);
    const answer = await post(link, 'x'.repeat(10_000), 'application/x-www-form-urlencoded');
    expect(answer.status).toBe(413);
  });

  test('by another site’s page does not happen', async () => {
    const ada = await reader('immediately');
    const answer = await world.fetch({
      method: 'POST',
      path: await linkOf(ada),
      headers: { Origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
  });
});
