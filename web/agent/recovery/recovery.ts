async function removeWorkers(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((one) => one.unregister()));
}

async function removeCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Reloads the page past the prototype's service workers and caches, which keep an older version. */
export async function refresh(): Promise<void> {
  // Neither exists in an opaque origin, and a browser may refuse either.
  await Promise.allSettled([removeWorkers(), removeCaches()]);
  location.reload();
}

/** Starts the agent again, in a page that has replaced its document. A script element runs once. */
export function restart(tag: HTMLScriptElement): void {
  const again = document.createElement('script');
  for (const { name, value } of tag.attributes) again.setAttribute(name, value);
  document.documentElement.append(again);
}
