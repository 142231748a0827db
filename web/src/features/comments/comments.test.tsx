import type { Comment, updateComment } from '@stagelink/shared/contracts/comments';
import { ACTING_AS, type SnapshotView, VISITOR } from '@stagelink/shared/contracts/snapshots';
import { CONNECT, READY } from '@stagelink/shared/preview/handshake';
import { comment } from '@stagelink/shared/testing/comment';
import { type Handlers, type Received, refusal } from '@stagelink/shared/testing/fakeServer';
import { locator } from '@stagelink/shared/testing/locator';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { switchSingleKeys } from '../../lib/keyboard/keys.ts';
import { invalidateSnapshotView } from '../snapshots/viewApi.ts';
import { invalidateComments, removeCachedComment } from './api.ts';
import { serve } from '../../testing/server.ts';
import { ViewerPage } from '../../pages/viewer/ViewerPage.tsx';

const markdown = vi.hoisted(() => ({ read: 0 }));
vi.mock('../../kit/markdown/Markdown.tsx', async (original) => {
  const { Markdown } = await original<typeof import('../../kit/markdown/Markdown.tsx')>();
  return {
    Markdown(props: { text: string }) {
      markdown.read += 1;
      return Markdown(props);
    },
  };
});

const ID = 'k3q9x7m2a1b4';
const CONTENT = 'https://label.content.test';
const PINNED = '0190a0e2-6b1c-7c3e-8000-000000000009';
const POST = 'POST /api/snapshots/:id/comments';
const UPDATE = 'PUT /api/snapshots/:id/comments/:commentId';
const THREAD = 'GET /api/snapshots/:id/comments/:commentId/thread';
const TREE = 'GET /api/snapshots/:id/page-trees/:hash';
const REPIN = 'PUT /api/snapshots/:id/comments/:commentId/pin';

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
  expiresAt: new Date(Date.now() + 5.5 * 86_400_000).toISOString(),
  version: 3,
  picture: null,
  captured: null,
  totalBytes: 1024,
  files: [],
  contentUrl: `${CONTENT}/`,
  contentOrigin: CONTENT,
};

/** State of the fake server. */
let comments: Comment[];
let isReachable: boolean;
let messages: { type: string }[];

const CONTEXT = {
  route: '/cart',
  title: 'Cart',
  viewport: { width: 840, height: 856 },
  browser: 'Chrome 141 on Windows',
  elementName: 'Cart, heading',
  elementHtml: '<h1>Cart</h1>',
  page: null,
};

const updated = ({ input: { text, state } }: Received<typeof updateComment>) => ({
  comment: comment({ ...comments[0], ...(text && { text }), ...(state && { state }) }),
});

