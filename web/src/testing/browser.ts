import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

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
Element.prototype.scrollIntoView = () => undefined;

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};

window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

// jsdom has the element without its methods.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true;
};

// Generous, because tests do not depend on time: it only ends a wait that fails.
configure({ asyncUtilTimeout: 30_000 });

afterEach(cleanup);
