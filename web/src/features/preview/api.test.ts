import { CONNECT, READY } from '@stagelink/shared/preview/handshake';
import type { FromAgent } from '@stagelink/shared/preview/messages';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { linkPreview, type PreviewLink } from './api.ts';
import type { FrameState } from './frameState.ts';

const CONTENT = 'https://label.content.test';

const STATE: FromAgent = {
  type: 'state',
  route: '/about',
  title: 'About us',
  viewport: { width: 840, height: 700 },
};

const DOCUMENT: FromAgent = {
  type: 'document',
  tag: { snapshot: 'k3q9x7m2a1b4', version: '2' },
  isLoaded: false,
  isFromWorker: false,
};

type Post = (message: unknown, targetOrigin: string, transfer: MessagePort[]) => void;

let frame: HTMLIFrameElement;
let posted: ReturnType<typeof vi.fn<Post>>;
let onReady: ReturnType<typeof vi.fn<() => void>>;
let onState: ReturnType<typeof vi.fn<(state: FrameState) => void>>;
let verify: ReturnType<typeof vi.fn<(version: number | null) => Promise<boolean>>>;
let version: number;
let onMessage: ReturnType<typeof vi.fn<(message: FromAgent) => void>>;
let link: PreviewLink | undefined;

beforeEach(() => {
  frame = document.createElement('iframe');
  document.body.append(frame);
  posted = vi.fn<Post>();
  Object.defineProperty(frame.contentWindow, 'postMessage', { value: posted });
  onReady = vi.fn<() => void>();
  onState = vi.fn<(state: FrameState) => void>();
  verify = vi.fn<(version: number | null) => Promise<boolean>>().mockResolvedValue(true);
  version = 2;
  onMessage = vi.fn<(message: FromAgent) => void>();
});

afterEach(() => {
  link?.close();
  frame.remove();
  vi.restoreAllMocks();
});

const open = (origin: string | null = CONTENT) => {
  const target = { contentOrigin: origin, snapshotId: 'k3q9x7m2a1b4', version: () => version, verify };
  link = linkPreview(frame, target, { onReady, onState, onMessage });
  return link;
};

function say(data: unknown, from: { origin?: string; source?: Window | null } = {}): void {
  const source = from.source === undefined ? frame.contentWindow : from.source;
  window.dispatchEvent(new MessageEvent('message', { data, origin: from.origin ?? CONTENT, source }));
}

/** The agent's port of the newest connection. */
function agentPort(): MessagePort {
  const port = posted.mock.lastCall?.[2][0];
  if (!port) throw new Error('The viewer has offered no port');
  return port;
}

const load = () => frame.dispatchEvent(new Event('load'));

function lastState(): FrameState {
  const state = onState.mock.lastCall?.[0];
  if (!state) throw new Error('The state has not changed');
  return state;
}

/** Collects what the agent of the newest document receives. */
function received(): unknown[] {
  const messages: unknown[] = [];
  agentPort().addEventListener('message', ({ data }) => messages.push(data));
  agentPort().start();
  return messages;
}

/** Sends messages, and waits until they have arrived. */
async function report(...messages: FromAgent[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const message of messages) agentPort().postMessage(message);
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => resolve());
  port1.start();
  port2.postMessage(null);
  await promise;
}

async function start(): Promise<void> {
  say(READY);
  await report(DOCUMENT, STATE);
  await vi.waitFor(() => expect(lastState().phase).toBe('ready'));
}

async function leave(url: string): Promise<void> {
  const before = onState.mock.calls.length;
  await report({ type: 'leaving', url });
  await vi.waitFor(() => expect(onState.mock.calls.length).toBeGreaterThan(before));
}

/** Messages of a port arrive in order: after this one, all before it have arrived. */
async function everythingArrived(port: MessagePort): Promise<void> {
  const last = { ...STATE, title: 'the last one' };
  port.postMessage(last);
  await vi.waitFor(() => expect(onMessage).toHaveBeenLastCalledWith(last));
}

