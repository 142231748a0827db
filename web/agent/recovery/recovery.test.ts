import { afterEach, expect, test, vi } from 'vitest';
import { refresh, renew, restart } from './recovery.ts';

const reload = vi.fn<() => void>();
const reloadable = () => vi.stubGlobal('location', { ...window.location, reload });

afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockClear();
});

test('a page is reloaded without the service workers and caches of its origin', async () => {
  reloadable();
  const unregister = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
  const remove = vi.fn<(name: string) => Promise<boolean>>().mockResolvedValue(true);
  const serviceWorker = { getRegistrations: () => Promise.resolve([{ unregister }, { unregister }]) };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('caches', { keys: () => Promise.resolve(['shell', 'data']), delete: remove });
  await refresh();
  expect(unregister).toHaveBeenCalledTimes(2);
  expect(remove.mock.calls).toEqual([['shell'], ['data']]);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page whose workers and caches are out of reach is reloaded all the same', async () => {
  reloadable();
  const refuse = () => Promise.reject(new DOMException('The context is sandboxed', 'SecurityError'));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('caches', { keys: refuse });
  await refresh();
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['/about?tab=1#team', 'http://localhost:3000/about?tab=1#team'],
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example/', '/'],
  ['javascript:alert(1)', '/'],
])('the renewal page opens %s as %s', async (to, opened) => {
  const replace = vi.fn<(url: string) => void>();
  const search = `?to=${encodeURIComponent(to)}`;
  vi.stubGlobal('location', { origin: 'http://localhost:3000', search, replace });
  const postMessage = vi.fn<(message: unknown, origin: string) => void>();
  vi.stubGlobal('parent', { postMessage });
  await renew();
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('stagelink:renewed', '*');
  expect(replace).toHaveBeenCalledWith(opened);
});

test('the agent starts again with the same tag', () => {
  const tag = document.createElement('script');
  // Keeps jsdom from fetching it.
  tag.type = 'text/plain';
  Object.assign(tag.dataset, { app: 'https://app.test', version: '2' });
  restart(tag);
  const added = document.documentElement.lastElementChild;
  expect(added).not.toBe(tag);
  expect(added?.outerHTML).toBe(tag.outerHTML);
  added?.remove();
});
