import { AGENT_PATH, CONNECT, READY, TITLE_MAX } from '@stagelink/shared/preview/handshake';
import { DocumentReport, PreviewState } from '@stagelink/shared/preview/messages';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const APP = 'https://app.test';
const SERVED = { snapshot: 'k3q9x7m2a1b4', version: '2' };

/** jsdom has no MessageChannel and rejects Node's event targets. */
class Port {
  readonly sent: unknown[] = [];
  readonly #listeners: ((event: MessageEvent) => void)[] = [];
  listen(listener: (event: MessageEvent) => void): void {
    this.#listeners.push(listener);
  }
  receive(data: unknown): void {
    for (const listener of this.#listeners) listener(new MessageEvent('message', { data }));
  }
  start(): void {}
  postMessage(message: unknown): void {
    this.sent.push(message);
  }
}

type Say = (message: string, targetOrigin: string) => void;

/** Fakes the viewer as a blank parent frame of another origin. */
function framedByViewer(): { window: Window; post: ReturnType<typeof vi.fn<Say>> } {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const above = frame.contentWindow;
  if (!above) throw new Error('jsdom gave the frame no window');
  const post = vi.fn<Say>();
  Object.defineProperty(above, 'postMessage', { value: post });
  vi.stubGlobal('parent', above);
  return { window: above, post };
}

async function loadAgent(root = '', served: Record<string, string> = SERVED): Promise<void> {
  const script = document.createElement('script');
  Object.assign(script.dataset, { app: APP, ...served });
  // Keeps jsdom from fetching it.
  script.type = 'text/plain';
  script.src = root + AGENT_PATH;
  document.head.append(script);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  vi.resetModules();
  await import('./agent.ts');
}

interface Offer {
  data?: unknown;
  origin?: string;
  source?: Window | null;
  ports?: Port[];
}

function offer(above: Window, port: Port, different: Offer = {}): void {
  const message = { data: CONNECT, origin: APP, source: above, ports: [port], ...different };
  window.dispatchEvent(new MessageEvent('message', message as unknown as MessageEventInit));
}

async function connectedAgent(root = ''): Promise<Port> {
  const above = framedByViewer();
  await loadAgent(root);
  const port = new Port();
  offer(above.window, port);
  return port;
}

const isState = (message: unknown) => PreviewState.safeParse(message).success;
const statesOf = (port: Port) => port.sent.filter(isState);
const lastOf = (port: Port) => PreviewState.parse(port.sent.at(-1));
const soon = () => vi.advanceTimersByTimeAsync(400);

let listening: [string, EventListenerOrEventListenerObject][];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('MessagePort', Port);
  window.history.replaceState(null, '', '/');
  document.head.innerHTML = '<title>Home</title>';
  listening = [];
  const add = EventTarget.prototype.addEventListener;
  vi.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (
    this: EventTarget,
    type,
    listener,
    options,
  ) {
    if (!listener) return;
    if (this instanceof Port) return this.listen(listener as (event: Event) => void);
    if (this !== window) return Reflect.apply(add, this, [type, listener, options]);
    // Vitest's window is a proxy; jsdom's method needs its own window as `this`.
    window.addEventListener(type, listener, options);
    listening.push([type, listener]);
  });
});

