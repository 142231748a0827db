import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Folder } from '../../../protocol/folders.ts';
import { ada, answer, callsOf, folder, refuse, emit } from '../../testing/mainProcess.ts';
import { currentPage, open } from '../../testing/open.tsx';

const row = (name: string) => screen.findByRole('row', { name });
const problem = { code: 'build_failed', message: 'The build failed.', hint: '', lines: [] };

/** Drops entries on the window, as a file manager does. */
function drop(...names: string[]): void {
  const items = names.map((name) => ({ kind: 'file', getAsFile: () => new File([], name) }));
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], items } });
}

test('every folder is shown with what it is, its link and its state', async () => {
  answer({ 'folders.list': () => [folder({ name: 'shop' })] });
  open('/folders');
  const shop = await row('shop');
  expect(within(shop).getByText('Vite')).toBeDefined();
  expect(within(shop).getByTitle('/home/ada/work/shop')).toBeDefined();
  expect(within(shop).getByRole('button', { name: 'Shop' })).toBeDefined();
  expect(shop.textContent).toContain('v3 · staged 5m ago');
  expect(shop.textContent).toContain('Staged');
});

test.each([
  [{ kind: 'idle' }, 'Staged', 'Stage now'],
  [{ kind: 'settling' }, 'Changed', 'Stage now'],
  [
    { kind: 'asking', commands: ['npm run build'], fingerprints: ['a1'], isCovered: true },
    'Needs your consent',
    'Review',
  ],
  [{ kind: 'staging', step: 'sending', text: 'Sending', fraction: 0.42 }, '42%', 'Cancel'],
  [{ kind: 'queued', since: 0 }, 'Waiting for the server', 'Cancel'],
  [{ kind: 'signedOut' }, 'Waiting for sign-in', 'Sign in'],
  [{ kind: 'failed', problem }, 'The build failed.', 'Retry'],
  [{ kind: 'missing' }, 'Not found', 'Retry'],
] satisfies [Folder['state'], string, string][])(
  '%o is shown as “%s” and offers %s',
  async (state, expectedText, act) => {
    answer({ 'folders.list': () => [folder({ name: 'shop', state })] });
    open('/folders');
    const shop = await row('shop');
    expect(shop.textContent).toContain(expectedText);
    expect(within(shop).getByRole('button', { name: act })).toBeDefined();
  },
);

test('a draft is shown in its row, with a link to review it', async () => {
  const shop = folder({ name: 'shop' });
  const pins = { found: 2, doubtful: 0, lost: 1, unknown: 0 };
  const link = shop.link && { ...shop.link, waiting: { version: 4, pins } };
  answer({ 'folders.list': () => [{ ...shop, link }] });
  const person = open('/folders');
  const own = within(await row('shop'));
  expect(own.getByTitle('1 of 3 pins lost').textContent).toContain('Draft version 4');
  await person.click(own.getByRole('button', { name: 'Review' }));
  expect(currentPage()).toBe(`/folders/${shop.id}`);
});

test('events of the engine show at once', async () => {
  const shop = folder({ name: 'shop' });
  answer({ 'folders.list': () => [shop] });
  open('/folders');
  await row('shop');
  act(() => emit('folder.changed', { ...shop, state: { kind: 'failed', problem } }));
  expect((await row('shop')).textContent).toContain('The build failed.');
  expect(await screen.findByRole('link', { name: /1 folder failed/ })).toBeDefined();
  act(() => emit('folder.changed', folder({ name: 'blog' })));
  await row('blog');
  act(() => emit('folder.removed', shop.id));
  await waitFor(() => expect(screen.queryByRole('row', { name: 'shop' })).toBeNull());
});

