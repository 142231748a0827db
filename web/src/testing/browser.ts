import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { clearToasts } from '../kit/toast.ts';
import { queryClient } from '../lib/queryClient.ts';

// Browser features that jsdom lacks.

/** A wide window without preferences. */
window.matchMedia = (query) => {
  const width = Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Number.NaN);
  return Object.assign(new EventTarget(), {
    matches: window.innerWidth >= width,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
};

window.innerWidth = 1440;
window.scrollTo = () => undefined;
navigator.sendBeacon = () => true;

// Closing the window would stop its timers for all files that share it.
window.close = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

// A menu without a layout would detect that its button has scrolled away, and hide.
Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20);
Object.defineProperties(document.documentElement, {
  clientWidth: { configurable: true, value: 1440 },
  clientHeight: { configurable: true, value: 900 },
});

window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

// jsdom has the element without its methods.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};

// Generous, because tests do not depend on time: it only ends a wait that fails.
configure({ asyncUtilTimeout: 30_000 });

// Tests do not wait between the attempts of a change.
const { mutations, ...defaults } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...defaults, mutations: { ...mutations, retryDelay: 0 } });

/** A live channel without messages. */
class SilentSocket extends EventTarget {
  close(): void {}
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
});

// The files of a worker share one window, so each test leaves it as it was.
afterEach(() => {
  cleanup();
  // What waits to be sent is not sent during the next test.
  window.dispatchEvent(new Event('pagehide'));
  clearToasts();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

// Tests replace modules, and modules keep state: the next file loads its own.
afterAll(() => {
  document.body.replaceChildren();
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name);
  vi.resetModules();
});