afterEach(() => {
  for (const [type, listener] of listening) window.removeEventListener(type, listener, true);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the preview agent and the prototype', () => {
  test('its script element is gone and it leaves no name behind', async () => {
    framedByViewer();
    const names = Object.getOwnPropertyNames(window);

    await loadAgent();

    expect(document.querySelector('script')).toBeNull();
    expect(Object.getOwnPropertyNames(window)).toEqual(names);
  });

  test('the history functions stay the browser’s own', async () => {
    const { pushState, replaceState } = window.history;
    await connectedAgent();
    expect(window.history.pushState).toBe(pushState);
    expect(window.history.replaceState).toBe(replaceState);
    expect(Object.hasOwn(window.history, 'pushState')).toBe(false);
  });

  test('a page opened outside a viewer neither receives nor sends messages', async () => {
    const post = vi.spyOn(window, 'postMessage');
    await loadAgent();
    await soon();
    expect(post).not.toHaveBeenCalled();
    expect(listening).toEqual([]);
  });

  test('a frame within the prototype neither receives nor sends messages', async () => {
    const post = vi.fn<Say>();
    vi.stubGlobal('parent', { location: window.location, postMessage: post });
    await loadAgent();
    await soon();
    expect(post).not.toHaveBeenCalled();
    expect(listening).toEqual([]);
  });

  test('the prototype’s own message listeners never see the handshake, and see everything else', async () => {
    const above = framedByViewer();
    await loadAgent();
    const seen = vi.fn<(event: Event) => void>();
    window.addEventListener('message', seen, true);

    offer(above.window, new Port());
    offer(above.window, new Port(), { data: 'hello' });

    expect(seen).toHaveBeenCalledTimes(1);
  });
});

describe('the handshake', () => {
  test('READY goes to the app’s origin only, and is repeated until the viewer answers', async () => {
    const above = framedByViewer();
    await loadAgent();
    await vi.advanceTimersByTimeAsync(1000);
    const before = above.post.mock.calls.length;
    offer(above.window, new Port());
    await vi.advanceTimersByTimeAsync(60_000);

    expect(before).toBeGreaterThan(2);
    expect(above.post.mock.calls).toEqual(Array.from({ length: before }, () => [READY, APP]));
  });

  test('READY stops after half a minute without a response', async () => {
    const above = framedByViewer();
    await loadAgent();
    await vi.advanceTimersByTimeAsync(30_000);
    const before = above.post.mock.calls.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(above.post).toHaveBeenCalledTimes(before);
  });

  test.each<[string, Offer]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['an opaque origin', { origin: 'null' }],
    ['another window', { source: window }],
    ['no window', { source: null }],
    ['another word', { data: 'stagelink:connected' }],
    ['an object', { data: { type: CONNECT } }],
    ['no port', { ports: [] }],
  ])('a port offered with %s is not taken', async (_what, different) => {
    const above = framedByViewer();
    await loadAgent();
    const port = new Port();
    offer(above.window, port, different);
    await soon();
    expect(port.sent).toEqual([]);
  });

  test('a newer port replaces the older one and receives the full state', async () => {
    const above = framedByViewer();
    await loadAgent();
    const [first, second] = [new Port(), new Port()];
    offer(above.window, first);
    offer(above.window, second);
    document.title = 'Changed';
    await soon();
    expect(statesOf(first)).toHaveLength(1);
    expect(statesOf(second)).toHaveLength(2);
  });
});

describe('the document', () => {
  const document = (port: Port) => DocumentReport.parse(port.sent[0]);

  test('is described first: its snapshot and version, and whether it has loaded', async () => {
    const port = await connectedAgent();
    expect(document(port)).toEqual({ type: 'document', tag: SERVED, isLoaded: true, isFromWorker: false });
    expect(port.sent.findIndex(isState)).toBe(1);
  });

  test('that a service worker answered for says so', async () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { workerStart: 12 } as PerformanceNavigationTiming,
    ]);
    expect(document(await connectedAgent())).toMatchObject({ isFromWorker: true });
  });

  test('of a former release has no version', async () => {
    const above = framedByViewer();
    await loadAgent('', {});
    const port = new Port();
    offer(above.window, port);
    expect(document(port).tag).toEqual({});
  });

  test('is described again on request', async () => {
    const port = await connectedAgent();
    port.receive({ type: 'report' });
    expect(port.sent.slice(2)).toEqual(port.sent.slice(0, 2));
  });

  test('says where it leaves for, where the browser says so', async () => {
    const navigation = Object.assign(new EventTarget(), { currentEntry: {} });
    vi.stubGlobal('navigation', navigation);
    const port = await connectedAgent();
    const leave = (url: string, sameDocument: boolean) =>
      navigation.dispatchEvent(Object.assign(new Event('navigate'), { destination: { url, sameDocument } }));
    leave('https://label.content.test/cart', true);
    leave('https://label.content.test/photo.svg', false);
    expect(port.sent.slice(2)).toEqual([{ type: 'leaving', url: 'https://label.content.test/photo.svg' }]);
  });
});

