import * as api from '@stagelink/shared/contracts/webhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { jobHandlers } from '../../app/jobHandlers.ts';
import type { Person } from '../../testing/builders.ts';
import { idOf, verified } from '../../testing/webhookReceiver.ts';
import { createWebhookWorld, type Hooked, type WebhookWorld } from '../../testing/webhookWorld.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { PublicAgent } from '../../platform/outgoing/publicAgent.ts';
import { removeBefore } from './deliveryRepo.ts';

let world: WebhookWorld;
beforeAll(async () => {
  world = await createWebhookWorld();
});
afterAll(() => world.close());

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

const owner = () => world.build.user({ name: 'Ada', isVerified: true });
const deliveriesOf = async (ada: Person, { id }: Pick<Hooked, 'id'>) =>
  (await world.as(ada)(api.listWebhookDeliveries, { id })).deliveries;
const webhookOf = async (ada: Person, { id }: Pick<Hooked, 'id'>) =>
  (await world.as(ada)(api.listWebhooks, {})).webhooks.find((one) => one.id === id);

/** An owner with a webhook that answers like this, and one event on its way to it. */
async function sentTo(respond: Parameters<Hooked['answer']>[0]) {
  const ada = await owner();
  const snapshotId = await world.build.snapshot(ada);
  const hooked = await world.hook(ada);
  hooked.answer(respond);
  await world.comment(world.as(ada), snapshotId, 'Hello');
  // Only the attempts that a test makes.
  await world.app.db('pgboss.job').where({ name: 'deliver_webhook' }).delete();
  return { ada, snapshotId, hooked };
}

const status = (code: number, headers: Record<string, string> = {}, body = '') =>
  ((response) => response.writeHead(code, headers).end(body)) as Parameters<Hooked['answer']>[0];

