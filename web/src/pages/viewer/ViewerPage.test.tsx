import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { READY, RENEWED } from '@stagelink/shared/preview/handshake';
import { ada, snapshot as ownSnapshot } from '@stagelink/shared/testing/builders';
import { type Handlers, refusal, type Requests } from '@stagelink/shared/testing/fakeServer';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { ViewerPage } from './ViewerPage.tsx';

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
  expiresAt: new Date(Date.now() + 5.5 * 86_400_000).toISOString(),
  version: 3,
  picture: null,
  captured: null,
  totalBytes: 3 * 1024 * 1024,
  files: [
    { name: 'index.html', size: 2044, type: 'text/html; charset=utf-8' },
    { name: 'assets/mark.svg', size: 812, type: 'image/svg+xml' },
  ],
  contentUrl: `${CONTENT}/`,
  contentOrigin: CONTENT,
};

const shows = (change: Partial<SnapshotView> = {}) => ({ snapshot: { ...SNAPSHOT, ...change } });

const LOCKED = refusal(401, 'password_required', 'This snapshot by Ada is protected by a password.');
const MISSING = refusal(404, 'not_found', 'The requested snapshot could not be found.');
const GONE = refusal(410, 'gone', 'This snapshot has expired.');

/** Replies of the fake server, and the requests it received. */
let answers: Handlers;
let requests: Requests;
let sockets: FakeSocket[];

class FakeSocket extends EventTarget {
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    sockets.push(this);
  }
  close(): void {}
}

const ME = 'GET /me';
const VIEW = 'GET /snapshots/:id';
const GATE = 'POST /s/:id/gate';
const OWN = 'GET /api/snapshots/:id';
const PREVIEW = 'POST /api/snapshots/:id/preview';

/** Whether the content origin responds. */
let isContentThere: boolean;

/** The content origin responds beside the server. */
function serveContent(): void {
  const server = fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (init.method !== 'HEAD' || !address.startsWith(CONTENT)) return server(address, init);
    if (isContentThere) return new Response();
    throw new TypeError('Failed to fetch');
  });
}

beforeEach(() => {
  sockets = [];
  isContentThere = true;
  answers = {
    [VIEW]: () => shows(),
    [OWN]: () => MISSING,
    [PREVIEW]: ({ input }) => ({ url: CONTENT + input.path }),
    [ME]: () => refusal(401, 'unauthenticated', 'Please log in first.'),
    'GET /api/snapshots/:id/comments': () => ({ comments: [] }),
    'POST /api/snapshots/:id/presence': () => ({ people: [], visitors: 0 }),
  };
  requests = serve(answers);
  serveContent();
  // The user left the right column open.
  document.documentElement.setAttribute('data-viewer-panel', 'open');
  vi.stubGlobal('WebSocket', FakeSocket);
});

