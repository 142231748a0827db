import { find, findAll, type Finding } from '@stagelink/shared/locator/find';
import type { Locator, Point } from '@stagelink/shared/locator/locator';
import { readAtOnce } from '@stagelink/shared/locator/domIndex';
import { described, pointable, pointOf } from './described.ts';
import { takeMarks } from './marks.ts';

/**
 * Runs in the pages of the fixtures. Targets carry the attribute `data-pin`, which is removed before
 * elements are described or searched.
 */

export interface FindResult {
  key: string;
  /** False when the element was deleted, so that lost is the correct result. */
  isThere: boolean;
  status: Finding['status'];
  /** Whether the result is the original element. */
  leadsThere: boolean;
  confidence: number;
}

/** Returns the point of an offset in an element, in CSS pixels of the viewport. */
function pointIn(element: Element, { x, y }: Point): Point {
  const box = element.getBoundingClientRect();
  return { x: box.left + x * box.width, y: box.top + y * box.height };
}

export function describeMarks(): Record<string, Locator> {
  return Object.fromEntries([...takeMarks()].map(([key, { element }]) => [key, described(element)]));
}

export function findMarks(locators: Record<string, Locator>): FindResult[] {
  const marks = takeMarks();
  return Object.entries(locators).map(([key, locator]) => {
    const finding = find(document, locator);
    const mark = marks.get(key)?.element;
    return {
      key,
      isThere: mark !== undefined,
      status: finding.status,
      leadsThere: finding.status !== 'lost' && finding.element === mark,
      confidence: finding.status === 'lost' ? 0 : finding.confidence,
    };
  });
}

/** Describes and searches every element on the same page; returns those that were not found. */
export function notFoundAgain(): string[] {
  takeMarks();
  const page = readAtOnce(document);
  const elements = pointable();
  const locators = elements.map((element) => described(element, page));
  const findings = [...findAll(document, locators)].flat();
  return elements
    .map((element, at) => ({ element, finding: findings[at]?.finding }))
    .filter(({ element, finding }) => finding?.status !== 'found' || finding.element !== element)
    .map(({ element, finding }) => `${finding?.status}: ${element.outerHTML.slice(0, 120)}`);
}

/** Returns elements whose offset does not lead back to its point. */
export function offsetsAstray(): string[] {
  const page = readAtOnce(document);
  return pointable()
    .filter((element) => {
      const [was, is] = [pointOf(element), pointIn(element, described(element, page).offset)];
      return Math.abs(was.x - is.x) > 0.01 || Math.abs(was.y - is.y) > 0.01;
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

/** Describes this many elements from all parts of the page. */
export function describeMany(count: number): Locator[] {
  const elements = pointable();
  const step = Math.max(1, elements.length / count);
  return elements
    .filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step))
    .map((element) => described(element));
}

interface Timing {
  milliseconds: number;
  slices: number;
  longest: number;
  found: number;
}

/** Searches many in slices, as the preview agent does between frames. */
export function timeAll(locators: Locator[], budget: number): Timing {
  const timing: Timing = { milliseconds: 0, slices: 0, longest: 0, found: 0 };
  let before = performance.now();
  for (const slice of findAll(document, locators, { budget })) {
    const took = performance.now() - before;
    timing.milliseconds += took;
    timing.longest = Math.max(timing.longest, took);
    timing.slices += 1;
    timing.found += slice.filter(({ finding }) => finding.status === 'found').length;
    before = performance.now();
  }
  return timing;
}

export { neverWrong, samePage } from './properties.ts';
export { shake, type Shaken } from './shake.ts';
export {
  type Judged,
  judgeMarks,
  type PageRecord,
  recordMarks,
  timeTrees,
  treeAround,
  treeWhileChanging,
  type TreeTiming,
  unsureOnSamePage,
  type WitnessResult,
} from './witnesses.ts';
