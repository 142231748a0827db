import { listOf, snapshot } from '@stagelink/shared/testing/builders';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Folder, StageRecord } from '../../../protocol/folders.ts';
import { answer, callsOf, folder, refuse, emit } from '../../testing/mainProcess.ts';
import { open } from '../../testing/open.tsx';

const at = ({ id }: Folder) => `/folders/${id}`;

test('a build is agreed to for exactly the commands that are shown', async () => {
  const commands = ['npm install', 'npm run build'];
  const fingerprints = ['a1', 'b2'];
  const shop = folder({ name: 'shop', state: { kind: 'asking', commands, fingerprints, isCovered: true } });
  answer({ 'folders.list': () => [shop], 'folders.agree': () => undefined });
  const person = open(at(shop));
  const card = within(await screen.findByRole('region', { name: 'Run these commands in this folder?' }));
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(commands);
  expect(card.getByTitle(shop.path)).toBeDefined();
  expect(callsOf('folders.agree')).toEqual([]);
  await person.click(card.getByRole('button', { name: 'Allow…' }));
  expect(callsOf('folders.agree')).toEqual([[shop.id]]);
});

test('a secret key is published after a dialog that names its file and line', async () => {
  const found = [{ path: 'config.js', line: 2, what: 'github credential' }];
  const shop = folder({ state: { kind: 'deciding', question: { kind: 'secrets', found } } });
  answer({ 'folders.list': () => [shop], 'folders.decide': () => undefined });
  const person = open(at(shop));
  const card = within(await screen.findByRole('alert'));
  expect(card.getByText('config.js, line 2: github credential')).toBeDefined();
  await person.click(card.getByRole('button', { name: 'Publish with keys…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Publish the keys?' });
  expect(dialog.textContent).toContain('config.js, line 2: github credential');
  expect(callsOf('folders.decide')).toEqual([]);
  await person.click(within(dialog).getByRole('button', { name: 'Publish with keys' }));
  expect(callsOf('folders.decide')).toEqual([[shop.id, true]]);
});

test('of what a page needs, the user decides whether it is staged', async () => {
  const needed = [{ path: 'shop.db', from: 'index.html' }];
  const shop = folder({ state: { kind: 'deciding', question: { kind: 'left_out', needed } } });
  answer({ 'folders.list': () => [shop], 'folders.decide': () => undefined });
  const person = open(at(shop));
  await screen.findByText('shop.db (in index.html)');
  await person.click(screen.getByRole('button', { name: 'Leave them out' }));
  expect(callsOf('folders.decide')).toEqual([[shop.id, false]]);
});

test('whether a copied folder is staged to the link of the original is decided by the user', async () => {
  const question = {
    kind: 'link',
    folder: '/work/copy',
    name: 'Shop',
    url: 'https://stagelink.example/s/shop',
    belongsTo: '/work/shop',
    hasOwn: false,
  } as const;
  const shop = folder({ state: { kind: 'deciding', question } });
  answer({ 'folders.list': () => [shop], 'folders.decide': () => undefined });
  const person = open(at(shop));
  const card = within(await screen.findByRole('alert'));
  expect(card.getByRole('heading').textContent).toBe(
    'The link of “Shop” (https://stagelink.example/s/shop) belongs to /work/shop.',
  );
  expect(card.getByText('Stage this folder to the same link, or make a new one?')).toBeDefined();
  await person.click(card.getByRole('button', { name: 'New link' }));
  await person.click(card.getByRole('button', { name: 'Same link' }));
  expect(callsOf('folders.decide')).toEqual([
    [shop.id, false],
    [shop.id, true],
  ]);
});

test('“Not now” runs nothing, and new commands need consent again', async () => {
  const shop = folder({
    state: { kind: 'asking', commands: ['npm run build'], fingerprints: ['a1'], isCovered: true },
  });
  answer({ 'folders.list': () => [shop] });
  const person = open(at(shop));
  await person.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.getByText('Nothing runs until you agree.')).toBeDefined();
  act(() =>
    emit('folder.changed', {
      ...shop,
      state: { kind: 'asking', commands: ['rm -rf dist'], fingerprints: ['b2'], isCovered: true },
    }),
  );
  expect(await screen.findByText('rm -rf dist')).toBeDefined();
  expect(callsOf('folders.agree')).toEqual([]);
});