afterEach(() => {
  document.getElementById('stage')?.remove();
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

function open(path = `/s/${ID}`) {
  window.history.replaceState(null, '', path);
  return render(<ViewerPage />);
}

/** The frame that the server writes into the initial HTML. */
function serverStage(): HTMLIFrameElement {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div id="stage"><iframe id="preview" title="Preview" sandbox="allow-scripts" src="${CONTENT}/"></iframe></div>`,
  );
  return preview();
}

function preview(): HTMLIFrameElement {
  const frame = document.querySelector<HTMLIFrameElement>('#stage > #preview');
  if (!frame) throw new Error('There is no preview');
  return frame;
}

const stage = () => document.getElementById('stage');
const showDetails = () => userEvent.click(screen.getByRole('tab', { name: 'Details' }));
const isOpen = () => screen.findByRole('heading', { level: 1, name: SNAPSHOT.name });

/** Connects a fake agent and returns its port. */
function agent(): MessagePort {
  const { contentWindow } = preview();
  let port: MessagePort | undefined;
  Object.defineProperty(contentWindow, 'postMessage', {
    configurable: true,
    value: (_message: unknown, _origin: string, [offered]: MessagePort[]) => {
      port = offered;
    },
  });
  window.dispatchEvent(new MessageEvent('message', { data: READY, origin: CONTENT, source: contentWindow }));
  if (!port) throw new Error('The viewer did not answer the agent');
  return port;
}

const state = (route: string, title: string) => ({
  type: 'state',
  route,
  title,
  viewport: { width: 840, height: 856 },
});

const openInTab = () => within(screen.getByRole('banner')).findByRole('link', { name: 'Open in new tab' });

describe('opening', () => {
  test('shows that it is loading', () => {
    answers[VIEW] = () => new Promise(() => undefined);
    open();
    expect(screen.getByRole('heading', { name: 'Opening the snapshot', level: 1 })).toBeTruthy();
  });

  test('says that it tries again while the server does not respond', async () => {
    answers[VIEW] = () => refusal(503, 'unavailable', 'The server is busy.');
    open();
    expect(await screen.findByText('The server does not respond. Trying again…')).toBeTruthy();
    expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 })).toBeTruthy();
  });

  test('an open snapshot shows its name and version, its files and the ways out', async () => {
    open();
    await isOpen();

    const bar = within(screen.getByRole('banner'));
    for (const fact of ['Checkout redesign', 'Version 3']) expect(bar.getByText(fact)).toBeTruthy();
    expect(bar.queryByRole('link', { name: 'Dashboard' })).toBeNull();
    await userEvent.click(await bar.findByRole('button', { name: 'More' }));
    const items = await bar.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual([
      'Open in new tab',
      'AI UX Assistant',
      'Show details',
      'Dashboard',
    ]);
    const tab = await openInTab();
    expect([tab.getAttribute('href'), tab.getAttribute('target'), tab.getAttribute('rel')]).toEqual([
      `${CONTENT}/`,
      '_blank',
      'noopener',
    ]);
    await userEvent.click(
      await screen
        .findByRole('navigation', { name: 'Pages' })
        .then((rail) => within(rail).getByRole('button')),
    );
    const column = within(await screen.findByRole('complementary', { name: 'Pages' }));
    expect((await column.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Start page/',
    ]);
    await userEvent.click(column.getByRole('tab', { name: 'Files' }));
    expect(column.getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual([
      'assets',
      'mark.svgsvg812 B',
      'index.htmlhtml2 kB',
    ]);
    expect(document.title).toBe('Checkout redesign · Stagelink');
  });

  test('names its owner beside it, in the direction of the name', async () => {
    answers[VIEW] = () => shows({ ownerName: 'آدا لوفلايس' });
    open();
    await isOpen();
    const owner = within(screen.getByRole('banner')).getByText('آدا لوفلايس');
    expect(owner.tagName).toBe('BDI');
    expect(owner.parentElement?.textContent).toBe('by آدا لوفلايس');
  });

  test('the bar says where a page was captured', async () => {
    answers[VIEW] = () => shows({ captured: { from: 'shop.example', at: '2026-11-27T10:00:00.000Z' } });
    open();
    const bar = within(await screen.findByRole('banner'));
    expect(bar.getByText('Captured from shop.example')).toBeTruthy();
  });

  test('each panel has one button: the assistant in the bar, the others beside the preview', async () => {
    document.documentElement.setAttribute('data-viewer-panel', 'closed');
    open();
    const rail = within(await screen.findByRole('navigation', { name: 'Panels' }));
    const names = rail.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual(['Show Comments', 'Show Details']);
    expect(screen.getAllByRole('button', { name: 'AI UX Assistant' })).toHaveLength(1);
  });

  test('is not by anyone where the owner has no name', async () => {
    answers[VIEW] = () => shows({ ownerName: null });
    open();
    await isOpen();
    expect(within(screen.getByRole('banner')).queryByText(/^by\b/)).toBeNull();
  });

  test('its id, dates and size open from the rail of the closed column', async () => {
    document.documentElement.removeAttribute('data-viewer-panel');
    open();
    await isOpen();
    await userEvent.click(await screen.findByRole('button', { name: 'Show Details' }));
    const details = within(await screen.findByRole('tabpanel', { name: 'Details' }));
    for (const fact of [ID, 'Ada Lovelace', 'in 6 days', '3 MB'])
      expect(await details.findByText(fact)).toBeTruthy();
  });

  test('the preview is made where the server has not: sandboxed, without a way to the top window', async () => {
    open(`/s/${ID}/pricing`);
    await waitFor(() => expect(preview().src).toBe(`${CONTENT}/pricing`));
    expect(preview().title).toBe('Preview of Checkout redesign');
    expect(preview().getAttribute('sandbox')?.split(' ').toSorted()).toEqual([
      'allow-downloads',
      'allow-forms',
      'allow-modals',
      'allow-popups',
      'allow-same-origin',
      'allow-scripts',
    ]);
    expect(preview().allow).toBe('autoplay; clipboard-write; fullscreen; gamepad; screen-wake-lock');
    expect(preview().referrerPolicy).toBe('no-referrer');
  });

  test('a link to a place in the prototype begins there, with its query and its hash', async () => {
    open(`/s/${ID}/a%20b/pricing?plan=pro&token=secret#faq`);
    await waitFor(() => expect(preview().src).toBe(`${CONTENT}/a%20b/pricing?plan=pro#faq`));
    expect((await openInTab()).getAttribute('href')).toBe(`${CONTENT}/a%20b/pricing?plan=pro#faq`);
  });

  test('the hash, which the server does not receive, is passed to the frame it rendered', async () => {
    const frame = serverStage();
    open(`/s/${ID}/pricing#faq`);
    await isOpen();
    const messages: unknown[] = [];
    const port = agent();
    port.addEventListener('message', ({ data }) => messages.push(data));
    port.start();
    port.postMessage(state('/pricing', 'Pricing'));
    await vi.waitFor(() => expect(messages).toContainEqual({ type: 'goTo', hash: '#faq' }));
    expect(preview()).toBe(frame);

    const again = agent();
    again.addEventListener('message', ({ data }) => messages.push(data));
    again.start();
    agent().postMessage(state('/pricing', 'Prices'));
    await showDetails();
    await within(screen.getByRole('banner')).findByDisplayValue('/pricing');
    expect(messages.filter((each) => (each as { type: string }).type === 'goTo')).toHaveLength(1);
  });

  test('in path mode, where the prototype is served from our own host, it gets no origin at all', async () => {
    answers[VIEW] = () => shows({ contentOrigin: null, contentUrl: `https://app.test/s/${ID}/` });
    answers[PREVIEW] = () => ({ url: `https://app.test/s/${ID}/` });
    open();
    await waitFor(() => expect(preview().src).toBe(`https://app.test/s/${ID}/`));
    expect(preview().getAttribute('sandbox')).not.toContain('allow-same-origin');
  });

  test('the preview of the page’s first HTML is kept as it is, and not loaded again', async () => {
    const frame = serverStage();
    open();
    await isOpen();
    expect(preview()).toBe(frame);
    expect(requests[VIEW]).toHaveLength(1);
    expect(requests[PREVIEW]).toBeUndefined();
  });

  test('a ticket in the address is gone at once, the rest of it stays', async () => {
    open(`/s/${ID}?token=secret&from=mail#comments`);
    await isOpen();
    expect(window.location.search + window.location.hash).toBe('?from=mail#comments');
  });
});

