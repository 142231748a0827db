import type { findAll, Finding } from '@stagelink/shared/locator/find';
import type { Locator } from '@stagelink/shared/locator/locator';
import type { FromAgent } from '@stagelink/shared/preview/messages';
import type { isSamePage } from '@stagelink/shared/preview/routes';
import type { Finder } from '../pins/finder.ts';
import type { TypedText } from '../typing.ts';
import type { isOtherByHash } from '../pins/hashes.ts';
import type { isOpen } from '../pins/pageState.ts';
import type { own as native } from '../pins/own.ts';
import type { above } from '../pins/above.ts';

/** What this part, which is a file of its own, uses of the pins. */
export interface ReopenContext {
  own: typeof native;
  host: HTMLElement;
  root: string;
  routeNow: () => string;
  typed: () => TypedText[];
  /** Passes a string to the next document of this page. */
  keep: (word: string) => void;
  known: Finder['known'];
  /** Finds the pins again, reports them, and calls back. */
  look: (ended: () => void) => void;
  findAll: typeof findAll;
  above: typeof above;
  isOpen: typeof isOpen;
  isSamePage: typeof isSamePage;
  isOtherByHash: typeof isOtherByHash;
  send: (message: FromAgent) => void;
}

/** Finds the element of a locator now. */
export function findNow({ findAll: search }: ReopenContext, locator: Locator): Finding {
  for (const slice of search(document, [locator], { budget: Infinity }))
    for (const { finding } of slice) return finding;
  return { status: 'lost' };
}

/** Returns an element and those around it, up to the body, across shadow roots. */
export function chainOf({ above }: ReopenContext, element: Element): Element[] {
  const chain: Element[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = above(at)) chain.push(at);
  return chain;
}

/** Returns the only element of a selector outside shadow trees. */
export function elementOf(selector: string): Element | null {
  try {
    const [first, second] = document.querySelectorAll(selector);
    return second ? null : (first ?? null);
  } catch {
    // It enters a shadow tree, or a stranger wrote it.
    return null;
  }
}
