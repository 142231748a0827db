import { deleteComment, updateComment } from '@stagelink/shared/contracts/comments';
import type { LiveMessage } from '@stagelink/shared/contracts/live';
import { listNotifications, setEmailPreferences } from '@stagelink/shared/contracts/notifications';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import {
  followThread,
  listSubscriptions,
  subscribe,
  unfollowThread,
  unsubscribe,
} from '@stagelink/shared/contracts/follows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailBatches } from '../notifications/batches.ts';
import { sendDigests } from '../notifications/digests.ts';
import { announceComment } from '../../testing/comments.ts';
import { messagesTo as eventsFor } from '../../testing/liveMessages.ts';
import { createMailWorld, type MailWorld } from '../../testing/mailWorld.ts';
import { bearer, type LiveClient, listen, seqOf } from '../../testing/live.ts';
import { newBrowser } from '../../testing/reviewer.ts';
import { stage } from '../../testing/stage.ts';
import { statementsOf } from '../../testing/statements.ts';
import type { Person } from '../../testing/builders.ts';

let world: MailWorld;
beforeAll(async () => {
  world = await createMailWorld();
});
afterAll(() => world.close());

/** Creates a user with a verified address. */
async function someone(name: string): Promise<Person> {
  const person = await world.build.user({ name });
  await world.app.db('users').where({ id: person.id }).update({ email_verified_at: new Date() });
  return person;
}

/** Creates an owner with a staged snapshot, and two colleagues who follow nothing yet. */
async function scene() {
  const [ada, bob, cleo] = [await someone('Ada'), await someone('Bob'), await someone('Cleo')];
  const { snapshot } = await stage(world, ada, { 'index.html': 'x' }, { name: 'Checkout', password: null });
  return { ada, bob, cleo, id: snapshot.id };
}

/** Returns the titles of this person's notifications, oldest first. */
async function titlesFor(person: Person): Promise<string[]> {
  const { notifications } = await world.as(person)(listNotifications, {});
  return notifications.map(({ title }) => title).toReversed();
}

async function mailsTo({ email }: Person) {
  await mailBatches(world.app, new Date(Date.now() + 11 * 60_000));
  await world.drainJobs();
  return world.mailbox.all.filter(({ to }) => to === email);
}

/** Returns the messages after this sequence number; one may be in flight while a socket opens. */
async function nextAfter(seq: number, client: LiveClient): Promise<LiveMessage> {
  for (;;) {
    const message = await client.next();
    if (seqOf(message) > seq) return message;
  }
}

const sayAs = (person: Person | null, id: string, text: string, parentId?: string) =>
  announceComment(world, world.as(person), id, { text, ...(parentId === undefined ? {} : { parentId }) });

describe('a new thread', () => {
  test('notifies the owner, who follows by default, and other followers, but not its author', async () => {
    const { ada, bob, cleo, id } = await scene();
    await world.as(cleo)(subscribe, { id });
    const thread = await sayAs(bob, id, 'Make **it** bigger');
    for (const person of [ada, cleo])
      expect(await titlesFor(person)).toEqual(['Bob commented on “Checkout”']);
    expect(await titlesFor(bob)).toEqual([]);
    const { notifications } = await world.as(ada)(listNotifications, {});
    expect(notifications[0]).toMatchObject({
      type: 'comment_new',
      message: 'Make it bigger',
      actionUrl: `/s/${id}#thread=${thread.id}`,
    });

    const [mail, ...more] = await mailsTo(ada);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Bob commented on “Checkout”');
    expect(mail?.link).toBe(`http://localhost:4600/s/${id}#thread=${thread.id}`);
    expect(mail?.header('references')).toBe(`<thread.${thread.id}@localhost>`);
    expect(await mailsTo(bob)).toEqual([]);
  });

  test('does not notify users who have paused or stopped following', async () => {
    const { ada, bob, cleo, id } = await scene();
    await world.as(cleo)(subscribe, { id });
    await world.as(cleo)(unsubscribe, { id });
    await world.app.db('follows').where({ user_id: ada.id, snapshot_id: id }).delete();
    await sayAs(bob, id, 'hello');
    expect(await titlesFor(ada)).toEqual([]);
    expect(await titlesFor(cleo)).toEqual([]);
  });

  test('shows its text to the owner of a protected snapshot only', async () => {
    const { ada, bob, cleo, id } = await scene();
    await world.as(cleo)(subscribe, { id });
    const thread = await sayAs(bob, id, 'before');
    await world.as(ada)(updateSnapshot, { id, password: 'open sesame' });
    await sayAs(ada, id, 'the plan is secret', thread.id);
    const { notifications } = await world.as(cleo)(listNotifications, {});
    expect(notifications.map(({ message }) => message)).toEqual(['Open the thread to read it.', 'before']);
    for (const mail of await mailsTo(cleo)) expect(mail.text + mail.html).not.toContain('secret');
  });
});