test('a branch that was checked out since is named', async () => {
  const commands = ['npm run build'];
  const shop = folder({
    state: { kind: 'asking', commands, fingerprints: ['a1'], isCovered: true, branch: 'stranger' },
  });
  answer({ 'folders.list': () => [shop] });
  open(at(shop));
  expect(await screen.findByText(/You checked out “stranger” since/)).toBeDefined();
});

test('a full plan leads to the upgrade', async () => {
  const url = 'https://stagelink.example/pricing?mode=upgrade';
  const message = `Your plan allows 3 active snapshots and you have 3. Upgrade at ${url}.`;
  const problem = { code: 'limit', message, hint: 'Delete something.', lines: [] };
  const shop = folder({ state: { kind: 'failed', problem } });
  answer({ 'folders.list': () => [shop] });
  open(at(shop));
  const card = within(await screen.findByRole('alert'));
  expect(card.getByText(message)).toBeDefined();
  expect(card.getByRole('link', { name: 'Upgrade to Pro' }).getAttribute('href')).toBe(url);
});

test('a failure shows its message and hint, the failing line first', async () => {
  const lines = ["src/Cart.tsx(3,7): error TS2304: Cannot find name 'prce'.", 'npm error code 2'];
  const problem = {
    code: 'build_failed',
    message: 'The build failed.',
    hint: 'Mend it and try again.',
    lines,
  };
  const shop = folder({ state: { kind: 'failed', problem } });
  answer({ 'folders.list': () => [shop], 'folders.stage': () => undefined });
  const person = open(at(shop));
  const card = within(await screen.findByRole('alert'));
  expect(card.getByText('Mend it and try again.')).toBeDefined();
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(lines);
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  expect(callsOf('folders.stage')).toEqual([[shop.id]]);
});

test('a folder that cannot be watched shows why, and a hint', async () => {
  const watchProblem = {
    code: 'rebuilds',
    message: 'The build itself changes “version.txt”.',
    hint: 'Your next change is staged as usual.',
    lines: [],
  };
  const shop = folder({ watchProblem });
  answer({ 'folders.list': () => [shop] });
  open(at(shop));
  expect(await screen.findByRole('heading', { name: watchProblem.message })).toBeDefined();
  expect(screen.getByText(watchProblem.hint)).toBeDefined();
});

test('the log grows while a stage runs, begins anew with the next, and is copied whole', async () => {
  const shop = folder();
  answer({ 'folders.list': () => [shop], 'folders.log': () => [{ kind: 'command', text: 'npm run build' }] });
  const person = open(at(shop));
  const log = await screen.findByRole('log');
  act(() => emit('folder.logged', shop.id, [{ kind: 'output', text: 'vite v8' }]));
  await waitFor(() => expect(log.textContent).toBe('npm run buildvite v8'));
  await person.click(screen.getByRole('button', { name: 'Copy log' }));
  expect(await navigator.clipboard.readText()).toBe('npm run build\nvite v8');
  act(() => {
    emit('folder.changed', {
      ...shop,
      state: { kind: 'staging', step: 'building', text: '', fraction: null },
    });
    emit('folder.logged', shop.id, [{ kind: 'command', text: 'again' }]);
  });
  await waitFor(() => expect(screen.getByRole('log').textContent).toBe('again'));
});

test('a log that is scrolled up stays there until its button is pressed', async () => {
  const shop = folder();
  answer({ 'folders.list': () => [shop], 'folders.log': () => [{ kind: 'output', text: 'first' }] });
  const person = open(at(shop));
  const log = await screen.findByRole('log');
  Object.defineProperties(log, { scrollHeight: { value: 900 }, clientHeight: { value: 100 } });
  log.scrollTop = 200;
  fireEvent.scroll(log);
  act(() => emit('folder.logged', shop.id, [{ kind: 'output', text: 'second' }]));
  await screen.findByText('second');
  expect(log.scrollTop).toBe(200);
  await person.click(screen.getByRole('button', { name: 'Scroll to new lines' }));
  expect(log.scrollTop).toBe(900);
});

