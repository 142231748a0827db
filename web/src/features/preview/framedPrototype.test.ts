import { READY } from '@stagelink/shared/preview/handshake';
import type { ToAgent } from '@stagelink/shared/preview/messages';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FramedPrototype } from './framedPrototype.ts';
import type { FrameState } from './frameState.ts';

/** Browsers clear the storage of an origin; jsdom does not. */
const clear = vi.hoisted(() => vi.fn<(contentOrigin: string) => Promise<void>>());
vi.mock('./clearStorage.ts', () => ({ clearStorage: clear }));

const CONTENT = 'https://label.content.test';
const ID = 'k3q9x7m2a1b4';
const DAY_MS = 86_400_000;
const VIEWPORT = { width: 840, height: 700 };

let frame: HTMLIFrameElement;
let ports: MessagePort[];
let isPublic: boolean;
const open = vi.fn<(route: string) => Promise<string>>();
const events = {
  onStatus: vi.fn<(status: string) => void>(),
  onState: vi.fn<(state: FrameState) => void>(),
  onMessage: vi.fn<(message: unknown) => void>(),
  onStuck: vi.fn<() => void>(),
};
let disconnect: (() => void) | undefined;

beforeEach(() => {
  vi.clearAllMocks();
  isPublic = false;
  ports = [];
  open.mockReturnValue(new Promise(() => {}));
  frame = document.createElement('iframe');
  document.body.append(frame);
  const postMessage = (_message: unknown, _origin: string, [port]: MessagePort[]) => port && ports.push(port);
  Object.defineProperty(frame.contentWindow, 'postMessage', { value: postMessage });
});

afterEach(() => {
  disconnect?.();
  frame.remove();
  vi.useRealTimers();
});

function connect(prototype: FramedPrototype): FramedPrototype {
  const source = { contentOrigin: CONTENT, snapshotId: ID, version: () => 1, open, isPublic: () => isPublic };
  disconnect = prototype.connect(frame, source, events);
  return prototype;
}

/** A document of the prototype starts. Returns what its agent receives. */
function startDocument(): ToAgent[] {
  const source = frame.contentWindow;
  window.dispatchEvent(new MessageEvent('message', { data: READY, origin: CONTENT, source }));
  const received: ToAgent[] = [];
  ports.at(-1)?.addEventListener('message', ({ data }) => received.push(data as ToAgent));
  ports.at(-1)?.start();
  return received;
}

async function report(route: string): Promise<void> {
  const message = { type: 'state', route, title: '', viewport: VIEWPORT };
  ports.at(-1)?.postMessage(message);
  await vi.waitFor(() => expect(events.onMessage).toHaveBeenLastCalledWith(message));
}

test('opens an empty frame at its route', () => {
  connect(new FramedPrototype('/about#team'));
  expect(open).toHaveBeenCalledWith('/about#team');
});

test('says that a frame could not be opened, unless it was disconnected before', async () => {
  open.mockRejectedValueOnce(new Error('offline'));
  connect(new FramedPrototype('/'));
  await vi.waitFor(() => expect(events.onStatus).toHaveBeenLastCalledWith('failed'));

  open.mockRejectedValueOnce(new Error('offline'));
  events.onStatus.mockClear();
  connect(new FramedPrototype('/'));
  disconnect?.();
  await Promise.resolve();
  expect(events.onStatus).not.toHaveBeenCalledWith('failed');
});

describe('a visit', () => {
  test('goes to a hash of the same page, and asks for another page', async () => {
    const prototype = connect(new FramedPrototype('/'));
    const received = startDocument();
    await report('/');
    prototype.visit('/#team');
    prototype.visit('/about');
    await vi.waitFor(() =>
      expect(received).toEqual([
        { type: 'goTo', hash: '#team' },
        { type: 'show', route: '/about', page: null },
      ]),
    );
    expect(events.onStuck).not.toHaveBeenCalled();
  });

  test('needs a new frame without an agent, which opens at the requested route', () => {
    const prototype = connect(new FramedPrototype('/'));
    prototype.visit('/about');
    expect(events.onStuck).toHaveBeenCalledTimes(1);
    disconnect?.();
    connect(prototype);
    expect(open).toHaveBeenLastCalledWith('/about');
  });

  test('that waits for another page is discarded with the frame', async () => {
    const prototype = connect(new FramedPrototype('/'));
    startDocument();
    await report('/');
    prototype.visit('/about');
    prototype.visit('/contact');
    disconnect?.();
    connect(prototype);
    const received = startDocument();
    await report('/about');
    await report('/about?again');
    expect(received).toEqual([]);
  });
});

