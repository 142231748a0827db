import {
  getEmailPreferences,
  listNotifications,
  readAllNotifications,
  readNotification,
  setEmailPreferences,
} from '@stagelink/shared/contracts/notifications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { follow } from '../../testing/live.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { type NotificationDraft, notify } from './service.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const draftOf = (title: string): NotificationDraft => ({
  type: 'other',
  title,
  message: 'Something happened.',
  actionUrl: '/dashboard',
  snapshotId: null,
});

const notifyOf = (person: Person, title: string) =>
  world.app.db.transaction((tx) => notify(world.app, tx, { userId: person.id, ...draftOf(title) }));

async function personWith(...titles: string[]): Promise<Person> {
  const person = await world.build.user();
  for (const title of titles) await notifyOf(person, title);
  return person;
}

const listOf = (person: Person) => world.as(person)(listNotifications, {});

describe('notifications', () => {
  test('are listed newest first, with how many are unread', async () => {
    const ada = await personWith('first', 'second');
    const { notifications, unread, nextCursor } = await listOf(ada);
    expect(notifications.map(({ title }) => title)).toEqual(['second', 'first']);
    expect(notifications[0]).toMatchObject({
      type: 'other',
      message: 'Something happened.',
      readAt: null,
      actionUrl: '/dashboard',
    });
    expect({ unread, nextCursor }).toEqual({ unread: 2, nextCursor: null });
  });

  test('are visible to their recipient only', async () => {
    await personWith('not yours');
    expect(await listOf(await world.build.user())).toMatchObject({ notifications: [], unread: 0 });
  });

  test('come in pages, each once, also those created at the same moment', async () => {
    const ada = await personWith('1', '2', '3', '4', '5');
    const made = new Date('2026-01-02T03:04:05Z');
    await world.app.db('notifications').where({ user_id: ada.id }).update({ created_at: made });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await world.as(ada)(listNotifications, { limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.notifications.map(({ title }) => title));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(['5', '4', '3', '2', '1']);
  });

  test.each(['x', 'eyJ4IjoxfQ.AAAA'])('are not listed from the made-up cursor %s', async (cursor) => {
    const ada = await world.build.user();
    await expect(world.as(ada)(listNotifications, { cursor })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'cursor',
    });
  });
});

describe('a notification', () => {
  test('is published to its recipient at once', async () => {
    const ada = await world.build.user();
    const client = await follow(world, ada);
    await notifyOf(ada, 'latest');
    expect(await client.next()).toMatchObject({ type: 'lists_changed' });
    expect((await listOf(ada)).unread).toBe(1);
  });

  test('does not exist after a rollback', async () => {
    const ada = await world.build.user();
    const undone = world.app.db.transaction(async (tx) => {
      await notify(world.app, tx, { userId: ada.id, ...draftOf('never') });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await listOf(ada)).toMatchObject({ notifications: [], unread: 0 });
  });

  test('is read once, and every window of its recipient is updated', async () => {
    const ada = await personWith('one', 'two');
    const [{ id } = { id: '' }] = (await listOf(ada)).notifications;
    const client = await follow(world, ada);
    await world.as(ada)(readNotification, { id });
    await world.as(ada)(readNotification, { id });
    await world.as(ada)(readAllNotifications, {});
    await world.as(ada)(readAllNotifications, {});
    await notifyOf(ada, 'three');
    // Reading again changes nothing and publishes nothing.
    expect(await client.next()).toMatchObject({ type: 'notification_read', notificationId: id });
    expect(await client.next()).toMatchObject({ type: 'all_notifications_read' });
    expect(await client.next()).toMatchObject({ type: 'lists_changed' });
    const { notifications, unread } = await listOf(ada);
    expect(unread).toBe(1);
    expect(notifications.map(({ readAt }) => readAt !== null)).toEqual([false, true, true]);
  });

  test('of another user gets not found and stays unread', async () => {
    const ada = await personWith('private');
    const [{ id } = { id: '' }] = (await listOf(ada)).notifications;
    const bob = await world.build.user();
    await expect(world.as(bob)(readNotification, { id })).rejects.toMatchObject({ code: 'not_found' });
    await world.as(bob)(readAllNotifications, {});
    expect((await listOf(ada)).unread).toBe(1);
  });
});

test('email is immediate by default, and a setting is stored', async () => {
  const ada = await world.build.user();
  expect(await world.as(ada)(getEmailPreferences, {})).toEqual({ emailFrequency: 'immediately' });
  await world.as(ada)(setEmailPreferences, { emailFrequency: 'daily' });
  expect(await world.as(ada)(getEmailPreferences, {})).toEqual({ emailFrequency: 'daily' });
});
