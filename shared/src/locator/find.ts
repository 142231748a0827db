import { candidatesFor } from './candidates.ts';
import type { Locator } from './locator.ts';
import { type Page, siblingsOf, readAtOnce, readPage, textOf, duplicatesOf } from './domIndex.ts';
import { CLOSE, FAR, type Score, scoreOf } from './score.ts';
import { shareOf, wordsOf } from './tokens.ts';

/**
 * Result of a search. `found` is certain; `doubtful` is the best guess and may be wrong. `confidence` is 0
 * to 1. See docs/decisions/0019.
 */
export type Finding =
  | { status: 'found' | 'doubtful'; element: Element; confidence: number }
  | { status: 'lost' };

const UNCHANGED = 0.95;
const SURE = 0.45;
const KNOWN = 0.3;
const POSSIBLE = 0.15;
const MARGIN = 0.08;

function statusOf(page: Page, locator: Locator, best: Score, rival?: Score): Finding['status'] {
  const { place, total, around, isKnown, isForeign, isInPlace } = best;
  const isAmong = around !== null && around >= CLOSE;

  if (total < POSSIBLE) return 'lost';
  if (!isKnown) {
    const { circles, alone, twins } = locator;
    const kin = siblingsOf(page, place, circles);
    const text = textOf(page, place);
    // Text that was next to the element before does not count as new.
    if (text !== locator.text.text && shareOf(wordsOf(text), circles[0]?.text ?? '') >= CLOSE) return 'lost';
    if (best.isChanged) {
      if (isAmong && alone && kin.length === 0) return 'found';
      return best.isOther && !(isAmong && isInPlace) ? 'lost' : 'doubtful';
    }
    const isHere = isAmong && duplicatesOf(page, place, kin) === twins && (twins === 0 || isInPlace);
    const hasContext = around !== null && !isForeign;
    if (hasContext && around < (isInPlace ? 0.2 : FAR) && !best.isSeen) return 'lost';
    if (!isHere && (hasContext || !isInPlace)) return 'doubtful';
    // Only the structure of the page can confirm it in another language.
    if (isForeign && page.places.length !== locator.size) return 'doubtful';
  }
  if (rival && !isInPlace) {
    const isTwin =
      rival.place.kind === place.kind &&
      duplicatesOf(page, place, [rival.place]) > 0 &&
      (isKnown ? rival.isKnown : (rival.around ?? 1) >= CLOSE);
    if (isTwin || total - rival.total < MARGIN) return 'doubtful';
  }
  return total < (isKnown ? KNOWN : SURE) ? 'doubtful' : 'found';
}

function toFinding(page: Page, locator: Locator, best: Score, rival?: Score): Finding {
  const status = statusOf(page, locator, best, rival);
  const confidence = status === 'found' ? best.total : best.total / 2;
  return status === 'lost' ? { status } : { status, element: best.place.element, confidence };
}

function findIn(page: Page, locator: Locator): Finding {
  const scores: Score[] = [];
  for (const place of candidatesFor(page, locator)) {
    const score = scoreOf(page, locator, place);
    // An element at the same position with the same content has no rivals.
    if (score.isInPlace && score.total > UNCHANGED) return toFinding(page, locator, score);
    scores.push(score);
  }
  const [best, rival] = scores.sort((a, b) => b.total - a.total);
  return best ? toFinding(page, locator, best, rival) : { status: 'lost' };
}

export interface Found {
  /** Index of the locator. */
  index: number;
  finding: Finding;
}

function* findEach(document: Document, locators: readonly Locator[]): Generator<Found | void, void> {
  const page = yield* readPage(document);
  let index = 0;
  for (const locator of locators) yield { index: index++, finding: findIn(page, locator) };
}

/**
 * Finds many locators in slices of about `budget` milliseconds; each iteration is one slice and yields its
 * results. Reads the page once at the start, so restart when the page changes.
 */
export function* findAll(
  document: Document,
  locators: readonly Locator[],
  { budget = 6 }: { budget?: number } = {},
): Generator<Found[], void> {
  let end = performance.now() + budget;
  let slice: Found[] = [];
  for (const found of findEach(document, locators)) {
    if (found) slice.push(found);
    if (performance.now() < end) continue;
    yield slice;
    slice = [];
    end = performance.now() + budget;
  }
  yield slice;
}

/** Finds the element of a locator, or reports it as lost. Expects the route the locator was made on. */
export const find = (document: Document, locator: Locator): Finding => findIn(readAtOnce(document), locator);