function start(snapshot: Partial<SnapshotView> = {}, more: Handlers = {}) {
  const requests = serve({
    'GET /snapshots/:id': () => ({ snapshot: { ...SNAPSHOT, ...snapshot } }),
    'GET /api/snapshots/:id/comments': () => ({ comments }),
    [POST]: ({ form }) => {
      if (!isReachable) return refusal(503, 'unavailable', 'Come back later.');
      const posted = comment({
        id: form.id,
        text: form.text,
        authorName: 'Anonymous',
        isAnonymous: true,
      });
      comments = [...comments, posted];
      return { comment: posted };
    },
    [REPIN]: ({ form: { locator: moved } }) => ({ comment: comment({ ...comments[0], locator: moved }) }),
    [UPDATE]: updated,
    'POST /api/snapshots/:id/presence': () => ({ people: [], visitors: 0 }),
    'GET /api/snapshots/:id/people': () => ({
      people: [
        { name: 'Ada Lovelace', isOwner: true },
        { name: 'Grace Hopper', isOwner: false },
      ],
    }),
    'GET /api/snapshots/:id/reply-address': () => ({ isOffered: true, email: null, isConfirmed: false }),
    'PUT /api/snapshots/:id/reply-address': ({ input }) => ({
      isOffered: true,
      email: input.email,
      isConfirmed: false,
    }),
    'DELETE /api/snapshots/:id/reply-address': () => ({ ok: true }),
    'GET /api/snapshots/:id/versions': () => ({ versions: [], keepVersions: null }),
    'POST /api/snapshots/:id/versions/:version/pins': () => ({ ok: true }),
    ...more,
  });
  window.history.replaceState(null, '', `/s/${ID}`);
  // The user left the comments open.
  document.documentElement.setAttribute('data-viewer-panel', 'open');
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div id="stage"><iframe id="preview" title="Preview" src="${CONTENT}/"></iframe></div>`,
  );
  render(<ViewerPage />);
  return requests;
}

/** The preview agent's port. */
function agent(): MessagePort {
  const frame = document.querySelector<HTMLIFrameElement>('#preview');
  const inner = frame?.contentWindow;
  let port: MessagePort | undefined;
  Object.defineProperty(inner, 'postMessage', {
    configurable: true,
    value: (message: unknown, _origin: string, [offered]: MessagePort[]) => {
      if (message === CONNECT) port = offered;
    },
  });
  window.dispatchEvent(new MessageEvent('message', { data: READY, origin: CONTENT, source: inner ?? null }));
  if (!port) throw new Error('The viewer did not answer the agent');
  port.addEventListener('message', ({ data }) => messages.push(data as { type: string }));
  port.start();
  port.postMessage({ type: 'state', route: '/', title: '', viewport: { width: 0, height: 0 } });
  return port;
}

const picked = () => ({
  type: 'picked',
  pickId: crypto.randomUUID(),
  picked: {
    locator: locator(),
    elementName: 'Cart, heading',
    elementHtml: '<h1>Cart</h1>',
    page: { scroll: { x: 0, y: 0 }, opened: [] },
  },
});

const threadOf = async (name: string) =>
  within(await screen.findByRole('article', { name: `Thread by ${name}` }));
const openThread = async (name: string) =>
  userEvent.click((await threadOf(name)).getByRole('button', { name: `Open the thread by ${name}` }));
const newText = () => screen.findByRole('textbox', { name: 'Write a comment' });

/** A key in a field ends the wait for what is typed on after the field of the test before. */
function endTyping(): void {
  const field = document.body.appendChild(document.createElement('input'));
  fireEvent.keyDown(field, { key: 'Shift' });
  field.remove();
}

beforeEach(() => {
  endTyping();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  );
  comments = [];
  isReachable = true;
  messages = [];
});

afterEach(() => {
  // A focused composer would receive the next test's keys.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  vi.restoreAllMocks();
  document.getElementById('stage')?.remove();
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

test('a thread shows author, role, version and place', async () => {
  comments = [
    comment({
      text: 'Too *long*',
      isOwner: true,
      pinNumber: 4,
      locator: locator(),
      context: CONTEXT,
      version: 2,
    }),
  ];
  start();
  await openThread('Grace');
  const thread = await threadOf('Grace');
  for (const text of ['Grace', 'Owner', 'Just now', 'v2', 'Signed in', '/cart', '840 × 856', '<h1>Cart</h1>'])
    expect(thread.getByText(text)).toBeTruthy();
  expect((await thread.findByText('long')).tagName).toBe('EM');
  expect(thread.getByRole('button', { name: 'Show pin 4' })).toBeTruthy();
});

test('only authors with an account are marked as signed in', async () => {
  comments = [
    comment({ authorName: 'Grace' }),
    comment({ authorName: 'Bea', isReviewer: true, hasAccount: false }),
  ];
  start();
  const grace = await threadOf('Grace');
  expect(grace.getByTitle('Signed in')).toBeTruthy();
  expect((await threadOf('Bea')).queryByTitle('Signed in')).toBeNull();
});

test('resolved threads are listed under All Comments', async () => {
  comments = [comment({ state: 'resolved', resolved: { at: Date.now(), byName: 'Ada', version: 3 } })];
  start();
  expect(await screen.findByText('No unresolved comments.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'All Comments' }));
  expect((await threadOf('Grace')).getByText('Resolved in v3 by Ada')).toBeTruthy();
});

test('the list is narrowed to one’s own comments and grouped by page', async () => {
  const mine = comment({ text: 'Mine', authorName: 'Ada', can: { ...comment({}).can, edit: true } });
  comments = [mine, comment({ text: 'Theirs', context: CONTEXT })];
  start({ isOwner: true, you: { kind: 'owner', name: 'Ada' } });
  expect(await screen.findByText('Theirs')).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Filter comments' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Mine' }));
  expect(screen.queryByText('Theirs')).toBeNull();
  expect(screen.getByText('Mine', { selector: 'p' })).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Filter comments (on)' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Assigned to me' }));
  expect(screen.getByText('No comments match.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear the filter' }));

  await userEvent.click(screen.getByRole('button', { name: 'Filter comments' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Group by page' }));
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '/cart',
    'No page',
  ]);
});

describe('unread threads', () => {
  const READ = 'PUT /api/snapshots/:id/read-threads';
  const owner = { isOwner: true, you: { kind: 'owner', name: 'Ada' } } as const;

  test('are marked, and opening one marks it as read up to its newest comment', async () => {
    const root = comment({ text: 'Larger', isUnread: true, createdAt: 1_000 });
    comments = [root, comment({ parentId: root.id, text: 'Bolder', createdAt: 2_000 })];
    let read: unknown;
    start(owner, {
      [READ]: ({ input }) => {
        read = input.threads;
        return { ok: true };
      },
    });
    expect(await screen.findByText('Unread')).toBeTruthy();

    await userEvent.click(screen.getByRole('button', { name: 'Open the thread by Grace' }));
    await waitFor(() => expect(read).toEqual([{ id: root.id, readUpTo: 2_000 }]));
    expect(screen.queryByText('Unread')).toBeNull();
  });

  test('can all be marked as read, and one as unread again', async () => {
    const theirs = comment({ text: 'Larger', isUnread: true, createdAt: 1_000 });
    comments = [theirs, comment({ text: 'Smaller', authorName: 'Bob', isUnread: true, createdAt: 2_000 })];
    const sent: unknown[] = [];
    start(owner, {
      [READ]: ({ input }) => {
        sent.push(input.threads);
        return { ok: true };
      },
    });
    expect(await screen.findAllByText('Unread')).toHaveLength(2);

    await userEvent.click(screen.getByRole('button', { name: 'Filter comments' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark all as read' }));
    expect(screen.queryByText('Unread')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Actions for the comment by Grace' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }));
    expect(screen.getAllByText('Unread')).toHaveLength(1);
    expect(sent).toEqual([
      expect.arrayContaining([{ id: theirs.id, readUpTo: 1_000 }]),
      [{ id: theirs.id, readUpTo: 0 }],
    ]);
  });

  test('that were opened are marked once for each newest comment, even if the server takes no mark', async () => {
    const root = comment({ text: 'Larger', isUnread: true, createdAt: 1_000 });
    comments = [root];
    const requests = start(owner, { [READ]: () => refusal(429, 'rate_limited', 'Come back later.') });
    await userEvent.click(await screen.findByRole('button', { name: 'Open the thread by Grace' }));
    await waitFor(() => expect(requests[READ]).toHaveLength(1));
    await invalidateComments(ID);
    expect(requests['GET /api/snapshots/:id/comments']).toHaveLength(2);
    expect(screen.queryByText('Unread')).toBeNull();
    expect(requests[READ]).toHaveLength(1);

    comments = [root, comment({ parentId: root.id, text: 'Bolder', createdAt: 2_000 })];
    await invalidateComments(ID);
    await waitFor(() => expect(requests[READ]).toHaveLength(2));
    expect(requests['GET /api/snapshots/:id/comments']).toHaveLength(3);
    expect(screen.queryByText('Unread')).toBeNull();
  });

  test('stay unread when the one before is resolved, unless that one was open', async () => {
    comments = ['Grace', 'Bob', 'Alan'].map((authorName, at) =>
      answerable({ id: crypto.randomUUID(), authorName, createdAt: 9 - at, isUnread: true }),
    );
    const requests = start(owner, { [READ]: () => ({ ok: true }) });
    await userEvent.click((await threadOf('Grace')).getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Thread by Bob'));
    expect(screen.getAllByText('Unread')).toHaveLength(2);
    expect(requests[READ] ?? []).toHaveLength(0);

    await userEvent.click(screen.getByRole('button', { name: 'Open the thread by Bob' }));
    await userEvent.click((await threadOf('Bob')).getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Thread by Alan'));
    await waitFor(() => expect(requests[READ]).toHaveLength(2));
  });

  test('stay as they were when the server does not take the mark, and that is said', async () => {
    comments = [comment({ text: 'Larger', isUnread: true }), comment({ authorName: 'Bob' })];
    start(owner, { [READ]: () => refusal(429, 'rate_limited', 'Come back later.') });
    await screen.findByText('Unread');
    await userEvent.click(screen.getByRole('button', { name: 'Filter comments' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark all as read' }));
    expect(await screen.findByText('Failed to mark all as read. Please try again.')).toBeTruthy();
    expect(await screen.findByText('Unread')).toBeTruthy();

    await userEvent.click(screen.getByRole('button', { name: 'Actions for the comment by Bob' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }));
    expect(
      await (await threadOf('Bob')).findByText('Failed to mark as unread. Please try again.'),
    ).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('Unread')).toHaveLength(1));
  });
});

test('a comment is shown at once; when it fails it keeps its text, and is sent again under the same id', async () => {
  isReachable = false;
  const requests = start();
  await userEvent.type(await newText(), 'Half the size{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Failed to add comment. Please try again. Come back later.')).toBeTruthy();
  expect(screen.getByText('Half the size')).toBeTruthy();

  isReachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(/Failed to add/)).toBeNull());
  expect(screen.getAllByText('Half the size')).toHaveLength(1);
  const ids = requests[POST]?.map(({ form }) => form.id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('a comment that did not reach the server is sent when the browser is online again', async () => {
  const requests = start();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Write a comment' }), 'From the train');
  const { fetch } = window;
  vi.stubGlobal('fetch', (to: RequestInfo, init?: RequestInit) =>
    (init?.method ?? (to as Request).method) === 'POST'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : fetch(to, init),
  );
  await userEvent.click(screen.getByRole('textbox', { name: 'Your name' }));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(
    await screen.findByText('Failed to add comment. Please try again. It is sent when you are online again.'),
  ).toBeTruthy();
  vi.stubGlobal('fetch', fetch);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText(/^Failed to add comment/)).toBeNull());
  expect(requests[POST]).toHaveLength(1);
});

test('what had arrived when its page was left has not failed, and is sent no second time', async () => {
  isReachable = false;
  const requests = start();
  await userEvent.type(await newText(), 'Half the size{Control>}{Enter}{/Control}');
  expect(await screen.findByText(/^Failed to add comment/)).toBeTruthy();
  const id = requests[POST]?.[0]?.form.id;
  // Only the response was lost.
  comments = [comment({ ...(id && { id }), text: 'Half the size', authorName: 'Anonymous' })];
  await invalidateComments(ID);
  await waitFor(() => expect(screen.queryByText(/^Failed to add comment/)).toBeNull());
  expect(screen.getAllByText('Half the size')).toHaveLength(1);
  expect(Object.keys(localStorage).filter((key) => key.includes('outbox'))).toEqual([]);
});

describe('two people who use one browser', () => {
  const visitor = { kind: 'visitor', name: null, id: VISITOR } as const;

  let ada: SnapshotView['you'];
  let bob: SnapshotView['you'];
  let you: SnapshotView['you'];
  /** Who the page says sends each comment. */
  let senders: (string | null)[];

  function open(more: Handlers = {}) {
    const view: Handlers = { 'GET /snapshots/:id': () => ({ snapshot: { ...SNAPSHOT, you } }) };
    const requests = start({}, { ...view, ...more });
    const send = fetch;
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const isComment = init.method === 'POST' && address.endsWith('/comments');
      if (isComment) senders.push(new Headers(init.headers).get(ACTING_AS));
      return send(address, init);
    });
    return requests;
  }

  async function becomes(next: SnapshotView['you']): Promise<void> {
    you = next;
    await invalidateSnapshotView(ID);
  }

  beforeEach(() => {
    ada = { kind: 'owner', name: 'Ada', id: crypto.randomUUID() };
    bob = { kind: 'user', name: 'Bob', id: crypto.randomUUID() };
    you = ada;
    senders = [];
  });

  test('see neither drafts nor unsent comments of each other, and find their own again', async () => {
    isReachable = false;
    const requests = open();
    await userEvent.type(await newText(), 'Half the size{Control>}{Enter}{/Control}');
    expect(await screen.findByText(/^Failed to add comment/)).toBeTruthy();
    await userEvent.type(await newText(), 'Not yet');

    await becomes(bob);
    expect(await screen.findByText('You are signed in as')).toBeTruthy();
    expect(screen.queryByText('Half the size')).toBeNull();
    expect((await newText()).textContent).toBe('');
    await userEvent.type(await newText(), 'Lovely{Control>}{Enter}{/Control}');
    await waitFor(() => expect(requests[POST]).toHaveLength(2));

    await becomes(ada);
    expect(await screen.findByText('Half the size')).toBeTruthy();
    expect(screen.queryByText('Lovely')).toBeNull();
    expect(await newText()).toHaveProperty('value', 'Not yet');
    expect(senders).toEqual([ada.id, bob.id]);
  });

  test('a comment is kept for the person whose session has ended, and the page says who uses it now', async () => {
    const signedOut = refusal(401, 'unauthenticated', 'You are signed out. Log in, then try again.');
    const requests = open({
      [POST]: () => {
        you = visitor;
        return signedOut;
      },
    });
    await userEvent.type(await newText(), 'Half the size{Control>}{Enter}{/Control}');
    expect(await screen.findByText('You are signed out.')).toBeTruthy();
    expect(screen.getByText(/Your unsent comments are kept/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByText('Half the size')).toBeNull();
    expect(requests[POST]).toHaveLength(1);

    await becomes(ada);
    expect(await screen.findByText('Half the size')).toBeTruthy();
  });
});

test('a draft outlives the page, and goes when it is sent', async () => {
  start();
  await userEvent.type(await newText(), 'Not yet');
  expect(Object.values(localStorage).join(' ')).toContain('Not yet');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(comments).toHaveLength(1));
  await waitFor(() => expect(Object.values(localStorage).join(' ')).not.toContain('Not yet'));
});

const answerable = (more: Partial<Comment> = {}) =>
  comment({ text: 'Too large', can: { ...comment().can, edit: true, reply: true, resolve: true }, ...more });

async function beginAnswer(): Promise<void> {
  await userEvent.click((await threadOf('Grace')).getByRole('button', { name: 'Reply' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Reply to Grace' }), 'One more thing');
}

test('an unsent reply does not change its comment', async () => {
  comments = [answerable()];
  start();
  await beginAnswer();
  await userEvent.click(screen.getByRole('tab', { name: 'Details' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Comments' }));
  expect((await threadOf('Grace')).getByText('Too large')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Edit' })).toBeNull();
  expect(screen.getByDisplayValue('One more thing')).toBeTruthy();
});

test('attached files are kept while another panel is open', async () => {
  start();
  await newText();
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!picker) throw new Error('There is no file picker');
  await userEvent.upload(picker, new File(['a'], 'notes.txt', { type: 'text/plain' }));
  expect(await screen.findByText(/notes\.txt/)).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Details' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Comments' }));
  expect(await screen.findByText(/notes\.txt/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove notes.txt' }));
});

test('a thread with an open reply stays when it is resolved', async () => {
  comments = [answerable({ id: PINNED })];
  start();
  await beginAnswer();
  comments = [
    answerable({ id: PINNED, state: 'resolved', resolved: { at: Date.now(), byName: 'Ada', version: 3 } }),
  ];
  await invalidateComments(ID);
  expect(await (await threadOf('Grace')).findByText('Resolved in v3 by Ada')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByDisplayValue('One more thing'));
});

test('what is deleted while the list is read again costs nothing that is new in it', async () => {
  const first = answerable();
  const gone = comment({ id: crypto.randomUUID(), text: 'Going' });
  comments = [first, gone];
  start();
  expect(await screen.findByText('Going')).toBeTruthy();
  comments = [first, comment({ id: crypto.randomUUID(), text: 'New to us' })];
  void invalidateComments(ID);
  await removeCachedComment(ID, gone.id);
  expect(await screen.findByText('New to us')).toBeTruthy();
});

test('what another tab could not send is kept when this one sends', async () => {
  start();
  const key = `stagelink-outbox-${ID}`;
  await newText();
  const other = {
    id: crypto.randomUUID(),
    parentId: null,
    text: 'From the other tab',
    visitorName: null,
    authorName: 'Anonymous',
    placed: null,
    context: null,
    version: 3,
    createdAt: 1,
    hadFiles: false,
  };
  localStorage.setItem(key, JSON.stringify([other]));
  await userEvent.type(await newText(), 'From here{Control>}{Enter}{/Control}');
  await waitFor(() => expect(comments).toHaveLength(1));
  await waitFor(() => expect(localStorage.getItem(key)).not.toContain('From here'));
  expect(localStorage.getItem(key)).toContain('From the other tab');
});

test('with Caps Lock R replies, with Shift it resolves', async () => {
  comments = [answerable({ id: PINNED, pinNumber: 1, locator: locator() })];
  const requests = start({ isOwner: true, you: { kind: 'user', name: 'Ada' } });
  await threadOf('Grace');
  agent().postMessage({ type: 'pinPressed', ids: [PINNED] });
  await waitFor(() =>
    expect(screen.getByRole('article', { name: 'Thread by Grace' }).dataset['current']).toBe('true'),
  );
  const puts = () => Object.keys(requests).filter((call) => call.startsWith('PUT'));
  fireEvent.keyDown(document.body, { key: 'R' });
  expect(await screen.findAllByRole('textbox', { name: 'Reply to Grace' })).not.toHaveLength(0);
  expect(puts()).toEqual([]);
  fireEvent.keyDown(document.body, { key: 'R', shiftKey: true });
  await waitFor(() => expect(puts()).toHaveLength(1));
});

test('Shift+C hides the pins and says so, in the preview too; with Caps Lock C begins a comment', async () => {
  comments = [comment({ id: PINNED, pinNumber: 1, locator: locator() })];
  start();
  await threadOf('Grace');
  const port = agent();
  const areShown = () => messages.findLast(({ type }) => type === 'pins');
  await waitFor(() => expect(areShown()).toMatchObject({ areShown: true }));
  fireEvent.keyDown(document.body, { key: 'C' });
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  expect(areShown()).toMatchObject({ areShown: true });
  await userEvent.click(cancel);
  fireEvent.keyDown(document.body, { key: 'C', shiftKey: true });
  expect(await screen.findByText('Pins are hidden')).toBeTruthy();
  await waitFor(() => expect(areShown()).toMatchObject({ areShown: false }));
  await userEvent.click(screen.getByRole('button', { name: 'Show pins' }));
  await waitFor(() => expect(areShown()).toMatchObject({ areShown: true }));
  expect(screen.queryByText('Pins are hidden')).toBeNull();
  port.postMessage({ type: 'key', key: 'C' });
  expect(await screen.findByText('Pins are hidden')).toBeTruthy();
});

test('what is typed on after a reply resolves nothing, and the thread has the keyboard', async () => {
  comments = [answerable({ id: PINNED, pinNumber: 1, locator: locator() })];
  const requests = start({ isOwner: true, you: { kind: 'user', name: 'Ada' } });
  await beginAnswer();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const article = screen.getByRole('article', { name: 'Thread by Grace' });
  await waitFor(() => expect(document.activeElement).toBe(article));

  const settles = () => Object.keys(requests).filter((call) => call.startsWith('PUT')).length;
  const clock = vi.spyOn(performance, 'now');
  // The test runs in the past, so that the keys do not combine with those of a later test.
  const started = performance.now() - 60_000;
  // Longer than the debounce in total, but never a pause.
  for (const [at, key] of [...'Really, change the Rest'].entries()) {
    clock.mockReturnValue(started + at * 200);
    fireEvent.keyDown(article, { key, shiftKey: key !== key.toLowerCase() });
  }
  expect(settles()).toBe(0);
  expect(messages.filter(({ type }) => type === 'pick')).toEqual([]);
  clock.mockReturnValue(started + 10_000);
  fireEvent.keyDown(article, { key: 'R', shiftKey: true });
  await waitFor(() => expect(settles()).toBe(1));
});

test('the focus returns to the thread after a cancelled reply or an edit', async () => {
  comments = [answerable({ id: PINNED })];
  start();
  const article = () => screen.getByRole('article', { name: 'Thread by Grace' });
  await userEvent.click((await threadOf('Grace')).getByRole('button', { name: 'Reply' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(article()));

  await userEvent.click(within(article()).getByRole('button', { name: 'Actions for the comment by Grace' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Edit' }), '!{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit' })).toBeNull());
  expect(document.activeElement).toBe(article());
});

test('an edit that is saved late leaves a menu opened meanwhile alone', async () => {
  comments = [answerable({ id: PINNED })];
  const saved = Promise.withResolvers<void>();
  start(
    {},
    {
      [UPDATE]: async (sent) => {
        await saved.promise;
        return updated(sent);
      },
    },
  );
  const menu = async () =>
    userEvent.click(
      (await threadOf('Grace')).getByRole('button', { name: 'Actions for the comment by Grace' }),
    );
  await menu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Edit' }), '!{Control>}{Enter}{/Control}');
  await menu();
  saved.resolve();
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit' })).toBeNull());
  expect(screen.getByRole('menuitem', { name: 'Edit' })).toBeDefined();
});

test('the next comment is written where the one before was, without a hand on the mouse', async () => {
  start();
  await userEvent.type(await newText(), 'First{Control>}{Enter}{/Control}');
  await userEvent.keyboard('Second{Control>}{Enter}{/Control}');
  await waitFor(() => expect(comments.map(({ text }) => text)).toEqual(['First', 'Second']));
});

test('a thread that is resolved can be brought back, and the next one has the keyboard', async () => {
  const [first, second] = [
    answerable({ id: PINNED, authorName: 'Grace', createdAt: 2 }),
    answerable({ id: crypto.randomUUID(), authorName: 'Alan', createdAt: 1 }),
  ];
  comments = [first, second];
  const requests = start({ isOwner: true, you: { kind: 'owner', name: 'Ada' } });
  await userEvent.click((await threadOf('Grace')).getByRole('button', { name: 'Resolve' }));
  const next = screen.getByRole('article', { name: 'Thread by Alan' });
  await waitFor(() => expect(document.activeElement).toBe(next));
  expect(next.dataset['current']).toBe('false');
  expect(screen.queryByRole('article', { name: 'Thread by Grace' })).toBeNull();

  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const back = await screen.findByRole('article', { name: 'Thread by Grace' });
  await waitFor(() => expect(document.activeElement).toBe(back));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await waitFor(() =>
    expect(requests[UPDATE]?.map(({ input }) => [input.commentId, input.state])).toEqual([
      [PINNED, 'resolved'],
      [PINNED, 'published'],
    ]),
  );
});

test('after a comment is deleted the thread in its place has the keyboard, and after the last one the panel', async () => {
  const removable = (authorName: string, createdAt: number) =>
    comment({
      id: crypto.randomUUID(),
      authorName,
      createdAt,
      can: { ...comment().can, edit: true, remove: true },
    });
  const deletions: string[] = [];
  comments = [removable('Grace', 2), removable('Alan', 1)];
  start(
    {},
    {
      'DELETE /api/snapshots/:id/comments/:commentId': ({ input }) => {
        deletions.push(input.commentId);
        comments = comments.filter(({ id }) => id !== input.commentId);
        return { ok: true };
      },
    },
  );
  async function remove(name: string): Promise<void> {
    screen.getByRole('button', { name: `Actions for the comment by ${name}` }).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByRole('button', { name: 'Delete' }).focus();
    await userEvent.keyboard('{Enter}');
  }
  await screen.findByRole('article', { name: 'Thread by Grace' });
  await remove('Grace');
  await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Thread by Alan'));
  await remove('Alan');
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(document.activeElement?.contains(screen.getByText('No comments yet.'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
  expect(deletions).toHaveLength(2);
});

test('comments that could not be read say why', async () => {
  start(
    {},
    {
      'GET /api/snapshots/:id/comments': () =>
        refusal(429, 'rate_limited', 'Too many attempts. Please try again in 3 minutes.'),
    },
  );
  expect(await screen.findByText('Too many attempts. Please try again in 3 minutes.')).toBeTruthy();
});

test('a reply makes a resolved thread visible again, marked as resolved', async () => {
  const resolved = { at: 1000, byName: 'Ada', version: 3 };
  const quiet = answerable({ id: crypto.randomUUID(), authorName: 'Alan', state: 'resolved', resolved });
  const answered = answerable({ id: PINNED, state: 'resolved', resolved });
  const reply = comment({ id: crypto.randomUUID(), parentId: PINNED, text: 'Not yet', createdAt: 2000 });
  comments = [quiet, answered, reply];
  start({ isOwner: true, you: { kind: 'owner', name: 'Ada' } });
  await openThread('Grace');
  const thread = await threadOf('Grace');
  expect(thread.getByText('Not yet')).toBeTruthy();
  expect(thread.getByText('Resolved in v3 by Ada')).toBeTruthy();
  expect(thread.getByRole('button', { name: 'Resolve' })).toBeTruthy();
  expect(thread.getByRole('button', { name: 'Reopen' })).toBeTruthy();
  expect(screen.queryByRole('article', { name: 'Thread by Alan' })).toBeNull();
});

test('messages of the preview do not render Markdown again', async () => {
  comments = Array.from({ length: 20 }, (_, at) =>
    answerable({ id: crypto.randomUUID(), text: `**Comment** ${at}`, locator: locator(), pinNumber: at + 1 }),
  );
  start();
  await waitFor(() => expect(screen.getAllByText('Comment', { selector: 'strong' })).toHaveLength(20));
  const port = agent();
  await waitFor(() => expect(messages.some(({ type }) => type === 'pins')).toBe(true));
  const before = markdown.read;
  expect(before).toBeGreaterThanOrEqual(20);
  for (let at = 0; at < 10; at += 1) {
    const viewport = { width: 840, height: 856 };
    port.postMessage({ type: 'state', route: `/?q=${at}`, title: `Clock ${at}`, viewport });
    const findings = comments.map(({ id }) => ({ id, status: at % 2 ? 'found' : 'lost', confidence: 1 }));
    port.postMessage({ type: 'pins', findings });
  }
  port.postMessage({ type: 'key', key: '?' });
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  expect(markdown.read).toBe(before);
});

test('an empty or too long comment is not sent', async () => {
  const requests = start();
  const field = await newText();
  await userEvent.type(field, '   {Control>}{Enter}{/Control}');
  expect(await screen.findByText('Please write something first')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste('x'.repeat(5001));
  expect(screen.getByText('5,001 / 5,000')).toBeTruthy();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('A comment can have at most 5000 characters')).toBeTruthy();
  expect(requests[POST]).toBeUndefined();
});

test('a name is completed after an @, by keyboard', async () => {
  start();
  const field = await newText();
  await userEvent.type(field, 'Hello @gr');
  expect(await screen.findByRole('option', { name: 'Grace Hopper' })).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(field).toHaveProperty('value', 'Hello @Grace Hopper ');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('after C an element is picked, and the comment goes with what was picked', async () => {
  const requests = start();
  await newText();
  const port = agent();
  await userEvent.keyboard('c');
  expect(await screen.findByText('Preparing the page…')).toBeTruthy();
  await waitFor(() =>
    expect(messages).toContainEqual({
      type: 'pick',
      isOn: true,
      takesSelection: true,
      isArea: false,
      further: 'one',
    }),
  );
  port.postMessage({ type: 'picking', isOn: true });
  expect(await screen.findByText('Click an element or drag an area to comment on it')).toBeTruthy();
  port.postMessage({ type: 'picking', isOn: false });
  const element = picked();
  port.postMessage(element);
  port.postMessage({ type: 'pictured', pickId: element.pickId, picture: null });
  port.postMessage({ type: 'inspected', pickId: element.pickId, inspection: 'what was seen' });

  const region = within(await screen.findByRole('region', { name: 'Write a comment' }));
  expect(region.getByText('About Cart, heading')).toBeTruthy();
  await userEvent.type(region.getByRole('textbox', { name: 'Comment' }), 'Bigger{Control>}{Enter}{/Control}');
  // The keyboard goes back to the prototype.
  expect(document.activeElement?.id).toBe('preview');
  await waitFor(() => expect(requests[POST]).toHaveLength(1));
  expect(requests[POST]?.[0]?.form).toMatchObject({
    text: 'Bigger',
    elementSelector: 'h1',
    elementX: 120,
    elementY: 80,
    locator: locator(),
    inspection: 'what was seen',
    context: {
      elementName: 'Cart, heading',
      elementHtml: '<h1>Cart</h1>',
      browser: 'Chrome 141 on Windows',
    },
    version: 3,
  });
});

test('a comment being written is moved to another element, and comes back when it was discarded', async () => {
  const requests = start();
  await newText();
  const port = agent();
  const pickNamed = async (elementName: string) => {
    await userEvent.click(screen.getAllByRole('button', { name: 'Comment' })[0] as HTMLElement);
    port.postMessage({ type: 'picking', isOn: true });
    expect(await screen.findByText('Click an element or drag an area to comment on it')).toBeTruthy();
    const element = picked();
    port.postMessage({ ...element, picked: { ...element.picked, elementName } });
    port.postMessage({ type: 'pictured', pickId: element.pickId, picture: null });
    expect(await screen.findByText(`About ${elementName}`)).toBeTruthy();
  };
  const region = () => within(screen.getByRole('region', { name: 'Write a comment' }));
  await pickNamed('Cart, heading');
  await userEvent.type(region().getByRole('textbox', { name: 'Comment' }), 'Bigger');
  await pickNamed('Pay, button');
  expect(region().getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', 'Bigger');
  expect(document.activeElement).toBe(region().getByRole('textbox', { name: 'Comment' }));
  expect(Object.values(localStorage).join(' ')).toContain('Pay, button');

  await userEvent.click(region().getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await userEvent.type(
    (await screen.findByRole('region', { name: 'Write a comment' })).querySelector('textarea') as HTMLElement,
    '!{Control>}{Enter}{/Control}',
  );
  await waitFor(() => expect(requests[POST]).toHaveLength(1));
  expect(requests[POST]?.[0]?.form).toMatchObject({
    text: 'Bigger!',
    context: { elementName: 'Pay, button' },
  });
});

test('a pick that did not start in the viewer is ignored', async () => {
  start();
  await newText();
  const port = agent();
  port.postMessage(picked());
  // Messages arrive in order: once this one is handled, the previous one is too.
  port.postMessage({ type: 'key', key: '?' });
  expect(await screen.findByRole('heading', { name: 'Keyboard shortcuts' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Write a comment' })).toBeNull();
});

test('single keys that are switched off do nothing in the preview either', async () => {
  switchSingleKeys(false);
  onTestFinished(() => switchSingleKeys(true));
  comments = [comment({ id: PINNED, pinNumber: 1, locator: locator() })];
  start();
  await threadOf('Grace');
  const port = agent();
  port.postMessage({ type: 'key', key: 'C' });
  // Messages arrive in order: once this one is handled, the previous one is too.
  port.postMessage({ type: 'pinPressed', ids: [PINNED] });
  await waitFor(() =>
    expect(screen.getByRole('article', { name: 'Thread by Grace' }).dataset['current']).toBe('true'),
  );
  expect(screen.queryByText('Pins are hidden')).toBeNull();
});

test('a page that claims keys resolves nothing', async () => {
  const own = comment({
    pinNumber: 1,
    locator: locator(),
    can: { ...comment().can, resolve: true, reply: true },
  });
  comments = [own];
  const requests = start({ isOwner: true, you: { kind: 'user', name: 'Ada' } });
  const thread = await threadOf('Grace');
  const port = agent();
  port.postMessage({ type: 'pinPressed', ids: [own.id] });
  await waitFor(() =>
    expect(screen.getByRole('article', { name: 'Thread by Grace' }).dataset['current']).toBe('true'),
  );
  port.postMessage({ type: 'key', key: 'R' });
  port.postMessage({ type: 'key', key: 'r' });
  expect(await thread.findByRole('textbox', { name: 'Reply to Grace' })).toBeTruthy();
  expect(Object.keys(requests).filter((call) => call.startsWith('PUT'))).toEqual([]);
});

test('a lost pin is reported on its thread, with its picture and a button to re-attach it', async () => {
  const lost = comment({
    id: PINNED,
    pinNumber: 2,
    locator: locator(),
    context: CONTEXT,
    crop: { url: `${CONTENT}/crop.png` },
    can: { ...comment().can, repin: true },
  });
  comments = [lost];
  const requests = start();
  const thread = await threadOf('Grace');
  const port = agent();
  await waitFor(() => expect(messages.some(({ type }) => type === 'pins')).toBe(true));
  port.postMessage({ type: 'pins', findings: [{ id: lost.id, status: 'lost', confidence: 0 }] });
  expect(await thread.findByText('Not found on this page')).toBeTruthy();
  expect(thread.getByRole('button', { name: 'Enlarge Cart, heading' })).toBeTruthy();
  await userEvent.click(thread.getByRole('button', { name: 'Re-attach' }));
  port.postMessage({ type: 'picking', isOn: true });
  expect(await screen.findByText('Click the element this thread is about')).toBeTruthy();
  const element = picked();
  port.postMessage(element);
  // The picture of the old element is outdated.
  await waitFor(() => expect(thread.queryByRole('button', { name: 'Enlarge Cart, heading' })).toBeNull());
  port.postMessage({ type: 'pictured', pickId: element.pickId, picture: null });
  await waitFor(() => expect(requests[REPIN]).toMatchObject([{ input: { commentId: PINNED } }]));
  expect(requests[REPIN]?.[0]?.form).toMatchObject({
    locator: locator(),
    context: { browser: 'Chrome 141 on Windows' },
    version: 3,
  });
});

test('an element that was removed is said to be, with the version, and the agent gets the page that its pin was made on', async () => {
  const tree = { hash: 'a'.repeat(64), node: 1 };
  const pinned = {
    pinNumber: 2,
    locator: locator(),
    context: CONTEXT,
    can: { ...comment().can, repin: true },
  };
  const before = comment({ ...pinned, id: PINNED, authorName: 'Grace', trees: [{ ...tree, version: 2 }] });
  const earlier = comment({ ...pinned, authorName: 'Ada', trees: [{ ...tree, version: 1 }] });
  comments = [before, earlier];
  const page = { route: '/', width: 840, isCut: false, nodes: [{ parent: -1, tag: 'body' }] };
  const requests = start({}, { [TREE]: () => page });
  const [thread, other] = [await threadOf('Grace'), await threadOf('Ada')];
  const port = agent();
  await waitFor(() => expect(messages.some(({ type }) => type === 'pins')).toBe(true));
  const findings = comments.map(({ id }) => ({ id, status: 'removed', confidence: 0 }));
  port.postMessage({ type: 'pins', findings });
  expect(await thread.findByText('Removed in version 3')).toBeTruthy();
  expect(other.getByText('Removed after version 1')).toBeTruthy();
  expect(thread.getByRole('button', { name: 'Re-attach' })).toBeTruthy();
  // Both were made on the same page, which is fetched once for the agent to find them by.
  await waitFor(() =>
    expect(messages).toContainEqual({ type: 'trees', trees: [{ hash: tree.hash, tree: page }] }),
  );
  await waitFor(() =>
    expect(messages.findLast(({ type }) => type === 'pins')).toMatchObject({ pins: [{ tree }, { tree }] }),
  );
  expect(requests[TREE]).toHaveLength(1);
});

test('of two elements that a pin may be on each is shown, and one is chosen', async () => {
  comments = [
    comment({
      id: PINNED,
      pinNumber: 2,
      locator: locator(),
      context: CONTEXT,
      can: { ...comment().can, repin: true },
    }),
  ];
  const requests = start();
  const thread = await threadOf('Grace');
  const port = agent();
  await waitFor(() => expect(messages.some(({ type }) => type === 'pins')).toBe(true));
  const finding = { id: PINNED, status: 'doubtful', confidence: 0.4 };
  port.postMessage({ type: 'pins', findings: [finding] });
  expect(await thread.findByRole('button', { name: 'It is this one' })).toBeTruthy();
  expect(thread.queryByRole('button', { name: 'Show the other one' })).toBeNull();
  port.postMessage({ type: 'pins', findings: [{ ...finding, hasOther: true }] });
  await userEvent.click(await thread.findByRole('button', { name: 'Show the other one' }));
  await waitFor(() => expect(messages).toContainEqual({ type: 'reveal', id: PINNED, isOther: true }));
  await userEvent.click(thread.getByRole('button', { name: 'Show the first one' }));
  await waitFor(() => expect(messages).toContainEqual({ type: 'reveal', id: PINNED, isOther: false }));
  await userEvent.click(thread.getByRole('button', { name: 'Show the other one' }));
  await userEvent.click(thread.getByRole('button', { name: 'It is this one' }));
  await waitFor(() => expect(messages).toContainEqual({ type: 'choose', id: PINNED, isOther: true }));
  const element = picked();
  port.postMessage(element);
  port.postMessage({ type: 'pictured', pickId: element.pickId, picture: null });
  await waitFor(() => expect(requests[REPIN]).toMatchObject([{ input: { commentId: PINNED } }]));
});

test('a further element that the page does not have is named in the thread', async () => {
  comments = [comment({ id: PINNED, pinNumber: 2, locator: locator(), context: CONTEXT })];
  start();
  const thread = await threadOf('Grace');
  const port = agent();
  await waitFor(() => expect(messages.some(({ type }) => type === 'pins')).toBe(true));
  const finding = { id: PINNED, status: 'found', confidence: 1, furtherLost: 1 };
  port.postMessage({ type: 'pins', findings: [finding] });
  expect(await thread.findByText('1 other element of this comment is not found on this page')).toBeTruthy();
});

test('a comment without a pin records its page and browser too', async () => {
  const requests = start();
  const field = await newText();
  const port = agent();
  port.postMessage({ type: 'state', route: '/cart', title: 'Cart', viewport: { width: 840, height: 856 } });
  // Messages arrive in order: once this one is handled, the previous one is too.
  port.postMessage({ type: 'key', key: '?' });
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).getByRole('button', {
      name: 'Close',
    }),
  );
  await userEvent.type(field, 'Lovely{Control>}{Enter}{/Control}');
  await waitFor(() => expect(requests[POST]).toHaveLength(1));
  expect(requests[POST]?.[0]?.form.context).toMatchObject({
    route: '/cart',
    browser: 'Chrome 141 on Windows',
  });
});

test('a thread of another page is brought into the preview and shown', async () => {
  const elsewhere = comment({ pinNumber: 1, locator: locator(), context: CONTEXT });
  comments = [elsewhere];
  start();
  const thread = await threadOf('Grace');
  const port = agent();
  port.postMessage({ type: 'pins', findings: [{ id: elsewhere.id, status: 'elsewhere', confidence: 0 }] });
  await userEvent.click(await thread.findByRole('button', { name: 'On /cart' }));
  await waitFor(() => expect(messages).toContainEqual({ type: 'show', route: '/cart', page: null }));
  port.postMessage({ type: 'pins', findings: [{ id: elsewhere.id, status: 'found', confidence: 0.9 }] });
  await waitFor(() => expect(messages).toContainEqual({ type: 'reveal', id: elsewhere.id }));
});

test('a thread in a part that is not open offers to open it, and names the way where that fails', async () => {
  const actions = ['Menu', 'Settings'].map((text) => ({
    kind: 'press' as const,
    locator: { ...locator(), text: { text, rare: [] }, name: { text: '', rare: [] } },
    adds: true,
  }));
  const root = comment({ pinNumber: 1, locator: locator(), context: CONTEXT, actions });
  comments = [root];
  start();
  const thread = await threadOf('Grace');
  const port = agent();
  port.postMessage({ type: 'pins', findings: [{ id: root.id, status: 'closed', confidence: 0 }] });
  await thread.findByText('In a part that is not open now');
  await userEvent.click(thread.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(messages).toContainEqual({ type: 'reopen', id: root.id, page: null }));
  port.postMessage({ type: 'reopened', id: root.id, isOpen: false });
  await thread.findByText('Open it yourself: Menu → Settings');
  await userEvent.click(thread.getByRole('button', { name: 'Show' }));
  port.postMessage({ type: 'reopened', id: root.id, isOpen: true });
  await waitFor(() => expect(messages).toContainEqual({ type: 'reveal', id: root.id }));
});

test('a link to a reply, followed while the snapshot is open, opens its thread', async () => {
  const root = comment({ state: 'resolved' });
  const reply = comment({ id: PINNED, parentId: root.id, text: 'Agreed' });
  comments = [root, reply];
  start();
  await newText();
  expect(screen.queryByText('Agreed')).toBeNull();
  window.location.hash = `#thread=${PINNED}`;
  expect(await screen.findByText('Agreed')).toBeTruthy();
  expect((await screen.findByRole('article', { name: 'Thread by Grace' })).dataset['current']).toBe('true');
});