describe('a document without an agent', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(frame, 'hasAttribute').mockReturnValue(true);
  });
  afterEach(() => vi.useRealTimers());

  test('is noticed a second after it has loaded, and takes no messages', async () => {
    const { send } = open();
    await start();
    load();
    expect(send({ type: 'reload' })).toBe(true);
    load();
    expect(send({ type: 'reload' })).toBe(false);
    vi.advanceTimersByTime(999);
    expect(lastState().phase).toBe('ready');
    vi.advanceTimersByTime(1);
    expect(lastState().phase).toBe('silent');
    expect(send({ type: 'reload' })).toBe(false);
  });

  test('is named by the page that left for it, unless that is outside of the prototype', async () => {
    open();
    await start();
    load();
    await leave(`${CONTENT}/photo.svg?large`);
    load();
    vi.advanceTimersByTime(1000);
    expect(lastState()).toMatchObject({ phase: 'silent', route: '/photo.svg?large' });

    await start();
    load();
    await leave('https://elsewhere.test/photo.svg');
    load();
    vi.advanceTimersByTime(1000);
    expect(lastState()).toMatchObject({ phase: 'silent', route: null });
  });

  test('is not a page that rewrites itself: its agent answers', async () => {
    open();
    await start();
    load();
    const toAgent = received();
    load();
    await vi.waitFor(() => expect(toAgent).toContainEqual({ type: 'report' }));
    await report(DOCUMENT, STATE);
    vi.advanceTimersByTime(1000);
    expect(lastState().phase).toBe('ready');
  });

  test('is not a frame that has no URL yet', () => {
    vi.mocked(frame.hasAttribute).mockReturnValue(false);
    open();
    load();
    vi.advanceTimersByTime(1000);
    expect(onState).not.toHaveBeenCalled();
  });
});

describe('a page of another version', () => {
  const old = { ...DOCUMENT, tag: { snapshot: 'k3q9x7m2a1b4', version: '1' }, isFromWorker: true };
  const phases = () => onState.mock.calls.map(([state]) => state.phase);

  async function startOld(document: FromAgent = old): Promise<unknown[]> {
    say(READY);
    const got = received();
    await report(document, STATE);
    return got;
  }

  test('is refreshed once, and then says its version', async () => {
    open();
    const first = await startOld();
    await vi.waitFor(() => expect(first).toEqual([{ type: 'refresh' }]));
    expect(phases()).not.toContain('ready');
    const second = await startOld();
    await vi.waitFor(() =>
      expect(lastState()).toMatchObject({ phase: 'ready', kept: { version: 1, isFromWorker: true } }),
    );
    expect(second).toEqual([]);
    expect(onMessage).toHaveBeenLastCalledWith(STATE);
    expect(onReady).not.toHaveBeenCalled();
  });

  test('is the right one if it was published meanwhile', async () => {
    verify.mockImplementation(() => {
      version = 1;
      return Promise.resolve(true);
    });
    open();
    await startOld();
    await vi.waitFor(() => expect(lastState()).toMatchObject({ phase: 'ready', kept: null }));
    expect(onReady).toHaveBeenCalledTimes(1);
  });

  test.each<[string, FromAgent]>([
    ['that the snapshot does not have', { ...old, tag: { ...old.tag, version: '9' } }],
    ['of another snapshot', { ...old, tag: { ...old.tag, snapshot: 'other0other0' } }],
    ['that a worker kept from a former release', { ...old, tag: {} }],
  ])('%s is an unknown one', async (_what, document) => {
    verify.mockResolvedValue(false);
    open();
    await startOld(document);
    await vi.waitFor(() => expect(lastState()).toMatchObject({ stage: 'refreshing' }));
    await startOld(document);
    await vi.waitFor(() =>
      expect(lastState()).toMatchObject({ phase: 'ready', kept: { version: null, isFromWorker: true } }),
    );
  });

  test('is unknown, and nothing is removed, while the server does not answer', async () => {
    verify.mockRejectedValue(new Error('offline'));
    open();
    const toAgent = await startOld();
    await vi.waitFor(() => expect(lastState()).toMatchObject({ phase: 'ready', kept: { version: null } }));
    expect(toAgent).toEqual([]);
  });

  test('that comes again and again asks the server a bounded number of times', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0);
    open();
    for (let i = 0; i < 12; i++) await startOld();
    await vi.waitFor(() => expect(lastState()).toMatchObject({ phase: 'ready' }));
    expect(verify.mock.calls.length).toBeLessThanOrEqual(5);
  });

  test('of a former release, which no worker kept, is believed', async () => {
    open();
    await startOld({ ...old, tag: {}, isFromWorker: false });
    await vi.waitFor(() => expect(lastState()).toMatchObject({ phase: 'ready', kept: null }));
    expect(verify).not.toHaveBeenCalled();
  });
});

