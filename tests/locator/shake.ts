import { describe } from '@stagelink/shared/locator/describe';
import { find } from '@stagelink/shared/locator/find';
import * as fc from 'fast-check';

/** Runs in a page of the fixtures: changes it at random and searches every element. */

interface Shaken {
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

export function shake(seed: number): Shaken {
  const [chosen] = fc.sample(plan, { seed, numRuns: 1 });
  if (!chosen) throw new Error('no changes were made up');
  const { steps, dice } = chosen;
  const pins = elements().map((element) => ({ element, locator: describe(element, { x: 0, y: 0 }) }));
  let at = 0;
  const next = () => dice[at++ % dice.length] ?? 0;
  for (const [name, where] of steps) {
    const all = elements();
    const element = all[where % all.length];
    if (element) CHANGES[name]?.(element, next);
  }

  const shaken: Shaken = { there: 0, sure: 0, gone: 0, lost: 0, wrong: [] };
  for (const { element, locator } of pins) {
    if (!locator) throw new Error(`nothing describes ${element.outerHTML.slice(0, 200)}`);
    const finding = find(document, locator);
    const isThere = element.isConnected;
    shaken[isThere ? 'there' : 'gone'] += 1;
    if (finding.status === 'lost' && !isThere) shaken.lost += 1;
    if (finding.status !== 'found') continue;
    if (finding.element === element) shaken.sure += 1;
    else if (!isSameSight(element, finding.element))
      shaken.wrong.push(
        `${element.outerHTML} was taken for ${finding.element.outerHTML} after ${steps.join()}`,
      );
  }
  return shaken;
}
