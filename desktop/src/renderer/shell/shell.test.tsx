import { listOf, project } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ada, answer, callsOf, folder, emit } from '../testing/mainProcess.ts';
import { currentPage, open } from '../testing/open.tsx';

test.each([
  [{ 'connection.get': () => ({ kind: 'offline' }) as const }, 'The server cannot be reached.', 'Retry'],
  [
    { 'connection.get': () => ({ kind: 'incompatible', message: 'Update the companion.' }) as const },
    'Update the companion.',
    'See preferences',
  ],
  [{ 'engine.problem': () => 'The engine stopped.' }, 'The engine stopped.', 'Restart'],
  [
    { 'accounts.list': () => ({ all: [{ ...ada, isSignedIn: false }], activeId: ada.id, warning: null }) },
    'You are signed out of localhost:4600.',
    'Sign in again',
  ],
])('%o shows a banner above every page, with an action', async (answers, text, act) => {
  answer({ ...answers, 'folders.list': () => [folder({ name: 'shop' })] });
  open('/folders');
  expect((await screen.findByText(text)).closest('[role="alert"]')).not.toBeNull();
  expect(screen.getByRole('button', { name: act })).toBeDefined();
  expect(await screen.findByRole('row', { name: 'shop' })).toBeDefined();
});

test('the folders show while the server is unreachable', async () => {
  answer({ 'folders.list': () => [folder({ name: 'shop' })], 'connection.get': () => ({ kind: 'offline' }) });
  open('/folders', { 'GET /me': () => refusal(503, 'unavailable', 'Not now.') });
  expect(await screen.findByRole('row', { name: 'shop' })).toBeDefined();
  expect(screen.getByRole('button', { name: /Account of Ada/ })).toBeDefined();
});

test('a stopped engine is reported, and its folders are fetched again once it runs', async () => {
  open('/folders');
  await screen.findByRole('heading', { name: 'Drop a folder here' });
  act(() => emit('engine.failed', 'The engine stopped and is started again.'));
  await screen.findByText('The engine stopped and is started again.');
  answer({ 'folders.list': () => [folder({ name: 'shop' })] });
  act(() => emit('engine.failed', null));
  expect(await screen.findByRole('row', { name: 'shop' })).toBeDefined();
});

test('a store that was replaced is reported until the message is dismissed', async () => {
  const message = 'The companion’s data could not be used, because it is damaged.';
  answer({ 'storeNotice.dismiss': () => undefined });
  const person = open('/folders');
  await screen.findByRole('heading', { name: 'Drop a folder here' });
  act(() => emit('engine.failed', 'The engine stopped and is started again.'));
  answer({ 'storeNotice.get': () => message });
  act(() => emit('engine.failed', null));
  await screen.findByText(message);
  await person.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(message)).toBeNull();
  expect(callsOf('storeNotice.dismiss')).toHaveLength(1);
});

test('the tray, a notification or a link opens its page', async () => {
  const shop = folder({ name: 'shop' });
  answer({ 'folders.list': () => [shop] });
  open('/folders');
  await screen.findByRole('row', { name: 'shop' });
  act(() => emit('page.asked', `/folders/${shop.id}`));
  expect(await screen.findByRole('heading', { level: 1, name: 'shop' })).toBeDefined();
});

test('the dashboard is the web app’s own, and is read again when what was remembered was replaced', async () => {
  let name = 'Remembered';
  const shop = project();
  const handlers = {
    'GET /api/snapshots/list': () => listOf(),
    'GET /api/projects': () => ({
      projects: [{ ...shop, name }],
      withoutProject: 0,
    }),
  };
  open('/dashboard', handlers);
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeDefined();
  expect(await screen.findByRole('link', { name: /^Remembered/ })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Folders' })).toBeDefined();
  name = 'Fresh';
  act(() => emit('cache.refreshed', ['/api/projects']));
  expect(await screen.findByRole('link', { name: /^Fresh/ })).toBeDefined();
});

test("an ended session on the dashboard opens the companion's sign-in page", async () => {
  answer({
    'accounts.list': () => ({ all: [{ ...ada, isSignedIn: false }], activeId: ada.id, warning: null }),
  });
  open('/dashboard', { 'GET /me': () => refusal(401, 'unauthenticated', 'Log in.') });
  expect(await screen.findByRole('heading', { name: 'Sign in again' })).toBeDefined();
  expect(currentPage()).toBe('/sign-in');
});

test('signing out ends the account of this machine', async () => {
  answer({
    'accounts.signOut': () => emit('accounts.changed', { all: [], activeId: null, warning: null }),
  });
  const person = open('/folders');
  await person.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { name: 'Sign in to Stagelink' })).toBeDefined();
  expect(callsOf('accounts.signOut')).toEqual([[ada.id]]);
});

test('the account menu lists every account and adds another', async () => {
  const studio = { ...ada, id: 'studio', name: 'Studio', server: 'https://stage.studio.example' };
  answer({
    'accounts.list': () => ({ all: [ada, studio], activeId: ada.id, warning: null }),
    'accounts.use': () => undefined,
  });
  const person = open('/folders');
  await person.click(await screen.findByRole('button', { name: /Account of Ada/ }));
  await person.click(await screen.findByRole('button', { name: /^Studio/ }));
  expect(callsOf('accounts.use')).toEqual([['studio']]);
  await person.click(screen.getByRole('link', { name: 'Add another account' }));
  await waitFor(() => expect(currentPage()).toBe(`/sign-in?besides=${ada.id}`));
});

test('a page that only the web app has opens in the browser', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  open('/pricing?plan=annual');
  expect(await screen.findByRole('heading', { name: 'Opened in the browser' })).toBeDefined();
  expect(opened).toHaveBeenCalledWith('http://localhost:4600/pricing?plan=annual', '_blank', 'noopener');
});

test('what can be done with folders is in the palette', async () => {
  answer({ 'folders.list': () => [folder({ name: 'shop' })], 'folders.stage': () => undefined });
  const person = open('/folders', { 'GET /api/snapshots/list': () => listOf() });
  await screen.findByRole('row', { name: 'shop' });
  await person.keyboard('{Control>}k{/Control}');
  await person.type(await screen.findByRole('combobox'), 'stage shop');
  await person.keyboard('{Enter}');
  await waitFor(() => expect(callsOf('folders.stage')).toHaveLength(1));
});

test('the live channel is opened at the account’s server with a ticket', async () => {
  const opened: string[] = [];
  class Socket extends EventTarget {
    constructor(address: string) {
      super();
      opened.push(address);
    }
    close(): void {}
  }
  vi.stubGlobal('WebSocket', Socket);
  open('/folders');
  await waitFor(() => expect(opened).toContain('ws://localhost:4600/api/events?token=once'));
});