describe('connecting', () => {
  test('an agent that is ready gets a port, at the exact content origin', () => {
    open();
    say(READY);
    expect(posted.mock.calls).toEqual([[CONNECT, CONTENT, [expect.any(MessagePort)]]]);
    expect(lastState()).toMatchObject({ document: 1 });
  });

  test('in path mode, where origins are opaque, the frame itself is what is believed', () => {
    open(null);
    say(READY);
    say(READY, { origin: 'null' });
    expect(posted.mock.calls).toEqual([[CONNECT, '*', [expect.any(MessagePort)]]]);
  });

  test.each<[string, unknown, { origin?: string; source?: Window | null }]>([
    ['another origin', READY, { origin: 'https://evil.test' }],
    ['an origin that only begins like it', READY, { origin: `${CONTENT}.evil.test` }],
    ['an opaque origin', READY, { origin: 'null' }],
    ['another window', READY, { source: window }],
    ['no window', READY, { source: null }],
    ['other words', 'ready', {}],
    ['an object', { type: READY }, {}],
    ['a text object', Object(READY), {}],
  ])('%s gets no port', (_what, data, from) => {
    open();
    say(data, from);
    expect(posted).not.toHaveBeenCalled();
    expect(onReady).not.toHaveBeenCalled();
  });

  test('each new document gets its own port, and the old one is closed', async () => {
    open();
    say(READY);
    const old = agentPort();
    say(READY);
    old.postMessage({ ...STATE, title: 'from the page before' });
    await everythingArrived(agentPort());
    expect(onMessage).toHaveBeenCalledTimes(1);
  });

  test('after closing, messages are ignored', () => {
    open().close();
    say(READY);
    expect(posted).not.toHaveBeenCalled();
  });

  test('messages are sent only once an agent is connected', async () => {
    const { send } = open();
    expect(send({ type: 'reload' })).toBe(false);
    say(READY);
    const received = new Promise((resolve) => {
      agentPort().addEventListener('message', ({ data }) => resolve(data));
    });
    agentPort().start();
    expect(send({ type: 'reload' })).toBe(true);
    await expect(received).resolves.toEqual({ type: 'reload' });
  });
});

describe('messages of a page', () => {
  test('the state of the page is passed on, also of a page of the former release', async () => {
    open();
    say(READY);
    agentPort().postMessage(STATE);
    await vi.waitFor(() => expect(onMessage).toHaveBeenCalledWith(STATE));
  });

  const cyclic: Record<string, unknown> = { ...STATE };
  cyclic['self'] = cyclic;

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'state'],
    ['an unknown type', { ...STATE, type: 'token' }],
    ['a field too many', { ...STATE, html: '<img onerror=alert(1)>' }],
    ['a field too few', { type: 'state', route: '/' }],
    ['a route that is an address', { ...STATE, route: 'https://evil.test/' }],
    ['a route that is script', { ...STATE, route: 'javascript:alert(1)' }],
    ['a route without end', { ...STATE, route: `/${'x'.repeat(2000)}` }],
    ['a title without end', { ...STATE, title: 'x'.repeat(301) }],
    ['a title that is an object', { ...STATE, title: { toString: 'x' } }],
    ['a viewport of no size', { ...STATE, viewport: { width: Number.NaN, height: 1 } }],
    ['a viewport of endless size', { ...STATE, viewport: { width: Number.POSITIVE_INFINITY, height: 1 } }],
    ['a viewport below nothing', { ...STATE, viewport: { width: -1, height: 1 } }],
    ['a prototype of its own', JSON.parse('{"__proto__":{"type":"state"},"route":"/"}')],
    ['a list', [STATE]],
    ['itself', cyclic],
  ])('%s is dropped', async (_what, data) => {
    open();
    say(READY);
    agentPort().postMessage(data);
    await everythingArrived(agentPort());
    expect(onMessage).toHaveBeenCalledTimes(1);
  });

  test('a flood costs the viewer a bounded number of messages, and it listens again afterwards', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    open();
    say(READY);
    for (let i = 0; i < 5000; i++) agentPort().postMessage({ ...STATE, title: `${i}` });
    const drained = new Promise((resolve) => setTimeout(resolve, 0));
    await vi.waitFor(() => expect(onMessage.mock.calls.length).toBeGreaterThan(30));
    await drained;
    expect(onMessage.mock.calls.length).toBeLessThanOrEqual(40);

    clock.mockReturnValue(60_000);
    await everythingArrived(agentPort());
  });

  test('a flood of READY makes a bounded number of connections', () => {
    vi.spyOn(performance, 'now').mockReturnValue(0);
    open();
    for (let i = 0; i < 5000; i++) say(READY);
    expect(posted.mock.calls.length).toBeLessThanOrEqual(40);
  });
});
