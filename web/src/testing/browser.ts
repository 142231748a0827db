import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What a browser has and jsdom lacks.

/** A wide window in which nothing has been preferred. */
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

// jsdom knows the element, and not what it does.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true;
};

// No test is about time: this only ends a wait for what never comes.
configure({ asyncUtilTimeout: 30_000 });

afterEach(cleanup);
