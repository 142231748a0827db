import type { RENEWED } from '@stagelink/shared/preview/handshake';

async function removeWorkers(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((one) => one.unregister()));
}

async function removeCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Neither exists in an opaque origin, and a browser may refuse either. */
const removeKept = () => Promise.allSettled([removeWorkers(), removeCaches()]);

/** Reloads the page past the prototype's service workers and caches, which keep an older version. */
export async function refresh(): Promise<void> {
  await removeKept();
  location.reload();
}

/** Opens the path that the address of the renewal page names, if it is on this origin. */
export async function renew(): Promise<void> {
  // A value that this file imports would become a file which the agent loads, too.
  parent.postMessage('stagelink:renewed' satisfies typeof RENEWED, '*');
  await removeKept();
  const target = new URL(new URLSearchParams(location.search).get('to') ?? '/', location.origin);
  location.replace(target.origin === location.origin ? target.href : '/');
}

const restarted = new WeakSet<Element>();

/** Starts the agent again, in a page that has replaced its document. A script element runs once. */
export function restart(tag: HTMLScriptElement): void {
  if (restarted.has(tag)) return;
  restarted.add(tag);
  const again = document.createElement('script');
  for (const { name, value } of tag.attributes) again.setAttribute(name, value);
  document.documentElement.append(again);
}

// The renewal page has no agent to call it.
if (import.meta.url.endsWith('?renew')) void renew();
