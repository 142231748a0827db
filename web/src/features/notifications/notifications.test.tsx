import type { Notification } from '@stagelink/shared/contracts/notifications';
import { ada, listOf } from '@stagelink/shared/testing/builders';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../testing/server.ts';
import { visit } from '../../testing/visit.tsx';

const LIST = 'GET /api/notifications';
const me = { 'GET /me': () => ({ user: ada }), 'GET /api/snapshots/list': () => listOf() };
const MINUTE = 60_000;

const notificationNumber = (number: number, more: Partial<Notification> = {}): Notification => ({
  id: `01938c3e-0000-7000-8000-${String(number).padStart(12, '0')}`,
  type: 'comment_new',
  title: `Comment ${number}`,
  message: 'Tighten this',
  createdAt: new Date().toISOString(),
  readAt: null,
  actionUrl: `/s/abcdefghijkl?comment=${number}`,
  isAlert: false,
  ...more,
});
const page = (notifications: Notification[], unread: number, nextCursor: string | null = null) => ({
  notifications,
  unread,
  nextCursor,
});

/** A fake server that remembers what is read. */
function keeping(...own: Notification[]): Handlers {
  const answer = () => page(own, own.filter(({ readAt }) => readAt === null).length);
  const read = (notifications: Notification[]) => {
    for (const each of notifications) each.readAt = new Date().toISOString();
    return { ok: true } as const;
  };
  return {
    ...me,
    [LIST]: answer,
    'POST /api/notifications/:id/read': ({ input }) => read(own.filter(({ id }) => id === input.id)),
    'POST /api/notifications/read-all': () => read(own),
  };
}

async function openBell(person: ReturnType<typeof visit>, name: RegExp | string = /^Notifications,/) {
  await person.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('region', { name: 'Notifications' }));
}

test('the bell says how many are unread, and announces it', async () => {
  serve({ ...me, [LIST]: () => page([notificationNumber(1)], 128) });
  visit('/dashboard');
  const bell = await screen.findByRole('button', { name: 'Notifications, 128 unread' });
  expect(bell.textContent).toBe('99+');
  expect(screen.getByText('128 unread notifications').tagName).toBe('OUTPUT');
});

test('each shows its age; unread ones are marked as text, too', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE - 1000).toISOString();
  serve(
    keeping(
      notificationNumber(1),
      notificationNumber(2, { createdAt: ago(5), readAt: ago(1) }),
      notificationNumber(3, { createdAt: ago(3 * 60) }),
      notificationNumber(4, { createdAt: ago(40 * 24 * 60) }),
    ),
  );
  const inbox = await openBell(visit('/dashboard'));
  expect((await inbox.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
    'UnreadComment 1Just nowTighten this',
    'Comment 25m agoTighten this',
    'UnreadComment 33h agoTighten this',
    'UnreadComment 440d agoTighten this',
  ]);
});

test("opening one marks it read at once, and again from the server's reply", async () => {
  const handlers = keeping(notificationNumber(1), notificationNumber(2));
  const requests = serve(handlers);
  const person = visit('/dashboard');
  const inbox = await openBell(person, 'Notifications, 2 unread');
  const link = await inbox.findByRole('link', { name: /Comment 1/ });
  expect(link.getAttribute('href')).toBe('/s/abcdefghijkl?comment=1');
  expect(link.getAttribute('target')).toBe('_blank');
  await person.click(link);

  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeDefined();
  await waitFor(() =>
    expect(requests['POST /api/notifications/:id/read']?.map(({ input }) => input)).toEqual([
      { id: notificationNumber(1).id },
    ]),
  );
  await waitFor(() => expect(requests[LIST]).toHaveLength(2));
});

test('one with an external link can be read but not opened', async () => {
  serve(keeping(notificationNumber(1, { actionUrl: '//example.com/', title: 'Elsewhere' })));
  const person = visit('/dashboard');
  const inbox = await openBell(person);
  await person.click(await inbox.findByRole('button', { name: /Elsewhere/ }));
  expect(inbox.queryByRole('link')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Notifications, none unread' })).toBeDefined();
});

test('all are marked read, and a refusal takes that back', async () => {
  let isDown = true;
  const handlers = keeping(notificationNumber(1), notificationNumber(2));
  const READ_ALL = 'POST /api/notifications/read-all';
  const readAll = handlers[READ_ALL];
  serve({
    ...handlers,
    [READ_ALL]: (sent) => (isDown || !readAll ? refusal(403, 'forbidden', 'Not now.') : readAll(sent)),
  });
  const person = visit('/dashboard');
  const inbox = await openBell(person, 'Notifications, 2 unread');
  await person.click(inbox.getByRole('button', { name: 'Mark all read' }));
  expect(await screen.findByText('Not now.')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBeDefined();

  isDown = false;
  await person.click(inbox.getByRole('button', { name: 'Mark all read' }));
  expect(await screen.findByRole('button', { name: 'Notifications, none unread' })).toBeDefined();
  expect(inbox.queryByText('Unread')).toBeNull();
});

test('older ones come as the list is scrolled', async () => {
  serve({
    ...me,
    [LIST]: ({ input }) =>
      input.cursor === 'older' ? page([notificationNumber(2)], 2) : page([notificationNumber(1)], 2, 'older'),
  });
  const inbox = await openBell(visit('/dashboard'));
  expect(inbox.queryByText('Comment 2')).toBeNull();
  fireEvent.scroll(await inbox.findByRole('list'));
  expect(await inbox.findByText('Comment 2')).toBeDefined();
});

test('an empty list has a sentence', async () => {
  serve(me);
  const inbox = await openBell(visit('/dashboard'));
  expect(await inbox.findByText('No notifications yet')).toBeDefined();
  expect(inbox.getByRole('button', { name: 'Mark all read' }).getAttribute('aria-disabled')).toBe('true');
});

test('a list that fails to load can be retried', async () => {
  let isDown = true;
  serve({
    ...me,
    [LIST]: () => (isDown ? refusal(429, 'rate_limited', 'Not now.') : page([notificationNumber(1)], 1)),
  });
  const person = visit('/dashboard');
  const inbox = await openBell(person);
  const failure = within(await inbox.findByRole('alert'));
  isDown = false;
  await person.click(failure.getByRole('button', { name: 'Retry' }));
  expect(await inbox.findByText('Comment 1')).toBeDefined();
});

test('a list that is refused for good offers no retry', async () => {
  serve({ ...me, [LIST]: () => refusal(403, 'forbidden', 'Not yours.') });
  const inbox = await openBell(visit('/dashboard'));
  const failure = within(await inbox.findByRole('alert'));
  expect(failure.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('Escape returns the focus to the bell', async () => {
  serve(me);
  const person = visit('/dashboard');
  await openBell(person);
  await person.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Notifications/));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull());
});