test('a visitor without the right to comment sees why, and no button', async () => {
  start({ canComment: false, commentPolicy: 'members' });
  expect(await screen.findByText(/people with an account only/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Comment' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
});

test('threads are downloaded as data, and opened in another tab to be printed', async () => {
  start({ isOwner: true, you: { kind: 'owner', name: 'Ada' } });
  await newText();
  await userEvent.click(screen.getByRole('button', { name: 'Comment options' }));
  await screen.findByRole('menu');
  const item = (name: string) => screen.getByRole('menuitem', { name });
  for (const name of ['As JSON', 'As CSV', 'As a zip with all files']) {
    expect(item(name).hasAttribute('download')).toBe(true);
    expect(item(name).getAttribute('target')).toBeNull();
  }
  expect(item('As a printable page').hasAttribute('download')).toBe(false);
  expect(item('As a printable page').getAttribute('target')).toBe('_blank');
  expect(item('As a printable page').getAttribute('rel')).toBe('noopener');
});

/** The pins last sent to the agent. */
const drawn = () =>
  messages.findLast(({ type }) => type === 'pins') as { pins: { id: string }[] } | undefined;

test('a resolved thread is read whole once it is shown: its pin is drawn, and its page is brought back', async () => {
  const whole = comment({
    id: PINNED,
    pinNumber: 1,
    locator: locator(),
    context: CONTEXT,
    state: 'resolved',
    resolved: { at: Date.now(), byName: 'Ada', version: 2 },
  });
  comments = [{ ...whole, locator: null, context: null, isBrief: true }];
  const requests = start({}, { [THREAD]: () => ({ comments: [whole] }) });
  await newText();
  agent();
  await waitFor(() => expect(drawn()?.pins).toEqual([]));
  expect(requests[THREAD]).toBeUndefined();

  window.location.hash = `#thread=${PINNED}`;
  await waitFor(() =>
    expect(drawn()?.pins).toMatchObject([{ id: PINNED, locator: locator(), isResolved: true }]),
  );
  await waitFor(() => expect(messages).toContainEqual({ type: 'show', route: '/cart', page: null }));

  // A refetched list omits it again.
  await invalidateComments(ID);
  await waitFor(() => expect(requests[THREAD]).toHaveLength(2));
  expect(requests[THREAD]).toMatchObject([
    { input: { commentId: PINNED } },
    { input: { commentId: PINNED } },
  ]);
  await waitFor(() => expect(drawn()?.pins).toMatchObject([{ id: PINNED }]));
});

test('many resolved threads are read whole together', async () => {
  const whole = Array.from({ length: 6 }, () =>
    comment({ locator: locator(), context: CONTEXT, state: 'resolved' }),
  );
  comments = whole.map((each) => ({ ...each, locator: null, context: null, isBrief: true }));
  const requests = start(
    {},
    {
      'GET /api/snapshots/:id/comments': ({ input }) => ({
        comments: input.details === 'all' ? whole : comments,
      }),
    },
  );
  await newText();
  agent();
  await userEvent.click(screen.getByRole('button', { name: 'All Comments' }));
  await waitFor(() => expect(drawn()?.pins).toHaveLength(6));
  expect(requests['GET /api/snapshots/:id/comments']).toHaveLength(2);
});

test('a visitor who has commented can leave an address for replies, and take it back', async () => {
  const { can } = comment();
  comments = [comment({ id: PINNED, isAnonymous: true, can: { ...can, remove: true } })];
  const requests = start();
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Email me replies' }));
  const email = screen.getByRole('textbox', { name: 'Email for replies (optional)' });
  expect(document.activeElement).toBe(email);
  await person.type(email, 'no address{Enter}');
  expect(requests['PUT /api/snapshots/:id/reply-address']).toBeUndefined();
  await person.clear(email);
  await person.type(email, 'gus@example.com{Enter}');
  expect(
    await screen.findByText('Open the link we emailed to gus@example.com to get replies there.'),
  ).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('button', { name: 'Email me replies' })).toBeTruthy();
});

describe('for a coding agent', () => {
  const SEND = 'POST /api/snapshots/:id/threads/send';
  const OWNER = {
    isOwner: true,
    you: { kind: 'owner' as const, name: 'Ada' },
    agentFeedback: 'sent' as const,
  };
  const AROUND_OWNER = { 'GET /api/subscriptions': () => ({ subscriptions: [] }) };
  const reply = { ...comment().can, resolve: true };

  test('the owner sends an open thread with its button, and others have none', async () => {
    comments = [comment({ can: reply })];
    const requests = start(OWNER, { ...AROUND_OWNER, [SEND]: () => ({ sent: 1 }) });
    await openThread('Grace');
    const thread = await threadOf('Grace');
    await userEvent.click(thread.getByRole('button', { name: 'Send to the agent' }));
    expect(await thread.findByText('Sent')).toBeTruthy();
    expect(requests[SEND]).toMatchObject([{ input: { threads: [comments[0]?.id] } }]);
    expect(thread.queryByRole('button', { name: 'Send to the agent' })).toBeNull();
    expect(await screen.findByText('1 thread sent to the agent')).toBeTruthy();
  });

  test('what could not be sent is not shown as sent', async () => {
    comments = [comment({ can: reply })];
    start(OWNER, { ...AROUND_OWNER, [SEND]: () => refusal(429, 'rate_limited', 'Wait a minute.') });
    await openThread('Grace');
    const thread = await threadOf('Grace');
    await userEvent.click(thread.getByRole('button', { name: 'Send to the agent' }));
    expect((await thread.findByRole('alert')).textContent).toContain('Failed to send to the agent');
    expect(thread.queryByText('Sent')).toBeNull();
  });

  test('the owner selects threads, or sends all open ones', async () => {
    comments = [
      comment({ authorName: 'Grace' }),
      comment({ authorName: 'Hal' }),
      comment({ authorName: 'Ina' }),
    ];
    const requests = start(OWNER, {
      ...AROUND_OWNER,
      [SEND]: ({ input }) => ({ sent: input.threads.length }),
    });
    await threadOf('Ina');
    const choose = async (name: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Comment options' }));
      await userEvent.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('Select threads…');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select the thread by Hal' }));
    const bar = within(screen.getByRole('toolbar'));
    expect(bar.getByText('1 selected')).toBeTruthy();
    await userEvent.click(bar.getByRole('button', { name: 'Send to the agent' }));
    await waitFor(() => expect(requests[SEND]).toMatchObject([{ input: { threads: [comments[1]?.id] } }]));
    expect(screen.queryByRole('toolbar')).toBeNull();
    await choose('Send all 2 open threads to the agent');
    await waitFor(() => expect(requests[SEND]?.[1]?.input.threads).toHaveLength(2));
  });
});
