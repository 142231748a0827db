import { assignThread, listAssignees } from '@stagelink/shared/contracts/assignments';
import { listComments, updateComment } from '@stagelink/shared/contracts/comments';
import { RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import * as api from '@stagelink/shared/contracts/replyMail';
import { enterReview, listReviews, removeReviewer, requestReview } from '@stagelink/shared/contracts/reviews';
import { deleteSnapshot, passGate, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../platform/config.ts';
import { announceComment } from '../../testing/comments.ts';
import { createMailWorld, type MailWorld, tokenOf } from '../../testing/mailWorld.ts';
import { type Browser, newBrowser, tokenIn } from '../../testing/reviewer.ts';
import { stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { mailReplies } from './send.ts';

const MINUTE_MS = 60_000;
const WIDE_OPEN = { points: 1_000_000, seconds: 1 };
/** Limits that are not under test are wide open. */
const OPEN = {
  ...RATE_LIMITS,
  mail: WIDE_OPEN,
  login: WIDE_OPEN,
  register: WIDE_OPEN,
  reviewLink: WIDE_OPEN,
};
let world: MailWorld;
beforeAll(async () => {
  const more = { replyAddress: WIDE_OPEN, replyMail: WIDE_OPEN, reviewToAddress: WIDE_OPEN };
  world = await createMailWorld({ rateLimits: { ...OPEN, ...more } });
});
afterAll(() => world.close());

let count = 0;
const newAddress = () => `guest-${(count += 1)}@example.com`;

interface Scene {
  at: MailWorld;
  ada: Person;
  id: string;
}

/** Creates an owner with a verified address and a snapshot. */
async function scene({ at = world, password = null as string | null } = {}): Promise<Scene> {
  const ada = await at.build.user({ name: 'Ada', isVerified: true });
  const { snapshot } = await stage(at, ada, { 'index.html': 'x' }, { name: 'Checkout', password });
  return { at, ada, id: snapshot.id };
}

interface Guest {
  browser: Browser;
  email: string;
  thread: string;
}

/** Creates a visitor with a comment. */
async function commenter({ at, id }: Scene, authorName: string, text = 'Mine', parentId?: string) {
  const browser = newBrowser(at);
  const line = { text, authorName, ...(parentId === undefined ? {} : { parentId }) };
  const { id: thread } = await announceComment(at, browser.call, id, line);
  return { browser, thread };
}

const leave = ({ browser }: Pick<Guest, 'browser'>, id: string, email: string) =>
  browser.call(api.setReplyAddress, { id, email });

/** Creates a visitor with a comment and a confirmed address. */
async function guest(where: Scene, name = 'Gus', text?: string, parentId?: string): Promise<Guest> {
  const { browser, thread } = await commenter(where, name, text, parentId);
  const email = newAddress();
  await leave({ browser }, where.id, email);
  await browser.call(api.confirmReplyAddress, { token: tokenOf(await where.at.mailTo(email)) });
  return { browser, email, thread };
}

/** Creates a reviewer who has opened their personal link. */
async function reviewer({ at, ada, id }: Scene, name = 'Rea') {
  const email = newAddress();
  await at.as(ada)(requestReview, { id, reviewers: [{ userName: name, userEmail: email }], notes: '' });
  const { link } = await at.mailTo(email);
  const browser = newBrowser(at);
  await browser.call(enterReview, { token: tokenIn(link) });
  return { browser, email };
}

const afterMinutes = (minutes: number, at = world) =>
  mailReplies(at.app, new Date(Date.now() + minutes * MINUTE_MS));

/** Returns the emails to an address other than confirmation links. */
async function repliesTo(email: string, at = world) {
  await afterMinutes(11, at);
  await at.drainJobs();
  return at.mailbox.all.filter(({ to, subject }) => to === email && subject.includes(' on “'));
}

const reply = ({ at, ada, id }: Scene, parentId: string, text: string) =>
  announceComment(at, at.as(ada), id, { text, parentId });

describe('a visitor who left an address', () => {
  test('gets replies together by email, ten minutes after the first, with an unsubscribe link', async () => {
    const where = await scene();
    const gus = await guest(where);
    await reply(where, gus.thread, 'We **mend** it');
    await reply(where, gus.thread, 'It is mended');
    await afterMinutes(9);
    await world.drainJobs();
    expect(world.mailbox.all.filter(({ to }) => to === gus.email)).toHaveLength(1);

    const [mail, ...more] = await repliesTo(gus.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('2 new comments on “Checkout”');
    expect(mail?.text).toContain('Ada replied: We mend it');
    expect(mail?.text).toContain('It is mended');
    expect(mail?.link).toBe(`http://localhost:4600/s/${where.id}#thread=${gus.thread}`);
    expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(mail?.header('List-Unsubscribe')).toMatch(/^<http:.*\/api\/notifications\/unsubscribe\/[\w.-]+>$/);
    expect(await repliesTo(gus.email)).toHaveLength(1);
  });

  test('gets an email when the thread is resolved, or for a mention in another thread', async () => {
    const where = await scene();
    const gus = await guest(where);
    await world.as(where.ada)(updateComment, { id: where.id, commentId: gus.thread, state: 'resolved' });
    await announceComment(world, world.as(where.ada), where.id, 'Like this, @Gus?');
    const [mail] = await repliesTo(gus.email);
    expect(mail?.text).toContain('Ada resolved a comment');
    expect(mail?.text).toContain('Ada mentioned you: Like this, @Gus?');
  });

  test('gets no email about their own comments or other threads', async () => {
    const where = await scene();
    const gus = await guest(where);
    const other = await guest(where, 'Hal');
    await announceComment(world, gus.browser.call, where.id, { text: 'more, @Gus', parentId: gus.thread });
    await reply(where, other.thread, 'for Hal');
    expect(await repliesTo(gus.email)).toEqual([]);
    expect(await repliesTo(other.email)).toHaveLength(1);
  });

  test('gets only the confirmation link at first, without any typed text', async () => {
    const where = await scene();
    const { browser, thread } = await commenter(where, 'Win at evil.example', 'evil.example');
    const email = newAddress();
    expect(await leave({ browser }, where.id, email)).toEqual({ isOffered: true, email, isConfirmed: false });
    await reply(where, thread, 'hello');
    expect(await repliesTo(email)).toEqual([]);
    const mail = await world.mailTo(email);
    expect(mail.subject).toBe('Confirm that you want replies by email');
    expect(mail.html + mail.text + JSON.stringify(mail.mail.headers)).not.toMatch(/evil\.example|Checkout/);

    const confirmed = await newBrowser(world).call(api.confirmReplyAddress, { token: tokenOf(mail) });
    expect(confirmed).toMatchObject({ ok: true, snapshotId: where.id });
    expect(await browser.call(api.getReplyAddress, { id: where.id })).toEqual({
      isOffered: true,
      email,
      isConfirmed: true,
    });
    await expect(
      newBrowser(world).call(api.confirmReplyAddress, { token: tokenOf(mail) }),
    ).rejects.toMatchObject({
      code: 'gone',
    });
  });

  test('confirms a new address again, and can remove it', async () => {
    const where = await scene();
    const gus = await guest(where);
    await leave(gus, where.id, newAddress());
    await reply(where, gus.thread, 'hello');
    expect(await repliesTo(gus.email)).toEqual([]);
    await gus.browser.call(api.removeReplyAddress, { id: where.id });
    expect(await gus.browser.call(api.getReplyAddress, { id: where.id })).toMatchObject({ email: null });
  });

  test.each<[string, (where: Scene) => Promise<Pick<Guest, 'browser'>>]>([
    ['visitor who has not commented', () => Promise.resolve({ browser: newBrowser(world) })],
    ['reviewer', (where) => reviewer(where)],
  ])('cannot be a %s; nothing is stored or emailed', async (_who, come) => {
    const where = await scene();
    const who = await come(where);
    const email = newAddress();
    expect(await who.browser.call(api.getReplyAddress, { id: where.id })).toMatchObject({ isOffered: false });
    await expect(leave(who, where.id, email)).rejects.toMatchObject({ code: 'forbidden' });
    await world.drainJobs();
    expect(world.mailbox.all.filter(({ to }) => to === email)).toEqual([]);
    expect(await world.app.db('reply_addresses').where({ email })).toEqual([]);
  });

  test('stays private: another browser’s address is not shown', async () => {
    const where = await scene();
    const gus = await guest(where);
    const { browser } = await commenter(where, 'Eve');
    expect(await browser.call(api.getReplyAddress, { id: where.id })).toMatchObject({ email: null });
    await browser.call(api.removeReplyAddress, { id: where.id });
    expect(await world.app.db('reply_addresses').where({ email: gus.email })).toHaveLength(1);
  });
});

describe('a reviewer without an account', () => {
  test('gets replies in their threads by email, with their personal link', async () => {
    const where = await scene({ password: 'open sesame' });
    const rea = await reviewer(where);
    const { id: thread } = await announceComment(world, rea.browser.call, where.id, 'Too big');
    await reply(where, thread, 'Smaller now');
    const [mail] = await repliesTo(rea.email);
    expect(mail?.subject).toBe('Ada replied on “Checkout”');
    expect(mail?.text).toContain('Smaller now');
    expect(mail?.link).toMatch(new RegExp(`/s/${where.id}#review=[\\w.-]+&thread=${thread}$`));
  });

  test('gets an email for a mention before their first comment', async () => {
    const where = await scene();
    const rea = await reviewer(where);
    await announceComment(world, world.as(where.ada), where.id, 'What do you say, @Rea?');
    expect((await repliesTo(rea.email)).map(({ subject }) => subject)).toEqual([
      'Ada mentioned you on “Checkout”',
    ]);
  });

  test('gets an email for a thread that is assigned to them', async () => {
    const where = await scene();
    const rea = await reviewer(where);
    const { id: commentId } = await announceComment(world, world.as(where.ada), where.id, 'Yours');
    const ada = world.as(where.ada);
    const { people } = await ada(listAssignees, { id: where.id });
    const assignee = people.find(({ name }) => name === 'Rea')?.id ?? '';
    await ada(assignThread, { id: where.id, commentId, assignee, dueOn: '2026-12-24' });
    const [mail] = await repliesTo(rea.email);
    expect(mail?.subject).toBe('Ada assigned a comment to you on “Checkout”');
    expect(mail?.text).toContain('Yours');
    const [seen] = (await rea.browser.call(listComments, { id: where.id })).comments;
    expect(seen?.assignee).toMatchObject({ name: 'Rea', isYou: true });
  });

  test('gets no email once they are removed, or their link has ended with the password', async () => {
    const where = await scene({ password: 'open sesame' });
    const [rea, ria] = [await reviewer(where), await scene({ password: 'open sesame' })];
    const { id: thread } = await announceComment(world, rea.browser.call, where.id, 'Too big');
    await reply(where, thread, 'the secret plan');
    await world.app.db('reviewers').where({ email: rea.email }).update({ status: 'approved' });
    const { reviews } = await world.as(where.ada)(listReviews, {
      id: where.id,
    });
    const [review] = reviews;
    await world.as(where.ada)(removeReviewer, {
      id: review?.id ?? '',
      userId: review?.reviewers[0]?.userId ?? '',
    });
    expect(await repliesTo(rea.email)).toEqual([]);

    const rob = await reviewer(ria, 'Rob');
    const started = await announceComment(world, rob.browser.call, ria.id, 'Too small');
    await world.app.db('reviewers').where({ email: rob.email }).update({ status: 'approved' });
    await reply(ria, started.id, 'the secret plan');
    await world.as(ria.ada)(updateSnapshot, { id: ria.id, password: 'another one' });
    expect(await repliesTo(rob.email)).toEqual([]);
  });
});

describe('a visitor without access gets no email:', () => {
  test.each<[string, (where: Scene) => Promise<unknown>]>([
    [
      'it has a password now',
      ({ at, ada, id }) => at.as(ada)(updateSnapshot, { id, password: 'open sesame' }),
    ],
    [
      'it has expired',
      ({ at, id }) =>
        at.app
          .db('snapshots')
          .where({ id })
          .update({ expires_at: new Date(0) }),
    ],
    ['it was deleted', ({ at, ada, id }) => at.as(ada)(deleteSnapshot, { id })],
    [
      'its owner was deactivated',
      ({ at, ada }) => at.app.db('users').where({ id: ada.id }).update({ deactivated_at: new Date() }),
    ],
  ])('%s', async (_why, close) => {
    const where = await scene();
    const gus = await guest(where);
    await reply(where, gus.thread, 'the secret plan');
    await close(where);
    expect(await repliesTo(gus.email)).toEqual([]);
  });

  test('but a visitor who knows the password does', async () => {
    const where = await scene({ password: 'open sesame' });
    const browser = newBrowser(world);
    await browser.call(passGate, { id: where.id, password: 'open sesame' });
    const { id: thread } = await announceComment(world, browser.call, where.id, 'Mine');
    const email = newAddress();
    await leave({ browser }, where.id, email);
    await browser.call(api.confirmReplyAddress, { token: tokenOf(await world.mailTo(email)) });
    await reply(where, thread, 'the plan');
    const [mail] = await repliesTo(email);
    expect(mail?.text).toContain('the plan');
  });
});

describe('an actor without a verified address causes no email:', () => {
  test('a visitor without one, and an unverified account', async () => {
    const where = await scene();
    const gus = await guest(where);
    const eve = await world.build.user({ name: 'Eve' });
    await announceComment(world, world.as(eve), where.id, { text: 'spam for @Gus', parentId: gus.thread });
    await commenter(where, 'Eve', 'spam for @Gus', gus.thread);
    expect(await repliesTo(gus.email)).toEqual([]);
  });

  test('a visitor with a confirmed one, a reviewer and a verified account do', async () => {
    const where = await scene();
    const gus = await guest(where);
    const bob = await world.build.user({ name: 'Bob', isVerified: true });
    await guest(where, 'Hal', 'one', gus.thread);
    const hal = await guest(where, 'Ina');
    await announceComment(world, hal.browser.call, where.id, {
      text: 'two',
      authorName: 'Ina',
      parentId: gus.thread,
    });
    await announceComment(world, world.as(bob), where.id, { text: 'three', parentId: gus.thread });
    const rea = await reviewer(where);
    await announceComment(world, rea.browser.call, where.id, { text: 'four', parentId: gus.thread });
    const [mail] = await repliesTo(gus.email);
    for (const line of ['Ina replied: two', 'Bob replied: three', 'Rea replied: four'])
      expect(mail?.text).toContain(line);
    expect(mail?.text).not.toContain('Hal replied');
  });

  test('a pending comment is emailed about once the owner approves it', async () => {
    const where = await scene();
    const gus = await guest(where);
    await world.as(where.ada)(updateSnapshot, { id: where.id, commentPolicy: 'approval' });
    const held = await commenter(where, 'Eve', 'may I?', gus.thread);
    expect(await repliesTo(gus.email)).toEqual([]);
    await world.as(where.ada)(updateComment, { id: where.id, commentId: held.thread, isPending: false });
    const [mail] = await repliesTo(gus.email);
    expect(mail?.text).toContain('Eve replied: may I?');
  });
});

describe('unsubscribing', () => {
  const stopPath = (header: string | null | undefined) => new URL((header ?? '').slice(1, -1)).pathname;
  const press = async (path: string, query = '') =>
    world.fetch({
      method: 'POST',
      path: path + query,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });

  /** Creates a visitor on two snapshots with the same address, and returns its unsubscribe URL. */
  async function twice() {
    const [one, two] = [await scene(), await scene()];
    const gus = await guest(one);
    const also = await commenter(two, 'Gus');
    await leave(also, two.id, gus.email);
    await also.browser.call(api.confirmReplyAddress, { token: tokenOf(await world.mailTo(gus.email)) });
    await reply(one, gus.thread, 'first');
    const [mail] = await repliesTo(gus.email);
    const path = stopPath(mail?.header('List-Unsubscribe'));
    const sendReplies = async () => {
      await reply(one, gus.thread, 'on one');
      await reply(two, also.thread, 'on two');
      return (await repliesTo(gus.email)).slice(1).map(({ text }) => /on one|on two/.exec(text)?.[0]);
    };
    return { path, sendReplies, email: gus.email, one, two, gus, also };
  }

  test('with one click stops emails about one snapshot, without an account', async () => {
    const { path, sendReplies } = await twice();
    expect((await press(path)).status).toBe(200);
    expect((await press(path)).status).toBe(200);
    expect(await sendReplies()).toEqual(['on two']);
  });

  test('from all stops every email to the address, also when it is entered again', async () => {
    const { path, sendReplies, email, two } = await twice();
    expect((await press(path, '?scope=all')).status).toBe(200);
    expect(await sendReplies()).toEqual([]);
    const eve = await commenter(two, 'Eve');
    await expect(leave(eve, two.id, email)).rejects.toMatchObject({ code: 'conflict' });
    expect(JSON.stringify(await world.app.db('mail_opt_outs'))).not.toContain(email);
  });

  test('removes queued emails, and works before the address is confirmed', async () => {
    const where = await scene();
    const { browser } = await commenter(where, 'Eve');
    const email = newAddress();
    await leave({ browser }, where.id, email);
    const mail = await world.mailTo(email);
    expect((await press(stopPath(mail.header('List-Unsubscribe')), '?scope=all')).status).toBe(200);
    await expect(browser.call(api.confirmReplyAddress, { token: tokenOf(mail) })).rejects.toMatchObject({
      code: 'gone',
    });
  });

  test('does not happen with a made-up token', async () => {
    const { gus, one } = await twice();
    const forged = world.app.secrets.sign('unsubscribe', `${one.id}:${gus.email}`);
    await press(`/api/notifications/unsubscribe/${forged.split('.')[0]}.x`);
    expect(await world.app.db('reply_addresses').where({ email: gus.email })).toHaveLength(2);
  });
});

describe('an address entered by a stranger is not flooded:', () => {
  async function strictWorld(limits: Partial<Config['rateLimits']>) {
    const strict = await createMailWorld({ rateLimits: { ...OPEN, ...limits } });
    onTestFinished(() => strict.close());
    return strict;
  }

  test('it gets few confirmation links a day, from all snapshots and visitors together', async () => {
    const at = await strictWorld({});
    const email = newAddress();
    const outcomes: string[] = [];
    for (let each = 0; each < 4; each += 1) {
      const where = await scene({ at });
      const eve = await commenter(where, 'Eve');
      outcomes.push(
        await leave(eve, where.id, email).then(
          () => 'mailed',
          ({ code }: { code: string }) => code,
        ),
      );
    }
    expect(outcomes).toEqual(['mailed', 'mailed', 'mailed', 'rate_limited']);
    await at.drainJobs();
    expect(at.mailbox.all.filter(({ to }) => to === email)).toHaveLength(3);
  });

  test('one snapshot sends a limited number of links a day, to all addresses', async () => {
    const at = await strictWorld({ replyAddressOfSnapshot: { points: 2, seconds: 60 } });
    const where = await scene({ at });
    const eve = await commenter(where, 'Eve');
    for (const _ of [1, 2]) await leave(eve, where.id, newAddress());
    await expect(leave(eve, where.id, newAddress())).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('a confirmed one gets a limited number of emails a day, and the rest together later', async () => {
    const at = await strictWorld({ replyMail: { points: 1, seconds: 3600 } });
    const where = await scene({ at });
    const gus = await guest(where);
    await reply(where, gus.thread, 'one');
    expect(await repliesTo(gus.email, at)).toHaveLength(1);
    for (const text of ['two', 'three']) await reply(where, gus.thread, text);
    expect(await repliesTo(gus.email, at)).toHaveLength(1);
    await at.app.rateLimits.reset('replyMail', gus.email);
    const [, later] = await repliesTo(gus.email, at);
    expect(later?.subject).toBe('2 new comments on “Checkout”');
  });

  test('one snapshot causes a limited number of emails a day', async () => {
    const at = await strictWorld({ replyMailOfSnapshot: { points: 1, seconds: 3600 } });
    const where = await scene({ at });
    const [gus, hal] = [await guest(where), await guest(where, 'Hal')];
    for (const { thread } of [gus, hal]) await reply(where, thread, 'hello');
    expect([...(await repliesTo(gus.email, at)), ...(await repliesTo(hal.email, at))]).toHaveLength(1);
    const used = await Promise.all([gus, hal].map(({ email }) => at.app.rateLimits.used('replyMail', email)));
    expect(used.toSorted()).toEqual([0, 1]);
  });
});

test('a server that cannot send email offers nothing and stores nothing', async () => {
  const at = await createMailWorld({ mail: null });
  onTestFinished(() => at.close());
  const where = await scene({ at });
  const gus = await commenter(where, 'Gus');
  expect(await gus.browser.call(api.getReplyAddress, { id: where.id })).toMatchObject({ isOffered: false });
  await expect(leave(gus, where.id, newAddress())).rejects.toMatchObject({ code: 'unavailable' });
});