describe('an event that is not accepted', () => {
  test('is sent ten times with one id, and is failed then', async () => {
    const { ada, hooked } = await sentTo(status(500, {}, 'Out of order'));
    let now = Date.now() + SECOND;
    const gaps: number[] = [];
    while ((await world.attemptAt(new Date(now))) > 0) {
      const [row] = await deliveriesOf(ada, hooked);
      if (row?.nextAt == null) break;
      gaps.push(Math.round((Date.parse(row.nextAt) - now) / SECOND));
      now = Date.parse(row.nextAt);
    }
    expect(gaps).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(hooked.received).toHaveLength(10);
    expect(new Set(hooked.received.map(idOf)).size).toBe(1);
    expect(new Set(hooked.received.map(({ body }) => body)).size).toBe(1);
    expect(await deliveriesOf(ada, hooked)).toMatchObject([
      { status: 'failed', attempts: 10, answerStatus: 500, answer: 'Out of order', nextAt: null },
    ]);
  });

  test('is queued again for its time, after what the receiver asks for', async () => {
    const { ada, hooked } = await sentTo(status(429, { 'Retry-After': '120' }));
    const now = new Date(Date.now() + SECOND);
    await world.attemptAt(now);
    const next = new Date(now.getTime() + 120 * SECOND);
    expect(await deliveriesOf(ada, hooked)).toMatchObject([
      { status: 'pending', nextAt: next.toISOString() },
    ]);
    const jobs = await world.app
      .db('pgboss.job')
      .where({ name: 'deliver_webhook' })
      .select('start_after', 'data');
    expect(jobs).toMatchObject([{ start_after: next, data: { attempt: 1 } }]);
    hooked.answer(status(200));
    await world.attemptAt(next);
    expect(await deliveriesOf(ada, hooked)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  test.each([
    ['a redirect', 302, { Location: 'https://169.254.169.254/latest' }],
    ['a redirect to itself', 307, { Location: '/hooks' }],
    ['an error', 404, {}],
  ])('because the answer is %s is a failure', async (_, code, headers) => {
    const { ada, hooked } = await sentTo(status(code, headers as Record<string, string>));
    await world.attemptAt(new Date(Date.now() + SECOND));
    expect(hooked.received).toHaveLength(1);
    expect(await deliveriesOf(ada, hooked)).toMatchObject([{ status: 'pending', answerStatus: code }]);
  });
});

describe('a receiver', () => {
  test('that does not answer in time has failed, and keeps nothing waiting', async () => {
    const { ada, hooked } = await sentTo(() => undefined);
    const { sender } = world.app;
    world.app.sender = { ...sender, timeoutMs: 50 };
    onTestFinished(() => void (world.app.sender = sender));
    await world.attemptAt(new Date(Date.now() + SECOND));
    expect(await deliveriesOf(ada, hooked)).toMatchObject([
      { status: 'pending', answerStatus: null, answer: 'No answer within 0.05 seconds.' },
    ]);
  });

  test('that begins an answer and never ends it has failed too', async () => {
    const { ada, hooked } = await sentTo((response) => response.writeHead(200).write('x'));
    const { sender } = world.app;
    world.app.sender = { ...sender, timeoutMs: 50 };
    onTestFinished(() => void (world.app.sender = sender));
    await world.attemptAt(new Date(Date.now() + SECOND));
    expect(await deliveriesOf(ada, hooked)).toMatchObject([{ status: 'pending', answerStatus: null }]);
  });

  test('that answers with 10 MB is read up to a kilobyte', async () => {
    const { ada, hooked } = await sentTo((response) => {
      response.on('error', () => undefined);
      response.writeHead(200).end(Buffer.alloc(10_000_000, 'y'));
    });
    await world.attemptAt(new Date(Date.now() + SECOND));
    expect(await deliveriesOf(ada, hooked)).toMatchObject([
      { status: 'delivered', answer: 'y'.repeat(1024) },
    ]);
  });

  test('may answer with bytes that no text has', async () => {
    const { ada, hooked } = await sentTo((response) =>
      response.writeHead(200).end(Buffer.from([0, 255, 65])),
    );
    await world.attemptAt(new Date(Date.now() + SECOND));
    expect(await deliveriesOf(ada, hooked)).toMatchObject([{ status: 'delivered', answer: '\ufffd\ufffdA' }]);
  });

  test('on this computer gets nothing from a server that allows the internet only', async () => {
    const { ada, hooked } = await sentTo(status(200));
    const { sender } = world.app;
    world.app.sender = { ...sender, agent: new PublicAgent() };
    onTestFinished(() => void (world.app.sender = sender));
    await world.attemptAt(new Date(Date.now() + SECOND));
    expect(hooked.received).toEqual([]);
    expect(await deliveriesOf(ada, hooked)).toMatchObject([
      { status: 'pending', answerStatus: null, answer: 'The address is not on the internet.' },
    ]);
  });

  test('that says it is gone switches the webhook off, with an email', async () => {
    const { ada, snapshotId, hooked } = await sentTo(status(410));
    await world.attemptAt(new Date(Date.now() + SECOND));
    expect(await webhookOf(ada, hooked)).toMatchObject({ isOn: false, offReason: 'gone' });
    expect((await world.mailTo(ada.email)).text).toContain('Its server says that it is gone.');
    await world.comment(world.as(ada), snapshotId, 'Not sent');
    await world.drainJobs();
    expect(hooked.received).toHaveLength(1);

    hooked.answer(status(204));
    await world.as(ada)(api.updateWebhook, { id: hooked.id, isOn: true });
    await world.comment(world.as(ada), snapshotId, 'Sent');
    await world.drainJobs();
    expect(hooked.received).toHaveLength(2);
    expect(await webhookOf(ada, hooked)).toMatchObject({ isOn: true, offReason: null, failingSince: null });
  });

  test('that fails for five days is switched off; one that works meanwhile is not', async () => {
    const { ada, snapshotId, hooked } = await sentTo(status(500));
    const start = Date.now() + SECOND;
    const next = async (days: number) => {
      await world.comment(world.as(ada), snapshotId, 'Again');
      await world.app
        .db('webhook_deliveries')
        .where({ status: 'pending' })
        .update({ next_at: new Date(start) });
      await world.attemptAt(new Date(start + days * DAY));
      return webhookOf(ada, hooked);
    };
    expect(await next(0)).toMatchObject({ isOn: true, failingSince: new Date(start).toISOString() });
    hooked.answer(status(200));
    expect(await next(4)).toMatchObject({ isOn: true, failingSince: null });
    hooked.answer(status(500));
    expect(await next(5)).toMatchObject({ isOn: true });
    expect(await next(9.9)).toMatchObject({ isOn: true });
    expect(await next(10)).toMatchObject({ isOn: false, offReason: 'failing' });
    expect((await world.mailTo(ada.email)).text).toContain('Every delivery failed for 5 days.');
    expect((await deliveriesOf(ada, hooked)).every(({ status: now }) => now !== 'pending')).toBe(true);
  });

  test('gets at most two events at once, and a slow one holds up no other', async () => {
    const ada = await owner();
    const id = await world.build.snapshot(ada);
    const [slow, quick] = [await world.hook(ada), await world.hook(ada)];
    const held: (() => void)[] = [];
    let most = 0;
    slow.answer((response) => {
      held.push(() => response.writeHead(204).end());
      most = Math.max(most, held.length);
    });
    for (let at = 0; at < 6; at += 1) await world.comment(world.as(ada), id, `Comment ${at}`);
    const jobs = createJobs(world.app.config.databaseUrl ?? '', createLog('silent'));
    onTestFinished(() => jobs.stop());
    await jobs.start(jobHandlers(world.app), ['deliver_webhook']);
    await quick.until(6);
    await slow.until(2);
    expect(held).toHaveLength(2);
    for (let sent = 0; sent < 6; sent += 1) {
      await slow.until(sent + 1);
      held.shift()?.();
    }
    expect(most).toBe(2);
    expect(new Set(slow.received.map(idOf)).size).toBe(6);
  }, 60_000);
});

describe('a delivery', () => {
  test('is sent again with the id it had', async () => {
    const { ada, hooked } = await sentTo(status(500));
    const [first] = await deliveriesOf(ada, hooked);
    await world.attemptAt(new Date(Date.now() + SECOND));
    hooked.answer(status(200, {}, 'Thanks'));
    await world.as(ada)(api.resendWebhookDelivery, { id: hooked.id, deliveryId: first?.id ?? '' });
    await world.drainJobs();
    expect(await deliveriesOf(ada, hooked)).toMatchObject([
      { status: 'delivered', attempts: 2, answer: 'Thanks' },
    ]);
    await world.as(ada)(api.resendWebhookDelivery, { id: hooked.id, deliveryId: first?.id ?? '' });
    await world.drainJobs();
    expect(hooked.received).toHaveLength(3);
    expect(new Set(hooked.received.map(idOf)).size).toBe(1);
  });

  test('of another owner, or of another webhook, cannot be sent again', async () => {
    const { ada, hooked } = await sentTo(status(200));
    const other = await world.hook(ada);
    const [first] = await deliveriesOf(ada, hooked);
    const wanted = { id: hooked.id, deliveryId: first?.id ?? '' };
    const eve = await owner();
    const own = await world.hook(eve);
    const attempts: [Person, { id: string; deliveryId: string }][] = [
      [eve, wanted],
      [eve, { ...wanted, id: own.id }],
      [ada, { ...wanted, id: other.id }],
    ];
    for (const [person, input] of attempts)
      await expect(world.as(person)(api.resendWebhookDelivery, input)).rejects.toMatchObject({ status: 404 });
    await world.drainJobs();
    expect([hooked, own, other].map(({ received }) => received.length)).toEqual([0, 0, 0]);
  });

  test('carries both signatures for a day after the secret was replaced', async () => {
    const { ada, snapshotId, hooked } = await sentTo(status(200));
    const { secret, webhook } = await world.as(ada)(api.rotateWebhookSecret, { id: hooked.id });
    expect(webhook.oldSecretUntil).not.toBeNull();
    await world.attemptAt(new Date());
    const [both] = hooked.received;
    if (!both) throw new Error('Nothing came');
    for (const each of [hooked.secret, secret]) expect(verified(both, each).type).toBe('comment.created');

    await world.app.db('webhooks').where({ id: hooked.id }).update({ old_secret_until: new Date() });
    await world.comment(world.as(ada), snapshotId, 'Later');
    await world.drainJobs();
    const [, one] = hooked.received;
    if (!one) throw new Error('Nothing came');
    expect(verified(one, secret).type).toBe('comment.created');
    expect(() => verified(one, hooked.secret)).toThrow('No matching signature');
  });

  test('that is a test is tried once and says nothing about the webhook', async () => {
    const ada = await owner();
    const hooked = await world.hook(ada, { events: ['review.decided'] });
    hooked.answer(status(500));
    const { delivery } = await world.as(ada)(api.testWebhook, { id: hooked.id });
    expect(delivery).toMatchObject({ type: 'review.decided', isTest: true, status: 'pending', attempts: 0 });
    await world.drainJobs();
    expect(await deliveriesOf(ada, hooked)).toMatchObject([
      { status: 'failed', attempts: 1, answerStatus: 500 },
    ]);
    expect(await webhookOf(ada, hooked)).toMatchObject({ isOn: true, failingSince: null });
  });

  test('is made again when the process was killed before its outcome was stored', async () => {
    const { ada, hooked } = await sentTo(status(200));
    const [first] = await deliveriesOf(ada, hooked);
    await world.app.db('webhook_deliveries').where({ id: first?.id }).update({ claimed_at: new Date() });
    await world.attemptAt(new Date(Date.now() + SECOND));
    expect(await deliveriesOf(ada, hooked)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  test('is listed among the last hundred and kept for 30 days', async () => {
    const { ada, hooked } = await sentTo(status(200));
    await world.app.db.raw(
      `insert into webhook_deliveries (id, webhook_id, event_id, type, events, status, created_at)
       select gen_random_uuid(), ?, 'evt_' || n, 'comment.created', '{}', 'delivered', now() - n * interval '1 hour'
       from generate_series(1, 120) n`,
      [hooked.id],
    );
    const listed = await deliveriesOf(ada, hooked);
    expect(listed).toHaveLength(100);
    expect(listed.slice(1, 3)).toMatchObject([{ eventId: 'evt_1' }, { eventId: 'evt_2' }]);
    expect(await removeBefore(world.app.db, new Date(Date.now() - 100.5 * HOUR))).toBeGreaterThanOrEqual(20);
  });
});