describe('a reply', () => {
  test('notifies the authors in the thread and the followers of the snapshot, each once', async () => {
    const { ada, bob, cleo, id } = await scene();
    const thread = await sayAs(bob, id, 'thread');
    await sayAs(cleo, id, 'first', thread.id);
    await sayAs(cleo, id, 'second', thread.id);
    await sayAs(bob, id, 'third', thread.id);
    const replied = 'Cleo replied on “Checkout”';
    expect(await titlesFor(ada)).toEqual([
      'Bob commented on “Checkout”',
      replied,
      replied,
      'Bob replied on “Checkout”',
    ]);
    expect(await titlesFor(bob)).toEqual([replied, replied]);
    expect(await titlesFor(cleo)).toEqual(['Bob replied on “Checkout”']);
    const { subscriptions } = await world.as(bob)(listSubscriptions, {});
    expect(subscriptions).toMatchObject([
      { snapshotId: id, commentId: thread.id, commentPreview: 'thread', isActive: true },
    ]);
    expect(subscriptions[0]?.lastNotified).not.toBeNull();
  });

  test('of a visitor appears under their name, and sends no unwanted email', async () => {
    const { ada, bob, id } = await scene();
    await world.as(bob)(setEmailPreferences, { emailFrequency: 'never' });
    const thread = await sayAs(bob, id, 'thread');
    const before = await mailsTo(ada);
    await announceComment(world, newBrowser(world).call, id, {
      text: 'hi',
      authorName: 'Dora',
      parentId: thread.id,
    });
    expect(await titlesFor(bob)).toEqual(['Dora replied on “Checkout”']);
    expect(await mailsTo(bob)).toEqual([]);
    expect(await mailsTo(ada)).toHaveLength(before.length + 1);
  });

  test('does not notify users who have paused the thread but follow the snapshot', async () => {
    const { ada, bob, id } = await scene();
    const thread = await sayAs(bob, id, 'thread');
    const { subscription } = await world.as(ada)(unfollowThread, { id, commentId: thread.id });
    expect(subscription).toMatchObject({ commentId: thread.id, isActive: false });
    await sayAs(bob, id, 'reply', thread.id);
    await sayAs(bob, id, 'another thread');
    const commented = 'Bob commented on “Checkout”';
    expect(await titlesFor(ada)).toEqual([commented, commented]);
    await world.as(ada)(followThread, { id, commentId: thread.id });
    await sayAs(bob, id, 'reply', thread.id);
    expect(await titlesFor(ada)).toHaveLength(3);
    // Commenting in a paused thread does not resume it.
    await world.as(bob)(unfollowThread, { id, commentId: thread.id });
    await sayAs(bob, id, 'again', thread.id);
    await sayAs(ada, id, 'answer', thread.id);
    expect(await titlesFor(bob)).toEqual([]);
  });

  test('notifies a user who follows the thread without writing in it', async () => {
    const { bob, cleo, id } = await scene();
    const thread = await sayAs(bob, id, 'thread');
    await world.as(cleo)(followThread, { id, commentId: thread.id });
    await sayAs(bob, id, 'another thread');
    const reply = await sayAs(bob, id, 'reply', thread.id);
    expect(await titlesFor(cleo)).toEqual(['Bob replied on “Checkout”']);
    await expect(world.as(cleo)(followThread, { id, commentId: reply.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a mention', () => {
  test('notifies each mentioned user once, as a mention, following or not', async () => {
    const { ada, bob, cleo, id } = await scene();
    const thread = await sayAs(cleo, id, 'thread');
    await world.app.db('follows').where({ user_id: cleo.id }).delete();
    await sayAs(bob, id, 'ask @Cleo or @Ada or @Bob or @Zoe', thread.id);
    expect(await titlesFor(cleo)).toEqual(['Bob mentioned you on “Checkout”']);
    expect(await titlesFor(ada)).toEqual(['Cleo commented on “Checkout”', 'Bob mentioned you on “Checkout”']);
    expect(await titlesFor(bob)).toEqual([]);
  });
});

describe('a resolution', () => {
  test('notifies the followers of the thread, but not the user who resolved it', async () => {
    const { ada, bob, cleo, id } = await scene();
    await world.as(cleo)(subscribe, { id });
    const thread = await sayAs(bob, id, 'thread');
    for (const state of ['resolved', 'resolved', 'published'] as const) {
      await world.as(ada)(updateComment, { id, commentId: thread.id, state });
    }
    expect(await titlesFor(bob)).toEqual(['Ada resolved a comment on “Checkout”']);
    const { notifications } = await world.as(bob)(listNotifications, {});
    expect(notifications[0]).toMatchObject({ type: 'comment_resolved', message: 'thread' });
    expect(await titlesFor(cleo)).toEqual(['Bob commented on “Checkout”']);
    expect(await titlesFor(ada)).toEqual(['Bob commented on “Checkout”']);
  });
});

describe('a pending comment', () => {
  test('notifies the owner, and all others once it is approved', async () => {
    const { ada, cleo, id } = await scene();
    await world.as(cleo)(subscribe, { id });
    await world.as(ada)(updateSnapshot, { id, commentPolicy: 'approval' });
    const held = await announceComment(world, newBrowser(world).call, id, { text: 'hi', authorName: 'Dora' });
    expect(await titlesFor(ada)).toEqual(['Dora commented on “Checkout”: approval needed']);
    expect(await titlesFor(cleo)).toEqual([]);
    await world.as(ada)(updateComment, { id, commentId: held.id, isPending: false });
    expect(await titlesFor(cleo)).toEqual(['Dora commented on “Checkout”']);
    expect(await titlesFor(ada)).toHaveLength(1);
  });

  test('refreshes the owner’s open window, and is invisible to others', async () => {
    const { ada, id } = await scene();
    await world.as(ada)(updateSnapshot, { id, commentPolicy: 'approval' });
    const query = `?snapshotId=${id}`;
    const [owners, visitors] = [listen(world, query, bearer(ada)), listen(world, query)];
    const greeted = Math.max(seqOf(await owners.next()), seqOf(await visitors.next()));
    await sayAs(ada, id, 'Welcome');
    for (const client of [owners, visitors]) await nextAfter(greeted, client);
    const seq = greeted + 1;
    const readAgain = { type: 'connected', seq };

    const author = newBrowser(world).call;
    const { id: commentId } = await announceComment(world, author, id, 'may I?');
    expect(await owners.next()).toEqual(readAgain);
    await author(updateComment, { id, commentId, text: 'May I, please?' });
    expect(await owners.next()).toEqual(readAgain);
    const dropped = await announceComment(world, author, id, 'never mind');
    expect(await owners.next()).toEqual(readAgain);
    await author(deleteComment, { id, commentId: dropped.id });
    expect(await owners.next()).toEqual(readAgain);

    await world.as(ada)(updateComment, { id, commentId, isPending: false });
    const created = { type: 'comment_created', snapshotId: id, commentId, seq: seq + 1 };
    expect(await visitors.next()).toEqual(created);
  });
});

test('a digest groups threads within their snapshot', async () => {
  const { ada, bob, id } = await scene();
  await world.as(ada)(setEmailPreferences, { emailFrequency: 'hourly' });
  const one = await sayAs(bob, id, 'first thread');
  await sayAs(bob, id, 'second thread');
  await sayAs(bob, id, 'more of the first', one.id);
  await sendDigests(world.app, new Date(Date.now() + 2 * 3_600_000));
  const { text } = await world.mailTo(ada.email);
  const at = ['Checkout: “first thread”', 'more of the first', 'Checkout: “second thread”'].map((excerpt) =>
    text.indexOf(excerpt),
  );
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  expect(Math.min(...at)).toBeGreaterThan(-1);
  expect(text).toContain(`http://localhost:4600/s/${id}#thread=${one.id}`);
});

test('deleting a comment deletes its notifications and updates the recipients’ windows', async () => {
  const { ada, bob, id } = await scene();
  const thread = await sayAs(bob, id, 'thread');
  const reply = await sayAs(bob, id, 'reply', thread.id);
  await sayAs(bob, id, 'another reply', thread.id);
  await world.as(bob)(deleteComment, { id, commentId: reply.id });
  const { notifications, unread } = await world.as(ada)(listNotifications, {});
  expect(notifications.map(({ message }) => message)).toEqual(['another reply', 'thread']);
  expect(unread).toBe(2);

  const events = await eventsFor(world, ada, () =>
    world.as(bob)(deleteComment, { id, commentId: thread.id }),
  );
  expect(events.map(({ type }) => type)).toEqual(['comment_deleted', 'lists_changed']);
  expect(await titlesFor(ada)).toEqual([]);
  expect((await world.as(bob)(listSubscriptions, {})).subscriptions).toEqual([]);
});

test('many simultaneous replies notify every follower without waiting for each other', async () => {
  const { ada, bob, cleo, id } = await scene();
  const second = await stage(world, bob, { 'index.html': 'x' }, { name: 'Other', password: null });
  await world.as(ada)(subscribe, { id: second.snapshot.id });
  await world.as(bob)(subscribe, { id });
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => sayAs(cleo, at % 2 === 0 ? id : second.snapshot.id, `${at}`)),
  );
  expect(await titlesFor(ada)).toHaveLength(12);
  expect(await titlesFor(bob)).toHaveLength(12);
});

/** Returns a statement that is equal for lists and rows of any number. */
const withoutLengths = (sql: string) =>
  sql.replaceAll(/\$\d+(, \$\d+)*/g, '$').replaceAll(/\(\$\)(, \(\$\))*/g, '($)');

test('notifying many followers takes no statement that notifying one does not take', async () => {
  const { ada, bob, cleo, id } = await scene();
  const notifying = async () => {
    const statements = await statementsOf([world.app.db, world.app.jobDb], () => sayAs(bob, id, 'x'));
    return statements.map(withoutLengths);
  };
  await sayAs(bob, id, 'the first time is another matter');
  const forOne = await notifying();
  const others = await Promise.all(Array.from({ length: 5 }, (_, n) => someone(`Follower ${n}`)));
  for (const person of [cleo, ...others]) await world.as(person)(subscribe, { id });
  const more = await notifying();
  for (const statement of forOne) {
    const at = more.indexOf(statement);
    if (at !== -1) more.splice(at, 1);
  }
  expect(more).toEqual([]);
  for (const person of [ada, cleo, ...others])
    expect((await titlesFor(person)).at(-1)).toBe('Bob commented on “Checkout”');
});
