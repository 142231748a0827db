import { candidatesFor } from './candidates.ts';
import type { Locator } from './locator.ts';
import { type Page, readAtOnce, readPage, tellingOf, textOf, twinsOf } from './page.ts';
import { CLOSE, FAR, type Score, scoreOf } from './score.ts';

/** `confidence` goes from 0 to 1; `why` is for the person who looks at a lost pin. */
export type Finding =
  | { status: 'found'; element: Element; confidence: number }
  | { status: 'doubtful'; element: Element; confidence: number; why: Doubt }
  | { status: 'lost'; why: Loss };

export type Doubt = 'changed' | 'crowded' | 'unsure';
export type Loss = 'gone' | 'replaced';

const UNCHANGED = 0.95;
const SURE = 0.45;
const KNOWN = 0.3;
const POSSIBLE = 0.15;
const MARGIN = 0.08;
const lost = (why: Loss): Finding => ({ status: 'lost', why });

function judge(page: Page, locator: Locator, best: Score, rival?: Score): Finding {
  const { place, total, around, isKnown, isForeign, isInPlace } = best;
  const { element } = place;
  const found: Finding = { status: 'found', element, confidence: total };
  const doubtful = (why: Doubt): Finding => ({
    status: 'doubtful',
    element,
    confidence: total / 2,
    why,
  });
  const isAmong = around !== null && around >= CLOSE;
  const telling = tellingOf(place, locator.circles);

  if (total < POSSIBLE) return lost('gone');
  if (best.isChanged) {
    if (isAmong && locator.alone && twinsOf(page, place, telling, false) === 0) return found;
    return best.isOther && !isAmong ? lost('replaced') : doubtful('changed');
  }
  if (!isKnown) {
    const { twins } = locator;
    const isHere = isAmong && twinsOf(page, place, telling) === twins && (twins === 0 || isInPlace);
    const canTell = around !== null && !isForeign;
    if (canTell && around < FAR && !isInPlace && !best.isSeen) return lost('replaced');
    if (!isHere && (canTell || !isInPlace)) return doubtful('unsure');
  }
  if (rival && !isInPlace) {
    const isTwin =
      rival.place.kind === place.kind &&
      textOf(page, rival.place) === textOf(page, place) &&
      (isKnown ? rival.isKnown : (rival.around ?? 1) >= CLOSE);
    if (isTwin || total - rival.total < MARGIN) return doubtful('crowded');
  }
  return total < (isKnown ? KNOWN : SURE) ? doubtful('unsure') : found;
}

function findIn(page: Page, locator: Locator): Finding {
  const scores: Score[] = [];
  for (const place of candidatesFor(page, locator)) {
    const score = scoreOf(page, locator, place);
    // Nobody can rival an element that is where it was and as it was.
    if (score.isInPlace && score.total > UNCHANGED) return judge(page, locator, score);
    scores.push(score);
  }
  const [best, rival] = scores.sort((a, b) => b.total - a.total);
  return best ? judge(page, locator, best, rival) : lost('gone');
}

export interface Found {
  /** Which of the locators this answers. */
  index: number;
  finding: Finding;
}

function* findEach(document: Document, locators: readonly Locator[]): Generator<Found | void, void> {
  const page = yield* readPage(document);
  for (const [index, locator] of locators.entries()) yield { index, finding: findIn(page, locator) };
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