describe('a file without an agent', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(frame, 'hasAttribute').mockReturnValue(true);
  });

  function load(): void {
    frame.dispatchEvent(new Event('load'));
    vi.advanceTimersByTime(1000);
  }
  const arrival = (route: string) => expect.objectContaining({ type: 'state', route, title: '' }) as unknown;

  test('that was visited is at the requested route, and a new version of it needs a new frame', async () => {
    const prototype = connect(new FramedPrototype('/'));
    startDocument();
    await report('/');
    load();
    prototype.visit('/photo.svg');
    load();
    expect(events.onMessage).toHaveBeenLastCalledWith(arrival('/photo.svg'));
    prototype.reload();
    expect(events.onStuck).toHaveBeenCalledTimes(1);
    disconnect?.();
    vi.mocked(frame.hasAttribute).mockReturnValue(false);
    connect(prototype);
    expect(open).toHaveBeenLastCalledWith('/photo.svg');
  });

  test('at an unknown route is not taken for the page before', async () => {
    const prototype = connect(new FramedPrototype('/about'));
    startDocument();
    await report('/about');
    load();
    load();
    expect(events.onState.mock.lastCall?.[0]).toMatchObject({ phase: 'silent', route: null });
    expect(events.onMessage).toHaveBeenCalledTimes(1);
    prototype.visit('/');
    expect(events.onStuck).toHaveBeenCalledTimes(1);
  });

  test('that came while the page was asked to reload needs a new frame', async () => {
    const prototype = connect(new FramedPrototype('/'));
    startDocument();
    await report('/');
    load();
    prototype.reload();
    expect(events.onStuck).not.toHaveBeenCalled();
    load();
    expect(events.onStuck).toHaveBeenCalledTimes(1);
  });
});

describe('when the grant has expired', () => {
  const dayLater = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + DAY_MS);
  afterEach(() => vi.restoreAllMocks());

  test('reloads and visits need a new frame', () => {
    const prototype = connect(new FramedPrototype('/'));
    startDocument();
    prototype.reload();
    expect(events.onStuck).not.toHaveBeenCalled();
    dayLater();
    prototype.reload();
    prototype.visit('/about');
    expect(events.onStuck).toHaveBeenCalledTimes(2);
  });

  test('a public prototype goes on in its frame', () => {
    isPublic = true;
    const prototype = connect(new FramedPrototype('/'));
    startDocument();
    dayLater();
    prototype.reload();
    frame.dispatchEvent(new Event('load'));
    expect(events.onStuck).not.toHaveBeenCalled();
  });

  test('a page that the prototype opened itself needs a new frame', () => {
    connect(new FramedPrototype('/'));
    frame.dispatchEvent(new Event('load'));
    expect(events.onStuck).not.toHaveBeenCalled();
    dayLater();
    frame.dispatchEvent(new Event('load'));
    expect(events.onStuck).toHaveBeenCalledTimes(1);
  });
});

describe('a page without the agent, which a service worker may keep so', () => {
  const load = () => frame.dispatchEvent(new Event('load'));
  beforeEach(() => clear.mockReset().mockResolvedValue());

  function reconnect(prototype: FramedPrototype): void {
    disconnect?.();
    frame.removeAttribute('src');
    connect(prototype);
  }

  const sendRenewed = () =>
    window.dispatchEvent(
      new MessageEvent('message', {
        data: 'stagelink:renewed',
        origin: CONTENT,
        source: frame.contentWindow,
      }),
    );

  /** A frame that was opened has loaded, and nothing answers. */
  async function meetSilence(): Promise<void> {
    load();
    await vi.advanceTimersByTimeAsync(1000);
  }

  test('is opened once more past the worker', async () => {
    vi.useFakeTimers();
    frame.src = `${CONTENT}/about`;
    const prototype = connect(new FramedPrototype('/about'));
    await meetSilence();
    expect(events.onStuck).toHaveBeenCalledTimes(1);
    reconnect(prototype);
    expect(open).toHaveBeenLastCalledWith('/__stagelink/renew?to=%2Fabout');

    frame.src = `${CONTENT}/__stagelink/renew`;
    sendRenewed();
    await meetSilence();
    expect(events.onStuck).toHaveBeenCalledTimes(1);
    expect(clear).not.toHaveBeenCalled();
    expect(events.onMessage).toHaveBeenLastCalledWith(
      expect.objectContaining({ type: 'state', route: '/about' }),
    );
  });

  test('is opened without the storage of its origin where the worker answers for the renewal page', async () => {
    vi.useFakeTimers();
    frame.src = `${CONTENT}/about`;
    const prototype = connect(new FramedPrototype('/about'));
    await meetSilence();
    reconnect(prototype);
    frame.src = `${CONTENT}/__stagelink/renew`;
    await meetSilence();
    expect(events.onStuck).toHaveBeenCalledTimes(2);
    expect(clear).not.toHaveBeenCalled();

    reconnect(prototype);
    await vi.advanceTimersByTimeAsync(0);
    expect(clear).toHaveBeenCalledExactlyOnceWith(CONTENT);
    expect(open).toHaveBeenLastCalledWith('/about');
    frame.src = `${CONTENT}/about`;
    await meetSilence();
    expect(events.onStuck).toHaveBeenCalledTimes(2);
    expect(events.onMessage).toHaveBeenLastCalledWith(
      expect.objectContaining({ type: 'state', route: '/about' }),
    );
  });

  test.each(['/v1.2/docs', '/users/ada@example.com', '/release-2.0', '/about.html?a=b.png'])(
    'may be at a route with dots: %s',
    async (route) => {
      vi.useFakeTimers();
      frame.src = CONTENT + route;
      connect(new FramedPrototype(route));
      await meetSilence();
      expect(events.onStuck).toHaveBeenCalledTimes(1);
    },
  );

  test.each(['/mark.svg', '/data.json?v=1', '/photos/A.JPG#x'])('is not a file: %s', async (route) => {
    vi.useFakeTimers();
    frame.src = CONTENT + route;
    connect(new FramedPrototype(route));
    await meetSilence();
    expect(events.onStuck).not.toHaveBeenCalled();
  });
});
