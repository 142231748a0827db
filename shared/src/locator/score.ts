import { pathOf } from './describe.ts';
import type { Locator, Quote } from './locator.ts';
import {
  ATTRIBUTES,
  ancestorContexts,
  classesOf,
  isOwn,
  NAMES,
  type Page,
  type NodeInfo,
  textOf,
  valueOf,
  weigher,
} from './domIndex.ts';
import { labelOf, roleOf, WRITTEN } from './role.ts';
import { alike, shareOf } from './tokens.ts';

/** Changes of class, children or position are common and weigh little. */
const MILD = -0.3;
const SAME = 0.7;
/** Share of a text that identifies it, and the share below which it is a different text. */
export const CLOSE = 0.6;
export const FAR = 0.4;

export interface Score {
  place: NodeInfo;
  /** Weighted evidence for minus evidence against, from -1 to 1. */
  total: number;
  /** Whether it has words, an icon or an attribute that only the element had. */
  isKnown: boolean;
  /** Whether it has the one word that only the element had. */
  isSeen: boolean;
  /** Whether some of what only the element had is missing. */
  isChanged: boolean;
  /** Whether almost all of what only the element had is missing. */
  isOther: boolean;
  /** Share of the nearest distinctive surrounding text, 0 to 1; null without such text. */
  around: number | null;
  /** Whether every step and number of siblings is unchanged. */
  isInPlace: boolean;
  isForeign: boolean;
}

const withoutCount = (step: string) => step.split('/')[0];

/** Returns the share of steps that both paths contain. */
function alikePaths(a: string[], b: string[]): number {
  const steps = b.map(withoutCount);
  return a.filter((step) => steps.includes(withoutCount(step))).length / Math.max(a.length, b.length, 1);
}

/** Compares a text with what it is now. Text common to many rows cannot replace the words of this row. */
function likenessOf(page: Page, { text, rare }: Quote, now: string): number {
  const likeness = alike(text, now, weigher(page));
  return likeness < 1 && rare.length > 0 ? Math.min(likeness, 0.3 + 0.7 * shareOf(rare, now)) : likeness;
}

/** Returns the share of all classes that both elements have; 1 where neither has any. */
function alikeClasses(a: string[], b: string[]): number {
  const shared = a.filter((name) => b.includes(name)).length;
  const all = a.length + b.length - shared;
  return all ? shared / all : 1;
}

/** Sums up what speaks for a node and against it. */
function createTally(isForeign: boolean) {
  let sum = 0;
  let weights = 0;
  const tally = {
    isForeign,
    isKnown: false,
    isSeen: false,
    isChanged: false,
    isOther: false,
    total: () => sum / weights,
    add(weight: number, agreement: number): void {
      sum += weight * agreement;
      weights += weight;
    },
    /** Words are not expected to match in another language, but a matching one counts. */
    addText(weight: number, likeness: number, floor = -1): void {
      if (!isForeign || likeness > CLOSE) tally.add(weight, Math.max(floor, 2 * likeness - 1));
    },
    /** Counts what only the element had. */
    addOwn(likeness: number, isWeak = false): void {
      if (likeness >= SAME) {
        if (isWeak) tally.isSeen = true;
        else tally.isKnown = true;
      } else if (!isForeign) {
        tally.isChanged = true;
        tally.isOther ||= likeness < FAR;
      }
    },
  };
  return tally;
}

type Tally = ReturnType<typeof createTally>;

function addAttribute(
  tally: Tally,
  page: Page,
  { attributes, own }: Locator,
  place: NodeInfo,
  name: (typeof NAMES)[number],
): void {
  const was = attributes[name];
  if (!was) return;
  const is = valueOf(page, place, name);
  const isShape = name === 'shape';
  const isNumbered = !isShape && /\d/.test(was);
  const weight = ATTRIBUTES[name] / (isNumbered ? 3 : 1);
  if (is === was) {
    tally.add(weight, 1);
    if (!isNumbered && weight > 2 && own.includes(name) && isOwn(page, name, was)) tally.isKnown = true;
  } else if (WRITTEN.includes(name)) tally.addText(weight, is ? alike(was, is, weigher(page)) : 0);
  else {
    tally.add(weight, isShape ? -1 : is ? 2 * MILD : MILD);
    if (isShape && own.includes(name)) tally.addOwn(0);
  }
}

/** Adds the text and the name from outside it. */
function addTexts(tally: Tally, page: Page, { text, name }: Locator, place: NodeInfo): void {
  const compare = (was: Quote, is: string) => {
    const likeness = likenessOf(page, was, is);
    const { length } = was.rare;
    tally.addText(length > 0 ? 6 : 3, likeness);
    if (length > 0) tally.addOwn(likeness, length === 1);
  };
  const is = textOf(page, place);
  if (text.text) compare(text, is);
  else tally.add(2, is ? -1 : 1);
  if (name.text && name.text !== text.text) compare(name, labelOf(place.element));
}

/** Adds the text around it; returns the likeness of the nearest one that is distinctive, null without such text. */
function addAround(tally: Tally, page: Page, { circles }: Locator, place: NodeInfo): number | null {
  const now = ancestorContexts(page, place);
  for (const was of circles) {
    const likeness = likenessOf(page, was, now.shift() ?? '');
    const isDistinctive = was.rare.length > 0;
    tally.addText(isDistinctive ? 4 : 1, likeness, tally.isKnown || tally.isSeen ? MILD : -1);
    // Text further away changes with every neighbor.
    if (isDistinctive) return likeness;
  }
  return null;
}

/** Compares a node with a locator, signal by signal. */
export function scoreOf(page: Page, locator: Locator, place: NodeInfo): Score {
  const { element, tag } = place;
  const tally = createTally(place.lang !== locator.lang);
  const { isForeign } = tally;
  tally.add(3, tag === locator.tag ? 1 : roleOf(element, tag) === locator.role ? 0.3 : -1);
  for (const name of NAMES)
    if (name !== 'style' || !locator.text.text) addAttribute(tally, page, locator, place, name);
  addTexts(tally, page, locator, place);
  const around = addAround(tally, page, locator, place);
  tally.add(2, Math.max(MILD, 2 * alikeClasses(locator.classes, classesOf(element)) - 1));
  const path = pathOf(place);
  tally.add(isForeign ? 4 : 2, Math.max(isForeign ? -1 : MILD, 2 * alikePaths(locator.path, path) - 1));
  const { isKnown, isSeen, isChanged, isOther } = tally;
  return {
    place,
    total: tally.total(),
    // A single word can occur anywhere, so the surrounding text must match as well.
    isKnown: isKnown || (isSeen && (around ?? 1) >= FAR),
    isSeen,
    isChanged,
    isOther,
    around,
    isInPlace: path.join() === locator.path.join(),
    isForeign,
  };
}