test('a folder is staged and opened, and its link copied, from its row', async () => {
  const shop = folder({ name: 'shop' });
  answer({
    'folders.list': () => [shop],
    'folders.stage': () => undefined,
    'link.copy': () => undefined,
    'link.open': () => undefined,
  });
  const person = open('/folders');
  const own = within(await row('shop'));
  await person.click(own.getByRole('button', { name: 'Stage now' }));
  await person.click(own.getByRole('button', { name: 'Copy the link of shop' }));
  await person.click(own.getByRole('button', { name: 'Shop' }));
  await person.click(own.getByRole('button', { name: 'More actions for shop' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Copy link and password' }));
  expect(callsOf('folders.stage')).toEqual([[shop.id]]);
  await waitFor(() =>
    expect(callsOf('link.copy')).toEqual([
      [shop.id, false],
      [shop.id, true],
    ]),
  );
  expect(callsOf('link.open')).toEqual([[shop.id]]);
});

test('a failure shows the message of the main process, and can be retried', async () => {
  const shop = folder({ name: 'shop' });
  let isDown = true;
  answer({
    'folders.list': () => [shop],
    'folders.stage': () => (isDown ? refuse('The engine is starting.') : undefined),
  });
  const person = open('/folders');
  await person.click(within(await row('shop')).getByRole('button', { name: 'Stage now' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to stage');
  expect(alert.textContent).toContain('The engine is starting.');
  isDown = false;
  await person.click(within(alert).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(callsOf('folders.stage')).toHaveLength(2));
});

test('the list is worked in with the keyboard', async () => {
  const [shop, blog] = [folder({ name: 'shop' }), folder({ name: 'blog' })];
  answer({
    'folders.list': () => [shop, blog],
    'folders.stage': () => undefined,
    'folders.pick': () => null,
    'link.copy': () => undefined,
  });
  const person = open('/folders');
  await row('shop');
  await person.keyboard('j');
  expect(document.activeElement).toBe(await row('shop'));
  await person.keyboard('j');
  expect(document.activeElement).toBe(await row('blog'));
  await person.keyboard('sln');
  await waitFor(() => expect(callsOf('folders.pick')).toHaveLength(1));
  expect(callsOf('folders.stage')).toEqual([[blog.id]]);
  expect(callsOf('link.copy')).toEqual([[blog.id, false]]);
  await person.keyboard('k');
  expect(document.activeElement).toBe(await row('shop'));
  await person.keyboard('{Enter}');
  await waitFor(() => expect(currentPage()).toBe(`/folders/${shop.id}`));
});

test('an empty list invites, and a chosen folder is in it', async () => {
  answer({ 'folders.pick': () => folder({ name: 'shop' }) });
  const person = open('/folders');
  expect(await screen.findByRole('heading', { name: 'Drop a folder here' })).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Choose a folder' }));
  await row('shop');
});

test('folders and files are dropped at once, and one that a link cannot open is refused with a message', async () => {
  answer({
    'folders.add': (token) =>
      token.endsWith('.csv')
        ? refuse('A link cannot open rows.csv.')
        : folder({ name: token.split(' ').at(-1) ?? '' }),
  });
  open('/folders');
  await screen.findByRole('heading', { name: 'Drop a folder here' });
  drop('shop', 'rows.csv', 'deck.pdf');
  await row('shop');
  await row('deck.pdf');
  expect(callsOf('folders.add')).toEqual([['token of shop'], ['token of rows.csv'], ['token of deck.pdf']]);
  expect((await screen.findByRole('alert')).textContent).toContain('A link cannot open rows.csv.');
});

test('a file is chosen in a dialog of its own', async () => {
  answer({ 'folders.pick': () => folder({ name: 'deck' }) });
  const person = open('/folders');
  await person.click(await screen.findByRole('button', { name: 'Choose a file' }));
  await row('deck');
  await person.click(screen.getByRole('button', { name: 'Add file' }));
  await waitFor(() => expect(callsOf('folders.pick')).toEqual([['file'], ['file']]));
});

test('a folder that is removed comes back with its settings and its link', async () => {
  const shop = folder({ name: 'shop' });
  const again = { ...shop, id: 'folder-again' };
  answer({
    'folders.list': () => [shop],
    'folders.remove': () => undefined,
    'folders.restore': () => again,
  });
  const person = open('/folders');
  await person.click(within(await row('shop')).getByRole('button', { name: 'More actions for shop' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Remove from list' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: 'shop' })).toBeNull());
  expect(callsOf('folders.remove')).toEqual([[shop.id]]);
  await person.click(await screen.findByRole('button', { name: 'Undo' }));
  await row('shop');
  expect(callsOf('folders.restore')).toEqual([[shop.id]]);
});

test('everything is paused with one switch', async () => {
  answer({
    'folders.list': () => [folder()],
    'preferences.change': ({ isPaused = false }) => ({
      hotkey: null,
      opensAtLogin: false,
      isPaused,
      showsAlerts: true,
      hotkeyProblem: null,
    }),
  });
  const person = open('/folders');
  const pause = await screen.findByRole('switch', { name: 'Pause all' });
  await waitFor(() => expect(pause).toHaveProperty('disabled', false));
  await person.click(pause);
  await waitFor(() => expect(pause).toHaveProperty('checked', true));
  expect(callsOf('preferences.change')).toEqual([[{ isPaused: true }]]);
});

test('folders that fail to load are reported, and can be retried', async () => {
  let isDown = true;
  answer({ 'folders.list': () => (isDown ? refuse('The engine stopped.') : [folder({ name: 'shop' })]) });
  const person = open('/folders');
  const alert = await screen.findByText(/Failed to read your folders: The engine stopped./);
  isDown = false;
  await person.click(within(alert.parentElement ?? alert).getByRole('button', { name: 'Retry' }));
  expect(await row('shop')).toBeDefined();
});

test('a folder of another account names the account', async () => {
  const studio = { ...ada, id: 'studio', name: 'Studio', server: 'https://stage.studio.example' };
  answer({
    'accounts.list': () => ({ all: [ada, studio], activeId: ada.id, warning: null }),
    'folders.list': () => [folder({ name: 'shop', accountId: 'studio' })],
  });
  open('/folders');
  expect(await screen.findByText('of Studio on stage.studio.example')).toBeDefined();
});

async function saveZip(name: string): Promise<void> {
  const person = open('/folders');
  await person.click(within(await row(name)).getByRole('button', { name: `More actions for ${name}` }));
  await person.click(await screen.findByRole('menuitem', { name: 'Save as ZIP…' }));
}

test('the newest version is saved as a zip, and files with another name in it are named', async () => {
  const renamed = ['“A.png” is called “A (2).png” in the zip.', '“B.png” is called “B (2).png” in the zip.'];
  answer({
    'folders.list': () => [folder({ name: 'shop' })],
    'link.save': () => ({ file: '/home/ada/Shop v3.zip', renamed }),
  });
  await saveZip('shop');
  expect(await screen.findByText('Saved to /home/ada/Shop v3.zip')).toBeDefined();
  expect(
    screen.getByText(/“A.png” is called “A \(2\).png” in the zip. 1 more has another name, too./),
  ).toBeDefined();
});

test('a folder without a link offers no zip', async () => {
  answer({ 'folders.list': () => [folder({ name: 'shop', link: null })] });
  const person = open('/folders');
  await person.click(within(await row('shop')).getByRole('button', { name: 'More actions for shop' }));
  await screen.findByRole('menuitem', { name: 'Remove from list' });
  expect(screen.queryByRole('menuitem', { name: 'Save as ZIP…' })).toBeNull();
});
