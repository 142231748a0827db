import type { Comment } from '@stagelink/shared/contracts/comments';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { CONNECT, READY } from '@stagelink/shared/preview/handshake';
import { comment } from '@stagelink/shared/testing/comment';
import { locator } from '@stagelink/shared/testing/locator';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ViewerPage } from '../../pages/viewer/ViewerPage.tsx';
import { serve } from '../../testing/server.ts';
import { removeCachedComment } from './api.ts';

const ID = 'k3q9x7m2a1b4';
const CONTENT = 'https://label.content.test';

const SNAPSHOT: SnapshotView = {
  id: ID,
  name: 'Checkout redesign',
  public: true,
  ownerUid: null,
  ownerName: 'Ada Lovelace',
  isOwner: false,
  you: { kind: 'visitor', name: null },
  commentPolicy: 'open',
  canComment: true,
  isUnclaimed: false,
  createdAt: '2026-11-14T09:30:00.000Z',
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  version: 3,
  picture: null,
  captured: null,
  totalBytes: 1024,
  files: [],
  contentUrl: `${CONTENT}/`,
  contentOrigin: CONTENT,
};

const thread = (authorName: string, pinNumber: number): Comment =>
  comment({
    id: crypto.randomUUID(),
    authorName,
    pinNumber,
    createdAt: 10 - pinNumber,
    locator: locator(),
    can: { ...comment().can, reply: true },
  });

let grace: Comment;
let alan: Comment;
let messages: { type: string }[];

/** Opens the viewer and connects its preview agent, whose port it returns. */
async function open({ hash = '', isListOpen = true } = {}): Promise<MessagePort> {
  serve({
    'GET /snapshots/:id': () => ({ snapshot: SNAPSHOT }),
    'GET /api/snapshots/:id/comments': () => ({ comments: [grace, alan] }),
    'POST /api/snapshots/:id/presence': () => ({ people: [], visitors: 0 }),
    'GET /api/snapshots/:id/reply-address': () => ({ isOffered: false, email: null, isConfirmed: false }),
    'GET /api/snapshots/:id/versions': () => ({ versions: [], keepVersions: null }),
    'POST /api/snapshots/:id/versions/:version/pins': () => ({ ok: true }),
    'PUT /api/snapshots/:id/comments/:commentId': ({ input: { state } }) => ({
      comment: { ...grace, state: state ?? grace.state },
    }),
  });
  window.history.replaceState(null, '', `/s/${ID}${hash}`);
  document.documentElement.setAttribute('data-viewer-panel', isListOpen ? 'open' : 'closed');
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div id="stage"><iframe id="preview" title="Preview" src="${CONTENT}/"></iframe></div>`,
  );
  render(<ViewerPage />);
  await screen.findByRole('heading', { level: 1, name: SNAPSHOT.name });
  const inner = document.querySelector<HTMLIFrameElement>('#preview')?.contentWindow ?? null;
  let port: MessagePort | undefined;
  Object.defineProperty(inner, 'postMessage', {
    configurable: true,
    value: (message: unknown, _origin: string, [offered]: MessagePort[]) => {
      if (message === CONNECT) port = offered;
    },
  });
  window.dispatchEvent(new MessageEvent('message', { data: READY, origin: CONTENT, source: inner }));
  if (!port) throw new Error('The viewer did not answer the agent');
  port.addEventListener('message', ({ data }) => messages.push(data as { type: string }));
  port.start();
  port.postMessage({ type: 'state', route: '/', title: '', viewport: { width: 800, height: 600 } });
  return port;
}

const atPin = (number: number) => screen.findByRole('region', { name: `Thread at pin ${number}` });
const inList = (name: string) => screen.findByRole('article', { name: `Thread by ${name}` });
const openInList = async (name: string) =>
  userEvent.click(within(await inList(name)).getByRole('button', { name: `Open the thread by ${name}` }));
const composer = () => screen.findByRole('region', { name: 'Write a comment' });

async function pick(port: MessagePort): Promise<void> {
  await userEvent.click(screen.getAllByRole('button', { name: 'Comment' })[0] as HTMLElement);
  await waitFor(() => expect(messages).toContainEqual(expect.objectContaining({ type: 'pick', isOn: true })));
  port.postMessage({
    type: 'picked',
    pickId: crypto.randomUUID(),
    picked: {
      locator: locator(),
      elementName: 'Cart, heading',
      elementHtml: '<h1>Cart</h1>',
      page: { scroll: { x: 0, y: 0 }, opened: [] },
    },
  });
}

beforeEach(() => {
  grace = thread('Grace', 1);
  alan = thread('Alan', 2);
  messages = [];
});

afterEach(() => {
  // A focused composer would receive the next test's keys.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  document.getElementById('stage')?.remove();
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

test('a link to a thread opens it at its pin, or in the list where that is open', async () => {
  await open({ hash: `#thread=${alan.id}`, isListOpen: false });
  expect(await atPin(2)).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Show 2 unresolved threads' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Thread at pin 2' })).toBeNull());
  expect((await inList('Alan')).dataset['current']).toBe('true');
});

