import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { ApiOwner } from '../support/apiOwner.ts';
import { signUp } from '../support/stagelink.ts';
import { authenticate, expect } from '../support/story.ts';
import { openPushService, startTrusting, test } from '../support/webhooks.ts';

/** Gives the browser a push service: the real ones cannot be reached from a test. */
async function providePushService(
  page: Page,
  address: { url: string; p256dh: string; auth: string },
): Promise<void> {
  await page.addInitScript(({ url, ...keys }) => {
    const KEPT = 'push service';
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
    const subscription = {
      endpoint: url,
      getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]).buffer,
      async unsubscribe() {
        localStorage.removeItem(KEPT);
        return true;
      },
    } as PushSubscription;
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem(KEPT) === null ? null : subscription;
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(KEPT, url);
      return subscription;
    };
  }, address);
}

/** Hands a message to the service worker, as the browser does when its push service has one. */
async function deliver(page: Page, origin: string, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
}

test('a reply is pushed to the browser that asked for it, and one click leads to the thread', async ({
  browser,
  dataDir,
}) => {
  test.setTimeout(180_000);
  const server = await startTrusting(dataDir);
  const pushService = await openPushService();
  const account = await signUp(server.url, 'Ada');
  const context = await browser.newContext({ baseURL: server.url, permissions: ['notifications'] });
  const page = await context.newPage();
  await authenticate(page, server, account.email);
  const owner = ApiOwner.of(server.url, account);
  const state = await page.request.get('/api/push');
  const { publicKey } = (await state.json()) as { publicKey: string };
  const device = pushService.subscribe(publicKey);
  await providePushService(page, device.address);

  await page.goto('/settings#notifications');
  const section = page.getByRole('region', { name: 'Browser Notifications' });
  await section.getByRole('switch', { name: 'In this browser' }).click();
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  const { snapshot } = await owner.stage({ 'index.html': '<h1>Boat shed</h1>' }, { password: 'none' });
  const comments = `/api/snapshots/${snapshot.id}/comments`;
  const { comment: thread } = await owner.call<{ comment: { id: string } }>('POST', comments, {
    text: 'Two pixels too low',
  });
  const bob = await ApiOwner.register(server.url);
  await bob.call('POST', comments, { text: 'Lower now', parentId: thread.id });
  await expect.poll(() => pushService.messagesOf(device)).toMatchObject([{ body: 'Lower now' }]);
  expect(pushService.refusals).toEqual([]);

  const [message] = pushService.messagesOf(device);
  await deliver(page, server.url, message ?? {});
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => [
        title,
        body,
      ]),
    );
  await expect.poll(shown).toEqual([[message?.title, 'Lower now']]);

  const [worker] = context.serviceWorkers();
  // A window may be opened only by a real click on the notification, which a test cannot make.
  const opened = await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      clients: { openWindow: unknown };
      registration: ServiceWorkerRegistration;
    };
    const [notification] = await scope.registration.getNotifications();
    return new Promise<string>((resolve) => {
      scope.clients.openWindow = resolve;
      const click = new Event('notificationclick');
      Object.assign(click, { notification, waitUntil: () => undefined });
      globalThis.dispatchEvent(click);
    });
  });
  expect(opened).toBe(`${server.url}/s/${snapshot.id}#thread=${thread.id}`);
  await page.goto(opened ?? '');
  await expect(page.getByText('Lower now')).toBeVisible();

  await page.goto('/settings#notifications');
  await section.getByRole('switch', { name: 'In this browser' }).click();
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
  await context.close();
  await server.stop();
  pushService.close();
});
