import { candidatesFor } from './candidates.ts';
import type { Locator } from './locator.ts';
import { type Page, kinOf, readAtOnce, readPage, textOf, twinsAmong } from './page.ts';
import { CLOSE, FAR, type Score, scoreOf } from './score.ts';
import { shareOf, wordsOf } from './words.ts';

/**
 * `found` is sure. `doubtful` is the best guess, and to be shown as one: it may be wrong. `confidence` goes from 0 to 1.
 */
export type Finding =
  { status: 'found' | 'doubtful'; element: Element; confidence: number } | { status: 'lost' };

const UNCHANGED = 0.95;
const SURE = 0.45;
const KNOWN = 0.3;
const POSSIBLE = 0.15;
const MARGIN = 0.08;

function judge(page: Page, locator: Locator, best: Score, rival?: Score): Finding['status'] {
  const { place, total, around, isKnown, isForeign, isInPlace } = best;
  const isAmong = around !== null && around >= CLOSE;

  if (total < POSSIBLE) return 'lost';
  if (!isKnown) {
    const { circles, alone, twins } = locator;
    const kin = kinOf(page, place, circles);
    const text = textOf(page, place);
    // What stood beside the element already is no new text of it.
    if (text !== locator.text.text && shareOf(wordsOf(text), circles[0]?.text ?? '') >= CLOSE) return 'lost';
    if (best.isChanged) {
      if (isAmong && alone && kin.length === 0) return 'found';
      return best.isOther && !(isAmong && isInPlace) ? 'lost' : 'doubtful';
    }
    const isHere = isAmong && twinsAmong(page, place, kin) === twins && (twins === 0 || isInPlace);
    const canTell = around !== null && !isForeign;
    if (canTell && around < (isInPlace ? 0.2 : FAR) && !best.isSeen) return 'lost';
    if (!isHere && (canTell || !isInPlace)) return 'doubtful';
    // In another language only the shape of the page says that it is the same.
    if (isForeign && page.places.length !== locator.size) return 'doubtful';
  }
  if (rival && !isInPlace) {
    const isTwin =
      rival.place.kind === place.kind &&
      twinsAmong(page, place, [rival.place]) > 0 &&
      (isKnown ? rival.isKnown : (rival.around ?? 1) >= CLOSE);
    if (isTwin || total - rival.total < MARGIN) return 'doubtful';
  }
  return total < (isKnown ? KNOWN : SURE) ? 'doubtful' : 'found';
}

function answer(page: Page, locator: Locator, best: Score, rival?: Score): Finding {
  const status = judge(page, locator, best, rival);
  const confidence = status === 'found' ? best.total : best.total / 2;
  return status === 'lost' ? { status } : { status, element: best.place.element, confidence };
}

function findIn(page: Page, locator: Locator): Finding {
  const scores: Score[] = [];
  for (const place of candidatesFor(page, locator)) {
    const score = scoreOf(page, locator, place);
    // Nobody can rival an element that is where it was and as it was.
    if (score.isInPlace && score.total > UNCHANGED) return answer(page, locator, score);
    scores.push(score);
  }
  const [best, rival] = scores.sort((a, b) => b.total - a.total);
  return best ? answer(page, locator, best, rival) : { status: 'lost' };
}

export interface Found {
  /** Which of the locators this answers. */
  index: number;
  finding: Finding;
}

function* findEach(document: Document, locators: readonly Locator[]): Generator<Found | void, void> {
  const page = yield* readPage(document);
  let index = 0;
  for (const locator of locators) yield { index: index++, finding: findIn(page, locator) };
}

/**
 * Finds many, in slices of about `budget` milliseconds: each step of the loop over it is one slice, and brings what was
 * found in it. The page is read once, at the beginning, so start again when it changes in between.
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

/** Finds the element a locator describes, or says that it is lost. Ask it on the route the locator was made on. */
export const find = (document: Document, locator: Locator): Finding => findIn(readAtOnce(document), locator);
