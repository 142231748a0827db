import type { PushAddress } from '@stagelink/shared/contracts/push';

const WORKER = '/notifications.js';

export const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether the person, or a rule of the browser, refuses notifications of this site. */
export const isBlocked = (): boolean => Notification.permission === 'denied';

/** Returns the browser’s address at its push service, if it has one. */
async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export const hasAddress = async (): Promise<boolean> => (await current()) !== null;

const base64Url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const toAddress = (subscription: PushSubscription): PushAddress => ({
  url: subscription.endpoint,
  p256dh: base64Url(subscription.getKey('p256dh')),
  auth: base64Url(subscription.getKey('auth')),
});

export async function removeAddress(): Promise<void> {
  await (await current())?.unsubscribe();
}

/** Asks the person for permission. Resolves to whether it was given. */
export const askPermission = async (): Promise<boolean> =>
  (await Notification.requestPermission()) === 'granted';

/** Asks the browser’s push service for an address that takes messages of this server only. */
export async function requestAddress(publicKey: string): Promise<PushAddress> {
  await navigator.serviceWorker.register(WORKER, { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  // An address for another server’s key cannot be changed.
  await removeAddress();
  return toAddress(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}
