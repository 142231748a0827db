import { ada, listOf } from '@stagelink/shared/testing/builders';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { visit } from '../../testing/visit.tsx';

const PUBLIC_KEY = 'B'.repeat(87);
const bytes = (length: number) => new Uint8Array(length).fill(255).buffer;

/** A browser with a push service, as a page sees it. */
function browserWith(permission: NotificationPermission, isReachable = true) {
  let subscription: object | null = null;
  const subscribed: unknown[] = [];
  const made = {
    endpoint: 'https://push.example/ada',
    getKey: (name: string) => bytes(name === 'auth' ? 16 : 65),
    unsubscribe: () => {
      subscription = null;
      return Promise.resolve(true);
    },
  };
  const registration = {
    pushManager: {
      getSubscription: () => Promise.resolve(subscription),
      subscribe(options: unknown) {
        if (!isReachable) return Promise.reject(new DOMException('push service error', 'AbortError'));
        subscribed.push(options);
        subscription = made;
        return Promise.resolve(made);
      },
    },
  };
  const notification = {
    permission,
    requestPermission: () => Promise.resolve(notification.permission),
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', Object);
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    serviceWorker: {
      getRegistration: () => Promise.resolve(registration),
      register: () => Promise.resolve(registration),
      ready: Promise.resolve(registration),
    },
  });
  return {
    notification,
    subscribed,
    subscribe: () => void (subscription = made),
    hasAddress: () => subscription !== null,
  };
}
afterEach(() => vi.unstubAllGlobals());

/** A fake server that remembers whether this browser gets notifications. */
function keeping(isOn = false): Handlers {
  const state = () => ({ isOn, publicKey: PUBLIC_KEY });
  const become = (next: boolean) => () => {
    isOn = next;
    return state();
  };
  return {
    'GET /me': () => ({ user: ada }),
    'GET /me/storage': () => ({ usedBytes: 0, maxBytes: 1 }),
    'GET /auth/sessions': () => ({ sessions: [] }),
    'GET /auth/change-email': () => ({ email: null }),
    'GET /api/webhooks': () => ({ webhooks: [] }),
    'GET /api/issue-trackers': () => ({
      trackers: { githubRepository: null, jiraUrl: null, connections: [] },
    }),
    'GET /api/notifications/preferences': () => ({ emailFrequency: 'hourly' }),
    'GET /api/push': state,
    'PUT /api/push': become(true),
    'DELETE /api/push': become(false),
  };
}

const section = async () => within(await screen.findByRole('region', { name: 'Browser Notifications' }));
const toggle = async () => (await section()).findByRole('switch', { name: 'In this browser' });

test('notifications in the browser are off until they are turned on, and off again', async () => {
  const browser = browserWith('granted');
  const requests = serve(keeping());
  const person = visit('/settings');
  expect((await toggle()).getAttribute('aria-checked')).toBe('false');
  await person.click(await toggle());
  expect(await (await section()).findByText('On')).toBeDefined();
  expect(browser.subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: PUBLIC_KEY }]);
  expect(requests['PUT /api/push']?.map(({ input }) => input)).toEqual([
    { url: 'https://push.example/ada', p256dh: `${'_'.repeat(86)}8`, auth: `${'_'.repeat(21)}w` },
  ]);

  await person.click(await toggle());
  expect(await (await section()).findByText('Off')).toBeDefined();
  expect(browser.hasAddress()).toBe(false);
});

test('a browser without a push service says so', async () => {
  serve(keeping());
  visit('/settings');
  expect(
    await (await section()).findByText('This browser cannot show notifications of websites.'),
  ).toBeDefined();
  expect((await section()).queryByRole('switch')).toBeNull();
});

test('what is blocked says what to do, and changes once it is allowed', async () => {
  const { notification } = browserWith('denied');
  serve(keeping());
  visit('/settings');
  expect(await (await section()).findByText('Blocked by this browser.')).toBeDefined();
  notification.permission = 'granted';
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect((await toggle()).getAttribute('aria-checked')).toBe('false');
});

test('without permission nothing is turned on', async () => {
  const { notification, subscribed } = browserWith('default');
  const requests = serve(keeping());
  const person = visit('/settings');
  notification.requestPermission = () => {
    notification.permission = 'denied';
    return Promise.resolve('denied' as const);
  };
  await person.click(await toggle());
  expect(await (await section()).findByText('Blocked by this browser.')).toBeDefined();
  expect([subscribed, requests['PUT /api/push']]).toEqual([[], undefined]);
});

test('a push service that is unreachable is named', async () => {
  browserWith('granted', false);
  serve(keeping());
  const person = visit('/settings');
  await person.click(await toggle());
  expect(await screen.findByText(/^Failed to turn notifications on/)).toBeDefined();
  expect((await toggle()).getAttribute('aria-checked')).toBe('false');
});

test('a refusal of the server can be retried', async () => {
  browserWith('granted');
  let isDown = true;
  const handlers = keeping();
  serve({
    ...handlers,
    'GET /api/push': () =>
      isDown ? refusal(429, 'rate_limited', 'Not now.') : { isOn: false, publicKey: PUBLIC_KEY },
  });
  const person = visit('/settings');
  const failed = await screen.findByText('Failed to load whether notifications are on');
  isDown = false;
  await person.click(
    within(failed.parentElement as HTMLElement).getByRole('button', { name: /^(Retry|Try Again)$/ }),
  );
  expect(await toggle()).toBeDefined();
});

test('the notifications of who was signed in to this browser before end', async () => {
  const browser = browserWith('granted');
  browser.subscribe();
  serve({ ...keeping(), 'GET /api/snapshots/list': () => listOf() });
  visit('/dashboard');
  await waitFor(() => expect(browser.hasAddress()).toBe(false));
});