describe('what is reported', () => {
  test('route, title and viewport, at once', async () => {
    window.history.replaceState(null, '', '/about?tab=2#team');
    const port = await connectedAgent();
    expect(lastOf(port)).toEqual({
      type: 'state',
      route: '/about?tab=2#team',
      title: 'Home',
      viewport: { width: window.innerWidth, height: window.innerHeight },
    });
  });

  test('routes are those of the prototype when it lives under a path', async () => {
    window.history.replaceState(null, '', '/s/abcdefghij/about');
    const port = await connectedAgent('/s/abcdefghij');
    expect(lastOf(port).route).toBe('/about');
  });

  test('a new route is reported with the Navigation API', async () => {
    const navigation = Object.assign(new EventTarget(), { currentEntry: {} });
    vi.stubGlobal('navigation', navigation);
    const port = await connectedAgent();
    await soon();

    window.history.pushState(null, '', '/next');
    await soon();
    expect(statesOf(port)).toHaveLength(1);
    navigation.dispatchEvent(new Event('currententrychange'));
    await soon();
    expect(lastOf(port).route).toBe('/next');
  });

  test('a new route is reported without the Navigation API', async () => {
    vi.stubGlobal('navigation', Object.assign(new EventTarget(), { currentEntry: null }));
    const port = await connectedAgent();
    window.history.pushState(null, '', '/next');
    await soon();
    expect(lastOf(port).route).toBe('/next');
  });

  test('a new title is reported, also when the head has been replaced', async () => {
    const port = await connectedAgent();
    document.title = 'Second';
    await soon();
    expect(lastOf(port).title).toBe('Second');

    document.head.replaceWith(document.createElement('head'));
    document.dispatchEvent(new Event('DOMContentLoaded'));
    document.title = 'Third';
    await soon();
    expect(lastOf(port).title).toBe('Third');
  });

  test('a new size is reported', async () => {
    const width = vi.spyOn(window, 'innerWidth', 'get');
    const port = await connectedAgent();
    width.mockReturnValue(390);
    window.dispatchEvent(new Event('resize'));
    await soon();
    expect(lastOf(port).viewport.width).toBe(390);
  });

  test('a burst of changes is reported once, and nothing when nothing changed', async () => {
    const port = await connectedAgent();
    for (let i = 0; i < 500; i++) document.title = `Frame ${i}`;
    await soon();
    window.dispatchEvent(new Event('resize'));
    await soon();
    expect(statesOf(port)).toHaveLength(2);
    expect(lastOf(port).title).toBe('Frame 499');
  });

  test('a title and a route of any length fit the contract', async () => {
    const port = await connectedAgent();
    document.title = 'x'.repeat(5000);
    window.history.pushState(null, '', `/${'y'.repeat(5000)}`);
    await soon();
    expect(lastOf(port).title).toHaveLength(TITLE_MAX);
  });
});

test('a prototype that replaces the browser’s functions is reported all the same', async () => {
  const above = framedByViewer();
  await loadAgent();
  const port = new Port();
  const broken = () => {
    throw new Error('broken by the prototype');
  };
  vi.stubGlobal('setTimeout', broken);
  vi.stubGlobal('innerWidth', 'wide');
  vi.spyOn(window, 'addEventListener').mockImplementation(broken);
  vi.spyOn(Event.prototype, 'stopImmediatePropagation').mockImplementation(broken);
  vi.spyOn(Port.prototype, 'postMessage').mockImplementation(broken);
  vi.spyOn(Document.prototype, 'title', 'get').mockReturnValue('Not the title');
  vi.spyOn(MessageEvent.prototype, 'origin', 'get').mockReturnValue('https://evil.test');

  offer(above.window, port);
  document.head.querySelector('title')?.replaceChildren('Changed');
  await soon();

  expect(statesOf(port)).toHaveLength(2);
  expect(lastOf(port).title).toBe('Changed');
});