test('a thread without a pin opens the list', async () => {
  alan = { ...alan, locator: null, pinNumber: null };
  await open({ hash: `#thread=${alan.id}`, isListOpen: false });
  expect((await inList('Alan')).dataset['current']).toBe('true');
});

test('Escape closes the thread at its pin, and the one in the list', async () => {
  const port = await open({ isListOpen: false });
  port.postMessage({ type: 'pinPressed', ids: [grace.id] });
  await atPin(1);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Thread at pin 1' })).toBeNull();
  await userEvent.keyboard(']');
  await openInList('Alan');
  expect((await inList('Alan')).dataset['current']).toBe('true');
  (await inList('Alan')).focus();
  await userEvent.keyboard('{Escape}');
  expect((await inList('Alan')).dataset['current']).toBe('false');
});

test('of several pins at one point, one is chosen', async () => {
  const port = await open({ isListOpen: false });
  port.postMessage({ type: 'pinPressed', ids: [grace.id, alan.id] });
  const chooser = within(await screen.findByRole('dialog'));
  await userEvent.click(chooser.getByRole('button', { name: /Alan/ }));
  expect(await atPin(2)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a reply that is being written stays while another thread opens, at its pin too', async () => {
  const port = await open();
  await userEvent.click(within(await inList('Grace')).getByRole('button', { name: 'Reply' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Reply to Grace' }), 'Half of it');
  await openInList('Alan');
  expect((await inList('Alan')).dataset['current']).toBe('true');
  expect(screen.getByDisplayValue('Half of it')).toBeTruthy();
  (await inList('Alan')).focus();
  await userEvent.keyboard(']');
  port.postMessage({ type: 'pinPressed', ids: [grace.id] });
  expect(within(await atPin(1)).getByDisplayValue('Half of it')).toBeTruthy();
});

test('R answers the thread at its pin', async () => {
  const port = await open({ isListOpen: false });
  port.postMessage({ type: 'pinPressed', ids: [grace.id] });
  await atPin(1);
  await userEvent.keyboard('r');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reply to Grace' })),
  );
});

test('a thread that another person deletes while it is open is closed', async () => {
  const port = await open({ isListOpen: false });
  port.postMessage({ type: 'pinPressed', ids: [grace.id] });
  await atPin(1);
  await removeCachedComment(ID, grace.id);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Thread at pin 1' })).toBeNull());
  port.postMessage({ type: 'pinPressed', ids: [alan.id] });
  expect(await atPin(2)).toBeTruthy();
});

test('a thread that was resolved at its pin comes back there', async () => {
  grace = { ...grace, can: { ...grace.can, resolve: true } };
  const port = await open({ isListOpen: false });
  port.postMessage({ type: 'pinPressed', ids: [grace.id] });
  await userEvent.click(within(await atPin(1)).getByRole('button', { name: 'Resolve' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await atPin(1)).toBeTruthy();
});

test('picking begins over an open thread, and leads back to it', async () => {
  const port = await open({ isListOpen: false });
  port.postMessage({ type: 'pinPressed', ids: [grace.id] });
  await atPin(1);
  await userEvent.keyboard('c');
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  expect(screen.queryByRole('region', { name: 'Thread at pin 1' })).toBeNull();
  await userEvent.click(cancel);
  expect(await atPin(1)).toBeTruthy();
});

test('a thread that is opened during a comment comes first, and the comment comes back after it', async () => {
  const port = await open({ isListOpen: false });
  await pick(port);
  await userEvent.type(within(await composer()).getByRole('textbox', { name: 'Comment' }), 'Larger');
  port.postMessage({ type: 'pinPressed', ids: [grace.id] });
  const open1 = within(await atPin(1));
  expect(screen.queryByRole('region', { name: 'Write a comment' })).toBeNull();
  await userEvent.click(open1.getByRole('button', { name: '1 unsent comment' }));
  expect(within(await composer()).getByRole('textbox', { name: 'Comment' })).toHaveProperty(
    'value',
    'Larger',
  );
  expect(screen.queryByRole('region', { name: 'Thread at pin 1' })).toBeNull();
});

test('a comment that was kept does not hide the thread that a link leads to', async () => {
  const port = await open({ isListOpen: false });
  await pick(port);
  await userEvent.type(within(await composer()).getByRole('textbox', { name: 'Comment' }), 'Larger');
  cleanup();
  document.getElementById('stage')?.remove();
  await open({ hash: `#thread=${alan.id}`, isListOpen: false });
  await atPin(2);
  expect(screen.queryByRole('region', { name: 'Write a comment' })).toBeNull();
  screen.getByRole('region', { name: 'Thread at pin 2' }).focus();
  await userEvent.keyboard('{Escape}');
  expect(within(await composer()).getByRole('textbox', { name: 'Comment' })).toHaveProperty(
    'value',
    'Larger',
  );
});