test('a build command is edited inline, and restored with Undo', async () => {
  const shop = folder();
  answer({
    'folders.list': () => [shop],
    'folders.change': (_id, settings) => ({ ...shop, settings: { ...shop.settings, ...settings } }),
  });
  const person = open(at(shop));
  expect(await screen.findByText('npm run build')).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Edit build command' }));
  await person.keyboard('make site{Enter}');
  expect(await screen.findByText('make site')).toBeDefined();
  await person.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(callsOf('folders.change')).toEqual([
      [shop.id, { buildCommand: 'make site' }],
      [shop.id, { buildCommand: null }],
    ]),
  );
});

test('variables for the build are names, and nothing else', async () => {
  const shop = folder();
  answer({
    'folders.list': () => [shop],
    'folders.change': (_id, settings) => ({ ...shop, settings: { ...shop.settings, ...settings } }),
  });
  const person = open(at(shop));
  await person.click(await screen.findByRole('button', { name: 'Edit variables for the build' }));
  const field = screen.getByRole('textbox', { name: 'Variables for the build' });
  await person.type(field, 'NPM_TOKEN=abc{Enter}');
  expect(await screen.findByText(/“NPM_TOKEN=abc” is not a valid variable name/)).toBeDefined();
  await person.clear(field);
  await person.type(field, 'NPM_TOKEN, DATASET{Enter}');
  expect(await screen.findByText('NPM_TOKEN DATASET')).toBeDefined();
  expect(callsOf('folders.change')).toEqual([[shop.id, { variables: ['NPM_TOKEN', 'DATASET'] }]]);
});

test.each(['../elsewhere', '/etc', 'dist/../..', 'C:\\dist', '~/dist'])(
  'the output folder %s is rejected before it is sent',
  async (typed) => {
    const shop = folder();
    answer({ 'folders.list': () => [shop] });
    const person = open(at(shop));
    await person.click(await screen.findByRole('button', { name: 'Edit output folder' }));
    await person.type(screen.getByRole('textbox', { name: 'Output folder' }), `${typed}{Enter}`);
    expect(await screen.findByText(/must be inside the folder/)).toBeDefined();
    expect(callsOf('folders.change')).toEqual([]);
  },
);

test('what is watched and whether a new link is protected are set at once', async () => {
  const shop = folder();
  answer({
    'folders.list': () => [shop],
    'folders.change': (_id, settings) => ({ ...shop, settings: { ...shop.settings, ...settings } }),
  });
  const person = open(at(shop));
  await person.click(await screen.findByRole('radio', { name: 'Output' }));
  await person.click(screen.getByRole('switch', { name: 'Password for a new link' }));
  await waitFor(() =>
    expect(callsOf('folders.change')).toEqual([
      [shop.id, { watched: 'output' }],
      [shop.id, { isProtected: false }],
    ]),
  );
});

test('a folder is linked to one of the account’s snapshots, with a word when another folder has it', async () => {
  const blog = folder({ name: 'blog', link: null });
  const shop = folder({ name: 'shop' });
  const taken = snapshot({ id: 'snapshot00000001', name: 'Shop' });
  answer({ 'folders.list': () => [blog, shop], 'folders.link': () => ({ ...blog, link: shop.link }) });
  const person = open(at(blog), { 'GET /api/snapshots/list': () => listOf(taken) });
  await person.click(await screen.findByRole('button', { name: 'Change the linked snapshot' }));
  await person.click(screen.getByRole('combobox', { name: 'Snapshot to stage to' }));
  await person.click(await screen.findByRole('option', { name: 'Shop' }));
  expect(screen.getByText(/shop is staged to it too/)).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Link' }));
  await waitFor(() => expect(callsOf('folders.link')).toEqual([[blog.id, 'snapshot00000001']]));
});

