import { ROUTE_MAX, TITLE_MAX } from '@stagelink/shared/preview/handshake';
import type { PreviewState } from '@stagelink/shared/preview/messages';
import {
  cut,
  headOf,
  heightOf,
  later,
  listen,
  observer,
  repeat,
  startsWith,
  storable,
  titleOf,
  widthOf,
} from './native.ts';

const THROTTLE_MS = 100;
const POLL_MS = 250;

const { document, location } = window;
const history = window.navigation as Navigation | undefined;

/** Returns path, query and hash relative to the prototype's root. */
export function routeOf(root: string): string {
  const path = location.pathname;
  const inside = root !== '' && startsWith(path, root) ? cut(path, root.length) : path;
  return storable(cut((inside || '/') + location.search + location.hash, 0, ROUTE_MAX));
}

export function readPage(root: string): PreviewState {
  return {
    type: 'state',
    route: routeOf(root),
    title: storable(cut(titleOf(document), 0, TITLE_MAX)),
    viewport: { width: widthOf(window), height: heightOf(window) },
  };
}

function throttled(act: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    later(() => {
      waiting = false;
      act();
    }, THROTTLE_MS);
  };
}

function watchTitle(changed: () => void): void {
  const observe = observer(changed);
  let observed: Element | null = null;
  const follow = () => {
    const head = headOf(document);
    if (head && head !== observed) {
      observe(head);
      observed = head;
    }
    changed();
  };
  follow();
  listen(document, 'DOMContentLoaded', follow);
  listen(window, 'load', follow);
}

/**
 * `history.pushState` fires no event, and the prototype could detect a patched one. Uses the Navigation
 * API, or polling where it is missing: in older browsers, and in documents with an opaque origin, whose
 * navigation has no entry.
 */
function watchRoute(changed: () => void, left: (url: string) => void): void {
  listen(window, 'popstate', changed);
  listen(window, 'hashchange', changed);
  if (history?.currentEntry) {
    listen(history, 'currententrychange', changed);
    listen(history, 'navigatesuccess', changed);
    listen(history, 'navigate', (event) => {
      const { sameDocument, url } = (event as NavigateEvent).destination;
      if (!sameDocument) left(url);
    });
    return;
  }
  let last = location.href;
  repeat(() => {
    if (location.href === last) return;
    last = location.href;
    changed();
  }, POLL_MS);
}

/**
 * Calls back soon after the route, the title or the viewport may have changed, at most ten times a second; and, where
 * the browser says so, before another document replaces this one.
 */
export function watchPage(changed: () => void, left: (url: string) => void): void {
  const soon = throttled(changed);
  watchRoute(soon, left);
  watchTitle(soon);
  listen(window, 'resize', soon);
}
