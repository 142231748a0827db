import * as accounts from '@stagelink/shared/contracts/accounts';
import { PUSH_BROWSERS_MAX } from '@stagelink/shared/contracts/limits';
import { readAllNotifications } from '@stagelink/shared/contracts/notifications';
import { getPush, turnPushOff, turnPushOn } from '@stagelink/shared/contracts/push';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { announceComment } from '../../testing/comments.ts';
import { openPushService, type PushBrowser, type PushServiceStandIn } from '../../testing/pushService.ts';
import { receiverTrust } from '../../testing/webhookReceiver.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { HIDDEN_TEXT } from '../comments/stripMarkdown.ts';
import * as sessions from '../identity/sessions/repo.ts';
import { PublicAgent } from '../../platform/outgoing/publicAgent.ts';
import { sendPush } from './send.ts';

let world: World;
let pushService: PushServiceStandIn;
beforeAll(async () => {
  pushService = await openPushService();
  world = await createWorld({ webhooksAllowPrivate: true });
  world.app.sender = { agent: receiverTrust, timeoutMs: 15_000 };
});
afterAll(async () => {
  await world.close();
  pushService.close();
});

/** Turns notifications on in a browser of this person. */
async function browserOf(person: Person): Promise<PushBrowser> {
  const { publicKey } = await world.as(person)(getPush, {});
  const browser = pushService.subscribe(publicKey);
  await world.as(person)(turnPushOn, browser.address);
  return browser;
}

const isOn = async (person: Person) => (await world.as(person)(getPush, {})).isOn;

/** Ada’s snapshot, where Bob replies to her. */
async function scene() {
  const [ada, bob] = [await world.build.user({ name: 'Ada' }), await world.build.user({ name: 'Bob' })];
  const id = await world.build.snapshot(ada);
  const browser = await browserOf(ada);
  const thread = await announceComment(world, world.as(ada), id, { text: 'Too small' });
  const reply = (text: string) => announceComment(world, world.as(bob), id, { text, parentId: thread.id });
  const received = async () => {
    await world.drainJobs();
    return pushService.messagesOf(browser);
  };
  return { ada, bob, id, browser, thread, reply, received };
}

describe('a notification in the browser', () => {
  test('is off until it is turned on, and again afterwards', async () => {
    const ada = await world.build.user();
    expect(await isOn(ada)).toBe(false);
    await browserOf(ada);
    expect(await isOn(ada)).toBe(true);
    await world.as(ada)(turnPushOff, {});
    expect(await isOn(ada)).toBe(false);
  });

  test('of a reply leads to its thread', async () => {
    const { id, thread, reply, received } = await scene();
    await reply('**Larger** now');
    const [message, ...more] = await received();
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      title: expect.stringMatching(/^Bob replied on “/) as string,
      body: 'Larger now',
      path: `/s/${id}#thread=${thread.id}`,
      tag: thread.id,
    });
    expect(pushService.refusals).toEqual([]);
  });

  test('tells a mention, and no new thread', async () => {
    const { bob, id, received } = await scene();
    await announceComment(world, world.as(bob), id, { text: 'Nice' });
    expect(await received()).toEqual([]);
    await announceComment(world, world.as(bob), id, { text: '@Ada look' });
    expect(await received()).toMatchObject([
      { title: expect.stringContaining('Bob mentioned you') as string },
    ]);
  });

  test('ends with the session', async () => {
    const { ada, browser, reply } = await scene();
    await world.as(ada)(accounts.logout, {});
    await reply('Larger now');
    await world.drainJobs();
    expect(pushService.messagesOf(browser)).toEqual([]);
    expect(await world.app.db('push_browsers').where({ user_id: ada.id })).toEqual([]);
  });

  test('comes to who uses the browser now', async () => {
    const { browser, bob, reply, received } = await scene();
    await world.as(bob)(turnPushOn, browser.address);
    await reply('Larger now');
    expect(await received()).toEqual([]);
  });
});