const pins = { found: 2, doubtful: 1, lost: 1, unknown: 0 };
const waitingFolder = (): Folder => {
  const shop = folder();
  return { ...shop, link: shop.link && { ...shop.link, waiting: { version: 4, pins } } };
};
const publishedAs = (shop: Folder, version: number): Folder => ({
  ...shop,
  link: shop.link && { ...shop.link, version, waiting: null },
});

test('a draft shows its pin results, is viewed, published and reverted', async () => {
  const shop = waitingFolder();
  answer({
    'folders.list': () => [shop],
    'link.look': () => undefined,
    'folders.publish': (_id, version) => publishedAs(shop, version),
  });
  const person = open(at(shop));
  const card = within(await screen.findByRole('region', { name: 'Version 4 is a draft' }));
  expect(card.getByRole('status').textContent).toBe('2 found1 doubtful1 lost');
  await person.click(card.getByRole('button', { name: 'View' }));
  await person.click(card.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /is a draft/ })).toBeNull());
  await person.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(callsOf('folders.publish')).toEqual([
      [shop.id, 4],
      [shop.id, 3],
    ]),
  );
  expect(callsOf('link.look')).toEqual([[shop.id]]);
});

test('a draft can be discarded, and stays if that fails', async () => {
  const shop = waitingFolder();
  let isDown = true;
  answer({
    'folders.list': () => [shop],
    'folders.discard': () => (isDown ? refuse('The server could not be reached.') : publishedAs(shop, 3)),
  });
  const person = open(at(shop));
  await person.click(await screen.findByRole('button', { name: 'Discard' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The server could not be reached.');
  isDown = false;
  await person.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /is a draft/ })).toBeNull());
});

test('the history lists every attempt, the newest first', async () => {
  const shop = folder();
  const record = (more: Partial<StageRecord>): StageRecord => ({
    id: 'one',
    folderId: shop.id,
    startedAt: Date.now() - 3_600_000,
    milliseconds: 2_300,
    cause: 'change',
    outcome: 'staged',
    files: 128,
    bytes: 4 * 1024 * 1024,
    changedFiles: 3,
    version: 7,
    url: 'http://localhost:4600/s/x',
    pins: null,
    problem: null,
    ...more,
  });
  const problem = { code: 'network', message: 'The server could not be reached.', hint: '', lines: [] };
  const nothing = { files: null, bytes: null, changedFiles: null, version: null, url: null };
  const failed = record({
    id: 'two',
    startedAt: Date.now(),
    outcome: 'failed',
    cause: 'person',
    problem,
    ...nothing,
  });
  const waiting = record({ id: 'three', startedAt: 1, outcome: 'waiting', version: 8, pins });
  answer({ 'folders.list': () => [shop], 'folders.history': () => [record({}), failed, waiting] });
  open(at(shop));
  const history = within(await screen.findByRole('region', { name: 'Staging history' }));
  const [, newest, oldest, held] = history.getAllByRole('row').map(({ textContent }) => textContent);
  expect(newest).toContain('YouFailedThe server could not be reached.');
  expect(oldest).toContain('File changeVersion 712834 MB2.3 s');
  expect(held).toContain('Version 8, draft1 of 4 pins lost, 1 doubtful');
  expect(history.getByRole('link', { name: 'Open version 7' })).toHaveProperty(
    'href',
    'http://localhost:4600/s/x',
  );
});

test('an unknown folder links back', async () => {
  open('/folders/gone');
  expect(await screen.findByRole('heading', { name: 'Folder not found' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to your folders' })).toBeDefined();
});

test('a log and a history that fail to load are reported', async () => {
  const shop = folder();
  answer({
    'folders.list': () => [shop],
    'folders.log': () => refuse('No.'),
    'folders.history': () => refuse('No.'),
  });
  open(at(shop));
  expect(await screen.findByText('Failed to read the log')).toBeDefined();
  expect(await screen.findByText('Failed to read the history')).toBeDefined();
});
