import { LINKS_MAX, ROUTE_MAX } from '@stagelink/shared/preview/handshake';
import type { FromAgent } from '@stagelink/shared/preview/messages';
import { pageOf } from '@stagelink/shared/preview/routes';
import { own } from './own.ts';

const POLL_MS = 1500;
const SCANNED_MAX = 2000;

/** Matches the name of a file other than a page, such as a picture. */
const OTHER_FILE = /\.(?!html?$)[a-z\d]+$/i;

function urlOf(link: Element): URL | null {
  try {
    return new URL(own.attributeOf(link, 'href') ?? '', document.baseURI);
  } catch {
    return null;
  }
}

function routeOfLink(link: Element, root: string): string | null {
  const url = urlOf(link);
  const isInside = url?.origin === location.origin && url.pathname.startsWith(`${root}/`);
  if (!isInside || OTHER_FILE.test(url.pathname) || own.attributeOf(link, 'download') !== null) return null;
  const route = own.storable(pageOf(url.pathname.slice(root.length) + url.search + url.hash));
  return route.length <= ROUTE_MAX ? route : null;
}

/** Returns the routes of the prototype that the document links to, without duplicates. */
export function readLinks(root: string): string[] {
  const routes = new Set<string>();
  let scanned = 0;
  for (const link of own.query(document, 'a[href]')) {
    const route = routeOfLink(link, root);
    if (route !== null) routes.add(route);
    if (++scanned === SCANNED_MAX || routes.size === LINKS_MAX) break;
  }
  return [...routes];
}

/** Reports the links of the page while the viewer watches them. */
export function createLinks(root: string, send: (message: FromAgent) => void) {
  let isOn = false;
  let isPolling = false;
  let reported = '';

  function poll(): void {
    isPolling = isOn;
    if (!isOn) return;
    const routes = readLinks(root);
    const key = routes.join('\n');
    if (key !== reported) send({ type: 'links', routes });
    reported = key;
    own.later(poll, POLL_MS);
  }

  return {
    watch(next: boolean): void {
      isOn = next;
      reported = '';
      if (isOn && !isPolling) poll();
    },
  };
}