describe('refusals', () => {
  test.each<[string, string, () => typeof MISSING, string[]]>([
    [
      'a snapshot that does not exist',
      `/s/${ID}`,
      () => MISSING,
      ['Snapshot Not Found', 'The requested snapshot could not be found.'],
    ],
    ['an id that cannot be one', '/s/..%2Fme', () => MISSING, ['Snapshot Not Found']],
    ['no id', '/s/', () => MISSING, ['No snapshot ID provided']],
    [
      'another failure',
      `/s/${ID}`,
      () => refusal(403, 'forbidden', 'You are not allowed to do that.'),
      ['Failed to fetch snapshot', 'You are not allowed to do that.'],
    ],
  ])('%s has a message and a link back', async (_what, path, answer, texts) => {
    answers[VIEW] = answer;
    serverStage();
    open(path);
    for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/');
    await waitFor(() => expect(stage()).toBeNull());
  });

  test('a visitor without a snapshot can log in, a user goes back to their own', async () => {
    answers[VIEW] = () => MISSING;
    const { unmount } = open();
    expect(await screen.findByText(/ask the person who shared it for a new one/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    unmount();

    queryClient.clear();
    answers[ME] = () => ({ user: ada });
    open();
    const back = await screen.findByRole('link', { name: 'Back to Dashboard' });
    await waitFor(() => expect(back.getAttribute('href')).toBe('/dashboard'));
    expect(screen.queryByText(/ask the person/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
  });

  test('of a snapshot that has ended shows guests no way to the dashboard, and others a quiet one', async () => {
    answers[VIEW] = () => GONE;
    answers[OWN] = () => refusal(401, 'unauthenticated', 'Sign in first.');
    const { unmount } = open();
    expect(await screen.findByText('This snapshot has ended')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    unmount();
    queryClient.clear();

    answers[OWN] = () => MISSING;
    answers[ME] = () => ({ user: ada });
    open();
    const back = await screen.findByRole('link', { name: 'Back to Dashboard' });
    await waitFor(() => expect(back.getAttribute('href')).toBe('/dashboard'));
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('of an expired snapshot lets its owner extend it, and shows why that failed', async () => {
    answers[VIEW] = () => GONE;
    answers[OWN] = () => ({ snapshot: ownSnapshot({ id: ID, name: 'Checkout' }) });
    answers['POST /api/snapshots/:id/extend'] = () => refusal(403, 'forbidden', 'Your plan is full.');
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Extend by 7 days' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Your plan is full.');

    answers['POST /api/snapshots/:id/extend'] = () => ({ snapshot: ownSnapshot({ id: ID }) });
    answers[VIEW] = () => shows();
    await userEvent.click(screen.getByRole('button', { name: 'Extend by 7 days' }));
    await waitFor(() => expect(screen.queryByText('This snapshot has ended')).toBeNull());
    await waitFor(() => expect(requests[PREVIEW]).toHaveLength(1));
  });

  test('a failure can be tried again', async () => {
    answers[VIEW] = () => refusal(429, 'rate_limited', 'Not now.');
    open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    answers[VIEW] = () => shows();
    await userEvent.click(again);
    expect(await isOpen()).toBeTruthy();
  });
});

describe('the gate', () => {
  const field = () => screen.findByLabelText('Password');

  test('takes the password with Enter, and opens the snapshot', async () => {
    const given: unknown[] = [];
    answers[VIEW] = () => (given.length > 0 ? shows({ public: false }) : LOCKED);
    answers[GATE] = ({ input }) => {
      given.push(input);
      return { ok: true };
    };
    open();
    expect(await screen.findByRole('heading', { name: 'Password Protected' })).toBeTruthy();
    expect(screen.getByText(/^This snapshot by Ada is protected by a password\. Ask/)).toBeTruthy();
    expect(document.activeElement).toBe(await field());

    await userEvent.keyboard('sesame{Enter}');
    await isOpen();
    expect(given).toEqual([{ id: ID, password: 'sesame' }]);
  });

  test("shows the server's message for a wrong password, and selects the field", async () => {
    answers[VIEW] = () => LOCKED;
    answers[GATE] = () => refusal(401, 'wrong_password', 'Invalid password', { field: 'password' });
    open();
    await userEvent.type(await field(), 'open');
    await userEvent.click(screen.getByRole('button', { name: 'View Snapshot' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid password');

    await userEvent.keyboard('x');
    expect(await field()).toHaveProperty('value', 'x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('does not send an empty password', async () => {
    answers[VIEW] = () => LOCKED;
    open();
    await userEvent.type(await field(), '{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please enter the password');
    expect(requests[VIEW]).toHaveLength(1);
    expect(requests[GATE]).toBeUndefined();
  });

  test('after too many attempts it counts down', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    answers[VIEW] = () => LOCKED;
    answers[GATE] = () =>
      refusal(429, 'rate_limited', 'Too many attempts. Please try again in 2 minutes.', { retryAfter: 110 });
    open();
    await user.type(await field(), 'guess{Enter}');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'View Snapshot' });
    expect(await screen.findByText('You can try again in 2 minutes.', { exact: false })).toBeTruthy();
    expect(button.disabled).toBe(true);

    await vi.advanceTimersByTimeAsync(100_000);
    expect(screen.getByText(/You can try again in \d+ seconds?\./)).toBeTruthy();
    await vi.advanceTimersByTimeAsync(20_000);
    await waitFor(() => expect(button.disabled).toBe(false));
    vi.useRealTimers();
  });

  test('a snapshot that expires meanwhile is reported', async () => {
    answers[VIEW] = () => LOCKED;
    answers[GATE] = () => GONE;
    open();
    const input = await field();
    answers[VIEW] = () => GONE;
    await userEvent.type(input, 'sesame{Enter}');
    expect(await screen.findByText('This snapshot has ended')).toBeTruthy();
  });
});

describe('beside the preview', () => {
  test('the page reports its route, and its title is shown as text', async () => {
    serverStage();
    open();
    await isOpen();
    await showDetails();
    const details = within(screen.getByRole('complementary', { name: 'Details' }));
    expect(await details.findByText('No page details available.')).toBeTruthy();

    agent().postMessage(state('/cart?step=2', '<b>Cart</b>'));
    expect(await details.findByText('/cart?step=2')).toBeTruthy();
    expect(details.getByText('<b>Cart</b>')).toBeTruthy();
    expect(details.getByText('840 × 856')).toBeTruthy();
    expect((await openInTab()).getAttribute('href')).toBe(`${CONTENT}/cart?step=2`);
  });

  test('a protected page opens in a new tab with a ticket of its own', async () => {
    const replace = vi.fn<(url: string) => void>();
    const opened = vi.fn<typeof window.open>(() => ({ opener: window, location: { replace } }) as never);
    vi.stubGlobal('open', opened);
    answers[VIEW] = () => shows({ public: false });
    answers[PREVIEW] = () => ({ url: `${CONTENT}/enter?ticket=once` });
    serverStage();
    open();
    await isOpen();
    fireEvent.click(await openInTab());
    // During the press: later, Safari opens no tab.
    expect(opened.mock.calls).toEqual([['', '_blank']]);
    expect(opened.mock.results[0]?.value).toMatchObject({ opener: null });
    await waitFor(() => expect(replace.mock.calls).toEqual([[`${CONTENT}/enter?ticket=once`]]));
  });

  test('the panel hides and shows with ], and stays as it was left', async () => {
    const page = open();
    await isOpen();
    await userEvent.keyboard(']');
    expect(screen.queryByRole('complementary', { name: 'Comments' })).toBeNull();
    page.unmount();

    open();
    await isOpen();
    expect(screen.queryByRole('complementary', { name: 'Comments' })).toBeNull();
    await userEvent.keyboard(']');
    expect(screen.getByRole('complementary', { name: 'Comments' })).toBeTruthy();
  });

  test.each([
    ['Reviews', { isOwner: true, you: { kind: 'owner' as const, name: 'Ada' } }],
    // Not a reviewer: no such panel.
    ['Comments', {}],
  ])('an address that names the reviews opens %s', async (title, more) => {
    answers[VIEW] = () => shows(more);
    answers['GET /api/snapshots/:id/reviews'] = () => ({ reviews: [] });
    open(`/s/${ID}#panel=reviews`);
    expect(await screen.findByRole('tabpanel', { name: title })).toBeTruthy();
    await waitFor(() => expect(preview().src).toBe(`${CONTENT}/`));
  });

  test('a link to a panel, followed while the snapshot is open, opens that panel', async () => {
    answers[VIEW] = () => shows({ isOwner: true, you: { kind: 'owner' as const, name: 'Ada' } });
    answers['GET /api/snapshots/:id/reviews'] = () => ({ reviews: [] });
    open(`/s/${ID}`);
    expect(await screen.findByRole('tabpanel', { name: 'Comments' })).toBeTruthy();
    window.location.hash = '#panel=reviews';
    expect(await screen.findByRole('tabpanel', { name: 'Reviews' })).toBeTruthy();
  });

  test('a preview that fails to load is reported, and can be retried', async () => {
    answers[PREVIEW] = () => refusal(429, 'rate_limited', 'Too many attempts.', { retryAfter: 60 });
    open();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Failed to load snapshot preview. Please try refreshing the page.',
    );
    answers[PREVIEW] = () => ({ url: `${CONTENT}/` });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(preview().src).toBe(`${CONTENT}/`));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('whether the preview is there', () => {
  const FAILED = 'Failed to load snapshot preview. Please try refreshing the page.';
  const load = () => preview().dispatchEvent(new Event('load'));

  test('a page that has loaded is never called a failure because its agent is silent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serverStage();
    open();
    await isOpen();
    load();
    // It is opened once more, past a service worker that may keep it without the agent.
    const first = preview();
    await vi.waitFor(() => expect(preview()).not.toBe(first), { timeout: 30_000 });
    const source = preview().contentWindow;
    window.dispatchEvent(new MessageEvent('message', { data: RENEWED, origin: CONTENT, source }));
    load();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(screen.queryByRole('alert')).toBeNull();
    vi.useRealTimers();
  });

  test('a file without an agent is not taken for the page before, and takes no pin', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serverStage();
    open();
    await isOpen();
    agent().postMessage(state('/cart', 'Cart'));
    const bar = within(screen.getByRole('banner'));
    const path = await bar.findByDisplayValue('/cart');
    load();
    load();
    await vi.advanceTimersByTimeAsync(1000);
    await waitFor(() => expect(path).toHaveProperty('value', ''));
    await showDetails();
    expect(await screen.findByText('No page details available.')).toBeTruthy();
    expect((await openInTab()).getAttribute('href')).toBe(`${CONTENT}/`);

    fireEvent.click(bar.getByRole('button', { name: 'Comment' }));
    expect(await screen.findByText('You cannot pin a comment to this file.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Comment on the page' }));
    expect(await screen.findByRole('textbox', { name: 'Write a comment' })).toBeTruthy();
    expect(screen.queryByText('You cannot pin a comment to this file.')).toBeNull();
    vi.useRealTimers();
  });

  test('a page whose agent does not answer offers a comment on the page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serverStage();
    open();
    await isOpen();
    agent().postMessage(state('/cart', 'Cart'));
    const bar = within(screen.getByRole('banner'));
    await bar.findByDisplayValue('/cart');
    fireEvent.click(bar.getByRole('button', { name: 'Comment' }));
    expect(await screen.findByText('Preparing the page…')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await screen.findByText('You cannot pin a comment to this page.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Comment on the page' })).toBeTruthy();
    vi.useRealTimers();
  });

  test('an origin that does not respond is reported, whatever the frame shows', async () => {
    isContentThere = false;
    serverStage();
    open();
    await isOpen();
    load();
    expect((await screen.findByRole('alert')).textContent).toContain(FAILED);
  });
});

describe('after twelve hours, when the browser would no longer be let in', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    answers[PREVIEW] = ({ input }) => ({ url: `${CONTENT}/enter?to=${input.path}` });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000);
  const goOn = () => preview().dispatchEvent(new Event('load'));

  async function openAt(route: string, isPublic: boolean): Promise<HTMLIFrameElement> {
    answers[VIEW] = () => shows({ public: isPublic });
    const frame = serverStage();
    open();
    await isOpen();
    agent().postMessage(state(route, 'Cart'));
    await showDetails();
    await within(screen.getByRole('banner')).findByDisplayValue(route);
    return frame;
  }

  test('a protected preview that goes on to another page is opened with a new ticket, where it was', async () => {
    const frame = await openAt('/cart', false);
    pass(11);
    goOn();
    expect(preview()).toBe(frame);

    pass(2);
    goOn();
    await waitFor(() => expect(preview().src).toBe(`${CONTENT}/enter?to=/cart`));
    expect(preview()).not.toBe(frame);

    const renewed = preview();
    goOn();
    expect(preview()).toBe(renewed);
  });

  test('a new version of a protected one is opened with a new ticket', async () => {
    await openAt('/cart', false);
    pass(13);
    answers[VIEW] = () => shows({ public: false, version: 4 });
    sockets[0]?.dispatchEvent(
      new MessageEvent('message', {
        data: JSON.stringify({ type: 'snapshot_finalized', seq: 7, snapshotId: ID, version: 4 }),
      }),
    );
    await waitFor(() => expect(preview().src).toBe(`${CONTENT}/enter?to=/cart`));
  });

  test('an unprotected preview needs nothing of that', async () => {
    const frame = await openAt('/cart', true);
    pass(100);
    goOn();
    expect(preview()).toBe(frame);
  });
});

describe('a page of another version than the one of the link', () => {
  const old = {
    type: 'document',
    tag: { snapshot: ID, version: '1' },
    isLoaded: true,
    isFromWorker: true,
  };
  const sentTo = (port: MessagePort) => {
    const messages: unknown[] = [];
    port.addEventListener('message', ({ data }) => messages.push(data));
    port.start();
    return messages;
  };
  const version = (number: number) => ({
    number,
    createdAt: SNAPSHOT.createdAt,
    totalBytes: 1,
    fileCount: 1,
    picture: null,
    client: 'cli',
    gitBranch: null,
    gitCommit: null,
    isShown: number === SNAPSHOT.version,
    isDraft: false,
    contentOrigin: `https://label-v${number}.content.test`,
    pins: null,
    removedPins: 0,
  });

  async function openOld(): Promise<void> {
    serverStage();
    open();
    await isOpen();
    const first = agent();
    const received = sentTo(first);
    first.postMessage(old);
    first.postMessage(state('/', 'Old'));
    await vi.waitFor(() => expect(received).toContainEqual({ type: 'refresh' }));
    const second = agent();
    second.postMessage(old);
    second.postMessage(state('/', 'Old'));
  }

  test('is named, what is written is filed under it, and it can be loaded again', async () => {
    answers['GET /api/snapshots/:id/versions'] = () => ({
      versions: [version(3), version(1)],
      keepVersions: null,
    });
    answers['GET /api/snapshots/:id/versions/:version/files'] = () => ({ files: [], nextCursor: null });
    answers['POST /api/snapshots/:id/comments'] = () => refusal(503, 'unavailable', 'Not now.');
    await openOld();
    const kept = 'This page comes from version 1 (kept by the prototype’s service worker)';
    expect(await screen.findByText(kept)).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Version 1/ })).toBeTruthy();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Write a comment' }), 'Old');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(requests['POST /api/snapshots/:id/comments']?.[0]?.form).toMatchObject({ version: 1 }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Load version 3 again' }));
    const fresh = agent();
    fresh.postMessage({ ...old, tag: { snapshot: ID, version: '3' } });
    fresh.postMessage(state('/', 'New'));
    await waitFor(() => expect(screen.queryByText(kept)).toBeNull());
  });

  test('that the snapshot does not have is an unknown one', async () => {
    answers['GET /api/snapshots/:id/versions'] = () => ({ versions: [version(3)], keepVersions: null });
    await openOld();
    expect(await screen.findByText(/comes from an unknown version/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Version 3/ })).toBeTruthy();
  });
});

