import type * as native from '../native.ts';
import { found, type Found } from './found.ts';
import type { SeenElement } from './page.ts';
import type { Pace } from './pace.ts';

const PAGES_MAX = 40;
const AT_ONCE = 4;
const WAIT_MS = 2000;

/** Returns the page of the prototype that a link leads to; null for other links. */
function pageOf(own: typeof native, element: Element, root: string): string | null {
  const href = own.attributeOf(element, 'href');
  if (href === null || href.startsWith('#') || element.localName !== 'a') return null;
  try {
    const { origin, pathname, search, protocol } = new URL(href, document.baseURI);
    const isWithin =
      origin === location.origin && pathname.startsWith(`${root}/`) && protocol.startsWith('http');
    return isWithin && pathname !== location.pathname ? pathname + search : null;
  } catch {
    return null;
  }
}

/** The server answers as it would for a visitor: a client-side route exists although no file has its name. */
async function isMissing(page: string): Promise<boolean> {
  try {
    const { status } = await fetch(page, { method: 'HEAD', signal: AbortSignal.timeout(WAIT_MS) });
    return status === 404;
  } catch {
    // The prototype's policy forbids the request, or the server is gone.
    return false;
  }
}

/** Finds links within the prototype that lead nowhere. */
export async function measureLinks(
  own: typeof native,
  seen: SeenElement[],
  { root, pace }: { root: string; pace: Pace },
): Promise<Found[]> {
  const byPage = new Map<string, Element>();
  for (const { element } of seen) {
    const page = pageOf(own, element, root);
    if (page !== null && !byPage.has(page) && byPage.size < PAGES_MAX) byPage.set(page, element);
  }
  const left = [...byPage];
  const dead: Found[] = [];
  const work = async () => {
    for (let next = left.shift(); next && !pace.isOver(); next = left.shift()) {
      const [page, element] = next;
      if (await isMissing(page)) dead.push(found('link-dead', element, page.slice(root.length, 250)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return dead;
}
