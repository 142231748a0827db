import { CONNECT, READY } from '@stagelink/shared/preview/handshake';
import type { FromAgent } from '@stagelink/shared/preview/messages';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { linkPreview, type PreviewLink } from './api.ts';

const CONTENT = 'https://label.content.test';

const STATE: FromAgent = {
  type: 'state',
  route: '/about',
  title: 'About us',
  viewport: { width: 840, height: 700 },
};

type Post = (message: unknown, targetOrigin: string, transfer: MessagePort[]) => void;

let frame: HTMLIFrameElement;
let posted: ReturnType<typeof vi.fn<Post>>;
let onReady: ReturnType<typeof vi.fn<() => void>>;
let onSilentDocument: ReturnType<typeof vi.fn<() => void>>;
let onMessage: ReturnType<typeof vi.fn<(message: FromAgent) => void>>;
let link: PreviewLink | undefined;

beforeEach(() => {
  frame = document.createElement('iframe');
  document.body.append(frame);
  posted = vi.fn<Post>();
  Object.defineProperty(frame.contentWindow, 'postMessage', { value: posted });
  onReady = vi.fn<() => void>();
  onSilentDocument = vi.fn<() => void>();
  onMessage = vi.fn<(message: FromAgent) => void>();
});

afterEach(() => {
  link?.close();
  frame.remove();
  vi.restoreAllMocks();
});

const open = (origin: string | null = CONTENT) => {
  link = linkPreview(frame, origin, { onReady, onSilentDocument, onMessage });
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

/** Messages of a port arrive in order: after this one, all before it have arrived. */
async function everythingArrived(port: MessagePort): Promise<void> {
  const last = { ...STATE, title: 'the last one' };
  port.postMessage(last);
  await vi.waitFor(() => expect(onMessage).toHaveBeenLastCalledWith(last));
}

describe('a document without an agent', () => {
  const load = () => frame.dispatchEvent(new Event('load'));
  beforeEach(() => void vi.spyOn(frame, 'hasAttribute').mockReturnValue(true));

  test('takes no messages, and is reported when it has loaded', () => {
    const { send } = open();
    say(READY);
    load();
    expect(onSilentDocument).not.toHaveBeenCalled();
    load();
    expect(onSilentDocument).toHaveBeenCalledTimes(1);
    expect(send({ type: 'reload' })).toBe(false);
  });

  test('is noticed after an agent that connected when its document had loaded', () => {
    const { send } = open();
    say(READY);
    send({ type: 'show', route: '/photo.png', page: null });
    load();
    expect(onSilentDocument).toHaveBeenCalledTimes(1);
  });

  test('is not a frame that has no URL yet', () => {
    vi.mocked(frame.hasAttribute).mockReturnValue(false);
    open();
    load();
    expect(onSilentDocument).not.toHaveBeenCalled();
  });
});

describe('connecting', () => {
  test('an agent that is ready gets a port, at the exact content origin', () => {
    open();
    say(READY);
    expect(posted.mock.calls).toEqual([[CONNECT, CONTENT, [expect.any(MessagePort)]]]);
    expect(onReady).toHaveBeenCalledTimes(1);
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
  test('the state of the page is passed on', async () => {
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