describe('what happens meanwhile', () => {
  const socket = () => {
    const newest = sockets.at(-1);
    if (!newest) throw new Error('The viewer follows nothing');
    return newest;
  };
  const receive = (message: object) =>
    socket().dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));

  test('a new version takes the old one’s place, at the same route', async () => {
    serverStage();
    open();
    await isOpen();
    expect(String(socket().url)).toBe(`ws://localhost:3000/api/events?snapshotId=${ID}`);
    const port = agent();
    const messages = new Promise((resolve) => {
      port.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
        if (data.type === 'reload') resolve(data);
      });
    });
    port.start();

    answers[VIEW] = () => shows({ version: 4 });
    receive({ type: 'snapshot_finalized', seq: 7, snapshotId: ID, version: 4 });

    expect(await screen.findByText('Version 4 is live')).toBeTruthy();
    await expect(messages).resolves.toEqual({ type: 'reload' });
    expect(requests[PREVIEW]).toBeUndefined();
  });

  test('a new version of something without an agent is opened anew', async () => {
    const frame = serverStage();
    open();
    await isOpen();
    answers[VIEW] = () => shows({ version: 4 });
    receive({ type: 'snapshot_finalized', seq: 7, snapshotId: ID, version: 4 });
    await waitFor(() => expect(preview()).not.toBe(frame));
    await waitFor(() => expect(preview().src).toBe(`${CONTENT}/`));
  });

  test.each<[string, typeof MISSING, string]>([
    ['is taken down', MISSING, 'This snapshot has ended'],
    ['expires', GONE, 'This snapshot has ended'],
    ['gets a new password', LOCKED, 'Password Protected'],
  ])('a snapshot that %s is no longer shown', async (_what, answer, text) => {
    serverStage();
    open();
    await isOpen();
    answers[VIEW] = () => answer;
    socket().dispatchEvent(new CloseEvent('close', { code: 4003 }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(stage()).toBeNull();
  });

  test('a snapshot taken down before its channel was open is no longer shown', async () => {
    serverStage();
    open();
    await isOpen();
    answers[VIEW] = () => MISSING;
    socket().dispatchEvent(new CloseEvent('close', { code: 1006 }));
    expect(await screen.findByText('This snapshot has ended')).toBeTruthy();
  });

  test('a lost channel is reported, and the newest version shows once it is back', async () => {
    serverStage();
    open();
    await isOpen();
    receive({ type: 'connected', seq: 7 });
    expect(screen.queryByText('Reconnecting…')).toBeNull();
    socket().dispatchEvent(new CloseEvent('close', { code: 1006 }));
    expect(await screen.findByText('Reconnecting…')).toBeTruthy();

    answers[VIEW] = () => shows({ version: 4 });
    const before = socket();
    window.dispatchEvent(new Event('online'));
    expect(socket()).not.toBe(before);
    receive({ type: 'connected', seq: 9 });
    expect(await screen.findByText('Version 4 is live')).toBeTruthy();
    expect(screen.queryByText('Reconnecting…')).toBeNull();
  });

  test('a version that came before the channel was open is shown', async () => {
    serverStage();
    open();
    await isOpen();
    answers[VIEW] = () => shows({ version: 4 });
    receive({ type: 'connected', seq: 7 });
    expect(await screen.findByText('Version 4 is live')).toBeTruthy();
  });

  test('a server that cannot be reached for a while changes nothing on screen', async () => {
    serverStage();
    open();
    await isOpen();
    answers[VIEW] = () => refusal(403, 'forbidden', 'Not now.');
    receive({ type: 'snapshot_extended', seq: 8, snapshotId: ID, expiresAt: SNAPSHOT.expiresAt });
    await waitFor(() => expect(requests[VIEW]).toHaveLength(2));
    expect(stage()).not.toBeNull();
    await isOpen();
  });

  test('at its expiry the snapshot is refetched', async () => {
    answers[VIEW] = () => shows({ expiresAt: new Date(Date.now() + 300).toISOString() });
    open();
    await isOpen();
    answers[VIEW] = () => GONE;
    expect(await screen.findByText('This snapshot has ended')).toBeTruthy();
  });
});
