import { describe } from '@stagelink/shared/locator/describe';
import { find } from '@stagelink/shared/locator/find';
import * as fc from 'fast-check';

/** Runs in a blank page: generates pages, changes them at random and searches every element. */

interface Branch {
  tag: string;
  text: string;
  name: string;
  children: Branch[];
}

const words = fc.constantFrom(
  'Save',
  'Edit',
  'Total',
  'Anna',
  'Order 12',
  'Order 13',
  '$9',
  '',
  '',
  'Read more',
);
const tags = fc.constantFrom('div', 'p', 'span', 'li', 'section', 'button');
const names = fc.constantFrom('', '', 'card', 'row', 'css-1q2w3e', 'Card_root__x7Kq2');

const { branch } = fc.letrec<{ branch: Branch }>((tie) => ({
  branch: fc.record({
    tag: tags,
    text: words,
    name: names,
    children: fc.oneof({ maxDepth: 4 }, fc.constant<Branch[]>([]), fc.array(tie('branch'), { maxLength: 4 })),
  }),
}));

function grow({ tag, text, name, children }: Branch): Element {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(text, ...children.map(grow));
  return element;
}

const described = (element: Element) => {
  const locator = describe(element, { x: 0, y: 0 });
  if (!locator) throw new Error('not described');
  return locator;
};

function report(property: fc.IProperty<unknown[]>, runs: number, seed: number): string | null {
  const { failed, counterexample, errorInstance, numRuns } = fc.check(property as fc.IProperty<unknown>, {
    numRuns: runs,
    seed,
  });
  return failed ? `after ${numRuns}: ${String(errorInstance)} ${JSON.stringify(counterexample)}` : null;
}

/** On an unchanged page every element is found with certainty. */
export function samePage(runs: number, seed: number): string | null {
  const property = fc.property(fc.array(branch, { minLength: 1, maxLength: 5 }), (branches) => {
    document.body.replaceChildren(...branches.map(grow));
    for (const element of document.body.querySelectorAll('*')) {
      const finding = find(document, described(element));
      if (finding.status !== 'found' || finding.element !== element)
        throw new Error(`${finding.status}: ${element.outerHTML} in ${document.body.innerHTML}`);
    }
  });
  return report(property as fc.IProperty<unknown[]>, runs, seed);
}

interface Good {
  id: number;
  name: string;
  price: string;
}

/** Kinds added later are new: a copy that differs only in its number is indistinguishable from the original. */
const good = (min: number, materials: string[]): fc.Arbitrary<Good> =>
  fc.record({
    id: fc.integer({ min, max: min + 899 }),
    name: fc
      .tuple(fc.constantFrom(...materials), fc.constantFrom('chair', 'table', 'lamp', 'rug', 'shelf'))
      .map((pair) => pair.join(' ')),
    price: fc.constantFrom('$19', '$29', '$49', '$99'),
  });
const OLD = ['Oak', 'Pine', 'Steel', 'Linen', 'Wool', 'Cork'];
const NEW = ['Birch', 'Glass', 'Jute'];

const card = ({ id, name, price }: Good) => {
  const element = document.createElement('li');
  element.className = 'card';
  element.innerHTML = `<h3>${name}</h3><p class="code">No. ${id}</p><b class="price">${price}</b><button>Buy</button>`;
  return element;
};

const change = fc.record({
  gone: fc.uniqueArray(fc.nat(9), { maxLength: 4 }),
  added: fc.array(fc.tuple(fc.nat(9), good(1100, NEW)), { maxLength: 3 }),
  order: fc.option(fc.array(fc.nat(99), { minLength: 12, maxLength: 12 })),
  isRenamed: fc.boolean(),
  isWrapped: fc.boolean(),
});

/** Whatever happens to a list of goods, no pin is found with certainty on a wrong element. */
export function neverWrong(runs: number, seed: number): string | null {
  const goods = fc.uniqueArray(good(100, OLD), { minLength: 2, maxLength: 9, selector: ({ id }) => id });
  const property = fc.property(goods, change, (all, { gone, added, order, isRenamed, isWrapped }) => {
    const list = document.createElement('ul');
    list.append(...all.map(card));
    const heading = document.createElement('h1');
    heading.append('All our goods');
    document.body.replaceChildren(heading, list);
    const pins = [...list.querySelectorAll('*')].map((element) => ({ element, locator: described(element) }));

    const cards = [...list.children];
    for (const at of gone) cards[at]?.remove();
    for (const [at, one] of added) list.insertBefore(card(one), list.children[at] ?? null);
    if (order) list.append(...[...list.children].toSorted((a, b) => rank(a) - rank(b)));
    function rank(one: Element): number {
      return order?.[cards.indexOf(one) + 1] ?? 0;
    }
    for (const one of list.querySelectorAll('*')) {
      if (isRenamed && one.className) one.className = `x-${one.className}`;
      if (isWrapped && one.localName === 'button') {
        const wrapper = document.createElement('div');
        one.replaceWith(wrapper);
        wrapper.append(one);
      }
    }
    for (const { element, locator } of pins) {
      const finding = find(document, locator);
      if (finding.status === 'found' && finding.element !== element)
        throw new Error(
          `${element.outerHTML} of ${locator.circles[0]?.text} was taken for ${finding.element.outerHTML} of ${finding.element.parentElement?.outerHTML}`,
        );
    }
  });
  return report(property as fc.IProperty<unknown[]>, runs, seed);
}
