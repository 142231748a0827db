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

/** Compares a node with a locator, signal by signal. */
export function scoreOf(page: Page, locator: Locator, place: NodeInfo): Score {
  const { element, tag } = place;
  const isForeign = place.lang !== locator.lang;
  let sum = 0;
  let weights = 0;
  let isKnown = false;
  let isSeen = false;
  let isOther = false;
  let isChanged = false;
  let around: number | null = null;

  const add = (weight: number, agreement: number) => {
    sum += weight * agreement;
    weights += weight;
  };
  /** Words are not expected to match in another language, but a matching one counts. */
  const addText = (weight: number, likeness: number, floor = -1) => {
    if (!isForeign || likeness > CLOSE) add(weight, Math.max(floor, 2 * likeness - 1));
  };
  const addAttribute = (likeness: number, isWeak = false) => {
    if (likeness >= SAME) {
      if (isWeak) isSeen = true;
      else isKnown = true;
    } else if (!isForeign) {
      isChanged = true;
      isOther ||= likeness < FAR;
    }
  };

  const compare = (was: Quote, is: string) => {
    const likeness = likenessOf(page, was, is);
    const { length } = was.rare;
    addText(length > 0 ? 6 : 3, likeness);
    if (length > 0) addAttribute(likeness, length === 1);
  };

  add(3, tag === locator.tag ? 1 : roleOf(element, tag) === locator.role ? 0.3 : -1);

  for (const name of NAMES) {
    const was = locator.attributes[name];
    if (!was || (name === 'style' && locator.text.text)) continue;
    const is = valueOf(page, place, name);
    const isShape = name === 'shape';
    const isNumbered = !isShape && /\d/.test(was);
    const weight = ATTRIBUTES[name] / (isNumbered ? 3 : 1);
    if (is === was) {
      add(weight, 1);
      if (!isNumbered && weight > 2 && locator.own.includes(name) && isOwn(page, name, was)) isKnown = true;
    } else if (WRITTEN.includes(name)) addText(weight, is ? alike(was, is, weigher(page)) : 0);
    else {
      add(weight, isShape ? -1 : is ? 2 * MILD : MILD);
      if (isShape && locator.own.includes(name)) addAttribute(0);
    }
  }

  const text = textOf(page, place);
  if (locator.text.text) compare(locator.text, text);
  else add(2, text ? -1 : 1);
  if (locator.name.text && locator.name.text !== locator.text.text) compare(locator.name, labelOf(element));

  const circles = ancestorContexts(page, place);
  for (const was of locator.circles) {
    const likeness = likenessOf(page, was, circles.shift() ?? '');
    const isDistinctive = was.rare.length > 0;
    addText(isDistinctive ? 4 : 1, likeness, isKnown || isSeen ? MILD : -1);
    if (!isDistinctive) continue;
    // Text further away changes with every neighbor.
    around = likeness;
    break;
  }

  add(2, Math.max(MILD, 2 * alikeClasses(locator.classes, classesOf(element)) - 1));

  const path = pathOf(place);
  add(isForeign ? 4 : 2, Math.max(isForeign ? -1 : MILD, 2 * alikePaths(locator.path, path) - 1));

  // A single word can occur anywhere, so the surrounding text must match as well.
  if (isSeen && (around ?? 1) >= FAR) isKnown = true;
  return {
    place,
    total: sum / weights,
    isKnown,
    isSeen,
    isChanged,
    isOther,
    around,
    isInPlace: path.join() === locator.path.join(),
    isForeign,
  };
}
