import { EXPIRY_WARNING_HOURS, RETENTION_DAYS } from '@stagelink/shared/contracts/limits';
import { listNotifications } from '@stagelink/shared/contracts/notifications';
import { extendSnapshot, getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sweep } from '../../platform/blobs/sweep.ts';
import { createLog } from '../../platform/log.ts';
import { follow } from '../../testing/live.ts';
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts';
import { stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { removeExpired, warnOfExpiry } from './expiry.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let mailbox: Mailbox;
let world: World;
beforeAll(async () => {
  mailbox = await openMailbox();
  world = await createWorld({
    mail: { url: mailbox.url, from: { name: 'Stagelink', email: 'mail@stagelink.example' } },
  });
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

async function someone(): Promise<Person> {
  const person = await world.build.user();
  await world.app.db('users').where({ id: person.id }).update({ email_verified_at: new Date() });
  return person;
}

/** Stages a snapshot that expires in this many days. */
async function staged(owner: Person, expiresInDays: number, html = '<h1>hi</h1>') {
  const files = { 'index.html': html };
  const { snapshot } = await stage(world, owner, files, { name: 'Checkout', password: null, expiresInDays });
  return snapshot;
}

const expireAt = (id: string, moment: Date) =>
  world.app.db('snapshots').where({ id }).update({ expires_at: moment });
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const titlesOf = async (person: Person) =>
  (await world.as(person)(listNotifications, {})).notifications.map(({ title }) => title);
/** Returns the moment this many hours before it expires. */
const before = ({ expiresAt }: { expiresAt: string }, hours: number) =>
  new Date(Date.parse(expiresAt) - hours * HOUR_MS);

const WARNING = '“Checkout” expires soon';

describe('the warning that a snapshot expires', () => {
  test('comes when it is due and not before, once, and by email', async () => {
    const ada = await someone();
    const snapshot = await staged(ada, 20);
    const client = await follow(world, ada);
    await warnOfExpiry(world.app, before(snapshot, EXPIRY_WARNING_HOURS + 1));
    expect(await titlesOf(ada)).toEqual([]);
    await warnOfExpiry(world.app, before(snapshot, EXPIRY_WARNING_HOURS));
    await warnOfExpiry(world.app, before(snapshot, 1));
    expect(await titlesOf(ada)).toEqual([WARNING]);
    expect(await client.next()).toMatchObject({ type: 'lists_changed' });
    await world.drainJobs();
    const mails = mailbox.all.filter(({ to }) => to === ada.email);
    expect(mails.map(({ subject }) => subject)).toEqual([WARNING]);
    expect(mails[0]?.link).toBe(`http://localhost:4600/dashboard?search=${snapshot.id}`);
  });

  test.each([
    ['2 days', 47],
    ['1 day', 24.5],
    ['5 hours', 5],
  ])('says %s as the table does, and a day in UTC instead of an hour', async (left, hours) => {
    const ada = await someone();
    const snapshot = await staged(ada, 20);
    await expireAt(snapshot.id, new Date('2027-03-05T23:30:00Z'));
    await warnOfExpiry(world.app, new Date(Date.parse('2027-03-05T23:30:00Z') - hours * HOUR_MS));
    const { notifications } = await world.as(ada)(listNotifications, {});
    expect(notifications[0]?.message).toContain(
      `Its link stops working in ${left}, on 5 March 2027 (UTC). Extend it`,
    );
  });

  test('comes once when several servers run at the same moment', async () => {
    const ada = await someone();
    const snapshot = await staged(ada, 20);
    await Promise.all(Array.from({ length: 5 }, () => warnOfExpiry(world.app, before(snapshot, 2))));
    expect(await titlesOf(ada)).toEqual([WARNING]);
  });

  test('comes again for another expiry, after the snapshot was extended', async () => {
    const ada = await someone();
    const snapshot = await staged(ada, 20);
    await warnOfExpiry(world.app, before(snapshot, 2));
    const { snapshot: extended } = await world.as(ada)(extendSnapshot, { id: snapshot.id });
    await warnOfExpiry(world.app, before(extended, EXPIRY_WARNING_HOURS + 1));
    expect(await titlesOf(ada)).toHaveLength(1);
    await warnOfExpiry(world.app, before(extended, 2));
    expect(await titlesOf(ada)).toHaveLength(2);
  });

  test('comes halfway through a short life, not right after staging', async () => {
    const ada = await someone();
    const snapshot = await staged(ada, 1);
    await warnOfExpiry(world.app, before(snapshot, 13));
    expect(await titlesOf(ada)).toEqual([]);
    await warnOfExpiry(world.app, before(snapshot, 11));
    expect(await titlesOf(ada)).toEqual([WARNING]);
  });

  test('comes to the others when one fails', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const snapshot = await staged(ada, 20);
    await staged(bob, 20);
    const enqueue = vi.spyOn(world.app.jobs, 'enqueue').mockRejectedValueOnce(new Error('no queue'));
    onTestFinished(() => enqueue.mockRestore());
    const quiet = { ...world.app, log: createLog('silent') };
    await expect(warnOfExpiry(quiet, before(snapshot, 2))).rejects.toThrow('failed');
    expect([await titlesOf(ada), await titlesOf(bob)]).toEqual([[], [WARNING]]);
  });

  test('does not come after the expiry', async () => {
    const ada = await someone();
    const snapshot = await staged(ada, 20);
    await warnOfExpiry(world.app, before(snapshot, -1));
    expect(await titlesOf(ada)).toEqual([]);
  });
});

/** Waits until this many statements are blocked by a lock. */
async function untilWaiting(many: number): Promise<void> {
  const waiting = world.app
    .db('pg_stat_activity')
    .where('wait_event_type', 'Lock')
    .whereRaw('datname = current_database()');
  while ((await waiting.clone().pluck('pid')).length < many);
}

describe('an expired snapshot', () => {
  const open = (id: string) => world.fetch({ path: `/snapshots/${id}` });

  test('is closed, and reopened by extending it on the 29th day', async () => {
    const ada = await someone();
    const { id } = await staged(ada, 20);
    await expireAt(id, daysAgo(RETENTION_DAYS - 1));
    expect((await open(id)).status).toBe(410);
    await removeExpired(world.app);
    await sweep(world.app, { now: new Date(Date.now() + DAY_MS) });
    await world.as(ada)(extendSnapshot, { id });
    const answer = await open(id);
    expect(answer.status).toBe(200);
    const { label } = (await world.app.db('snapshots').where({ id }).first('label')) as { label: string };
    const page = await world.fetch({ path: '/', headers: { Host: `${label}.localhost` } });
    expect(page.body.toString()).toContain('<h1>hi</h1>');
  });

  test('is deleted after its retention, its dashboard is updated, and its files follow', async () => {
    const ada = await someone();
    const { id } = await staged(ada, 20, '<h1>only here</h1>');
    const blobs = async () => Number((await world.app.db('blobs').count('* as n').first())?.['n']);
    const had = await blobs();
    await expireAt(id, daysAgo(RETENTION_DAYS));
    const client = await follow(world, ada);
    expect(await removeExpired(world.app)).toBe(1);
    expect(await client.next()).toMatchObject({ type: 'lists_changed' });
    await expect(world.as(ada)(getSnapshot, { id })).rejects.toMatchObject({ code: 'not_found' });
    expect((await open(id)).status).toBe(404);
    await sweep(world.app);
    expect(await blobs()).toBe(had - 1);
  });

  test('that cannot be deleted does not stop the others', async () => {
    const ada = await someone();
    const [held, gone] = [await staged(ada, 20), await staged(ada, 20)];
    await expireAt(held.id, daysAgo(RETENTION_DAYS + 2));
    await expireAt(gone.id, daysAgo(RETENTION_DAYS + 1));
    await world.app.db.schema.createTable('holds', (t) => void t.text('id').references('snapshots.id'));
    onTestFinished(async () => {
      await world.app.db.schema.dropTable('holds');
      await removeExpired(world.app);
    });
    await world.app.db('holds').insert({ id: held.id });
    await expect(removeExpired({ ...world.app, log: createLog('silent') })).rejects.toThrow('failed');
    expect(await world.app.db('snapshots').whereIn('id', [held.id, gone.id]).pluck('id')).toEqual([held.id]);
  });

  test('is not deleted by two servers, nor when its owner extends it at the last moment', async () => {
    const ada = await someone();
    const [gone, kept] = [await staged(ada, 20), await staged(ada, 20)];
    for (const { id } of [gone, kept]) await expireAt(id, daysAgo(RETENTION_DAYS + 1));
    const removing: Promise<number>[] = [];
    await world.app.db.transaction(async (tx) => {
      // Both have read the two rows by now and wait for this transaction.
      await tx('snapshots').where({ id: kept.id }).forNoKeyUpdate().first('id');
      removing.push(removeExpired(world.app), removeExpired(world.app));
      await untilWaiting(removing.length);
      await tx('snapshots')
        .where({ id: kept.id })
        .update({ expires_at: new Date(Date.now() + DAY_MS) });
    });
    const removed = await Promise.all(removing);
    expect(removed.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await world.app.db('snapshots').whereIn('id', [gone.id, kept.id]).pluck('id')).toEqual([kept.id]);
  });
});