describe('a push service', () => {
  const jobOf = async (person: Person) => {
    const browser: { sessionId: string } | undefined = await world.app
      .db('push_browsers')
      .where({ user_id: person.id })
      .first({ sessionId: 'session_id' });
    const notification: { id: string } | undefined = await world.app
      .db('notifications')
      .where({ user_id: person.id, is_alert: true })
      .first('id');
    return { sessionId: browser?.sessionId ?? '', notificationId: notification?.id ?? '' };
  };
  const send = async (person: Person, sender = world.app.sender) =>
    sendPush({ ...world.app, sender }, await jobOf(person), new AbortController().signal);

  /** A reply, which was sent once. */
  async function sent() {
    const parts = await scene();
    await parts.reply('the secret plan');
    return parts;
  }

  test('learns nothing of a protected snapshot, not even for its owner', async () => {
    const { ada, id, received } = await sent();
    await world.as(ada)(updateSnapshot, { id, password: 'open sesame' });
    await send(ada);
    expect((await received()).map(({ body }) => body)).toEqual(['the secret plan', HIDDEN_TEXT]);
  });

  test('gets nothing that was read meanwhile', async () => {
    const { ada, received } = await sent();
    await world.as(ada)(readAllNotifications, {});
    await send(ada);
    expect(await received()).toHaveLength(1);
  });

  test('gets nothing of a snapshot that the recipient may no longer see', async () => {
    const { ada, bob, id, thread, received } = await sent();
    const browser = await browserOf(bob);
    await announceComment(world, world.as(ada), id, { text: 'No', parentId: thread.id });
    expect(pushService.messagesOf(browser)).toHaveLength(1);
    await world.app
      .db('snapshots')
      .where({ id })
      .update({ expires_at: new Date(0) });
    await send(bob);
    await send(ada);
    expect(pushService.messagesOf(browser)).toHaveLength(1);
    expect(await received()).toHaveLength(2);
  });

  test.each([404, 410])('that answers %i is not asked again', async (status) => {
    const { ada } = await sent();
    pushService.answerWith(status);
    await send(ada);
    pushService.answerWith(null);
    expect(await isOn(ada)).toBe(false);
  });

  test.each([429, 500, 503])('that answers %i is asked again later', async (status) => {
    const { ada } = await sent();
    pushService.answerWith(status);
    await expect(send(ada)).rejects.toThrow(`The push service answered ${status}`);
    pushService.answerWith(null);
    expect(await isOn(ada)).toBe(true);
  });

  test('that refuses ten times in a row is given up', async () => {
    const { ada } = await sent();
    pushService.answerWith(403);
    for (let times = 0; times < 9; times += 1) await send(ada);
    expect(await isOn(ada)).toBe(true);
    pushService.answerWith(null);
    await send(ada);
    pushService.answerWith(403);
    for (let times = 0; times < 9; times += 1) await send(ada);
    expect(await isOn(ada)).toBe(true);
    await send(ada);
    pushService.answerWith(null);
    expect(await isOn(ada)).toBe(false);
  });

  test('on a private address is given up', async () => {
    const { ada } = await sent();
    await send(ada, { agent: new PublicAgent(), timeoutMs: 15_000 });
    expect(await isOn(ada)).toBe(false);
  });
});

describe('the address of a browser', () => {
  test.each([
    ['http://push.example/x', 'url'],
    ['https://user:secret@push.example/x', 'url'],
    ['push.example', 'url'],
    [`https://push.example/${'x'.repeat(1000)}`, 'url'],
  ])('is not %s', async (url, field) => {
    const ada = await world.build.user();
    const { address } = pushService.subscribe('');
    await expect(world.as(ada)(turnPushOn, { ...address, url })).rejects.toMatchObject({
      code: 'invalid_input',
      field,
    });
    expect(await isOn(ada)).toBe(false);
  });

  test.each(['p256dh', 'auth'] as const)('has a key %s of the right length', async (field) => {
    const ada = await world.build.user();
    const { address } = pushService.subscribe('');
    await expect(
      world.as(ada)(turnPushOn, { ...address, [field]: address[field].slice(1) }),
    ).rejects.toMatchObject({ code: 'invalid_input', field });
  });

  test('beyond the number of browsers replaces the oldest', async () => {
    const ada = await world.build.user();
    const { address } = pushService.subscribe('');
    await world.as(ada)(turnPushOn, address);
    for (let number = 1; number <= PUSH_BROWSERS_MAX; number += 1) {
      const secret = await sessions.start(world.app.db, ada.id, { address: '127.0.0.1', userAgent: 'test' });
      await world.as({ ...ada, secret })(turnPushOn, { ...address, url: `${address.url}${number}` });
    }
    const kept = await world.app.db('push_browsers').where({ user_id: ada.id }).pluck<string[]>('session_id');
    expect([kept.length, await isOn(ada)]).toEqual([PUSH_BROWSERS_MAX, false]);
  });
});
