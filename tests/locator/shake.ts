import { judge } from '@stagelink/shared/locator/tree/judge';
import { readTreeAtOnce } from '@stagelink/shared/locator/tree/readTree';
import * as fc from 'fast-check';
import { readAtOnce } from '@stagelink/shared/locator/domIndex';
import { described } from './described.ts';
import { findAtOnce, hearBoth, LOST, ROUTE } from './hearBoth.ts';

/** Runs in a page of the fixtures: changes it at random and searches every element. */

export interface Shaken {
  there: number;
  /** Existing elements found with certainty. */
  sure: number;
  gone: number;
  /** Deleted elements reported as lost. */
  lost: number;
  /** Found with certainty on a wrong element. */
  wrong: string[];
}

const FRESH = ['Quartz', 'Velvet', 'Ostrich', 'Bramble', 'Zephyr', 'Indigo', 'Tundra', 'Fjord'];
const IDENTIFYING = ['id', 'data-testid', 'src', 'href', 'alt', 'aria-label', 'title', 'name', 'for'];
/** A change that removes or copies more than this makes a different page. */
const MOST = 1 / 3;

const elements = () =>
  [...document.body.querySelectorAll('*')].filter((one) => !/^(script|style|template)$/.test(one.localName));

const share = (element: Element) => element.querySelectorAll('*').length / elements().length;

/** Gives a copy other words, numbers and attributes than its original. */
function renew(copy: Element, next: () => number): void {
  const fresh = () => `${FRESH[next() % FRESH.length]}${next() % 900}`;
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (walker.currentNode.nodeValue?.trim()) walker.currentNode.nodeValue = `${fresh()} ${fresh()}`;
  for (const element of [copy, ...copy.querySelectorAll('*')])
    for (const name of IDENTIFYING) if (element.hasAttribute(name)) element.setAttribute(name, fresh());
}

type Change = (element: Element, next: () => number) => void;

const CHANGES: Record<string, Change> = {
  remove(element) {
    if (share(element) < MOST) element.remove();
  },
  shuffle(element, next) {
    const siblings = [...(element.parentElement?.children ?? [])];
    const ranks = new Map(siblings.map((one) => [one, next()]));
    element.parentElement?.append(...siblings.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)));
  },
  rename() {
    for (const one of elements())
      if (one.classList.length > 0)
        one.setAttribute('class', [...one.classList].map((name) => `z-${name}`).join(' '));
  },
  wrap(element) {
    if (element.closest('svg') || /^(li|t\w+)$/.test(element.localName)) return;
    const wrapper = document.createElement('section');
    element.replaceWith(wrapper);
    wrapper.append(element);
  },
  copy(element, next) {
    if (!element.textContent?.trim() || share(element) > MOST) return;
    const copy = element.cloneNode(true) as Element;
    renew(copy, next);
    element[next() % 2 ? 'before' : 'after'](copy);
  },
  forget() {
    for (const one of elements()) for (const name of ['id', 'data-testid']) one.removeAttribute(name);
  },
};

const plan = fc.record({
  steps: fc.array(fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat()), {
    minLength: 2,
    maxLength: 5,
  }),
  dice: fc.array(fc.nat(), { minLength: 64, maxLength: 64 }),
});

/** A wrapper of a single element looks the same as that element. */
const isSameSight = (a: Element, b: Element) =>
  (a.contains(b) || b.contains(a)) && a.textContent?.trim() === b.textContent?.trim();

interface Answer {
  status: string;
  element?: Element | null;
}

/** Changes the page at random, and finds all its elements by their locators, or by both witnesses. */
export function shake(seed: number, hasTree = false): Shaken {
  const [chosen] = fc.sample(plan, { seed, numRuns: 1 });
  if (!chosen) throw new Error('no changes were made up');
  const { steps, dice } = chosen;
  const page = readAtOnce(document);
  const pins = elements().map((element) => ({ element, locator: described(element, page) }));
  const locators = pins.map(({ locator }) => locator);
  const before = readTreeAtOnce(document, { route: ROUTE, hasParts: true });
  let at = 0;
  const next = () => dice[at++ % dice.length] ?? 0;
  for (const [name, where] of steps) {
    const all = elements();
    const element = all[where % all.length];
    if (element) CHANGES[name]?.(element, next);
  }

  function answers(): Answer[] {
    if (!hasTree) return findAtOnce(locators);
    const { findings, matches, elements: now } = hearBoth(before.tree, locators);
    return pins.map(({ element }, index) =>
      judge(findings[index] ?? LOST, matches, before.elements.indexOf(element), now),
    );
  }
  const found = answers();

  const shaken: Shaken = { there: 0, sure: 0, gone: 0, lost: 0, wrong: [] };
  for (const [index, { element }] of pins.entries()) {
    const { status = 'lost', element: answer = null } = found[index] ?? {};
    const isThere = element.isConnected;
    shaken[isThere ? 'there' : 'gone'] += 1;
    if (!answer && !isThere) shaken.lost += 1;
    if (status !== 'found' || !answer) continue;
    if (answer === element) shaken.sure += 1;
    else if (!isSameSight(element, answer))
      shaken.wrong.push(`${element.outerHTML} was taken for ${answer.outerHTML} after ${steps.join()}`);
  }
  return shaken;
}
