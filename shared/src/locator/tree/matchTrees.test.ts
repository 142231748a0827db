import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Branch, treeOf, verdicts } from '../testing/pageTree.ts';
import { TREE_NODES_MAX, TREE_TEXT_MAX } from './limits.ts';
import { matchTrees } from './matchTrees.ts';
import { PageTree } from './pageTree.ts';
import { runAtOnce } from './slices.ts';

const match = (old: PageTree, now: PageTree) => runAtOnce(matchTrees(old, now));
const nowOf = (old: PageTree, now: PageTree) => match(old, now).map((one) => one.now);
const indexOf = (tree: PageTree, text: string) => tree.nodes.findIndex((node) => node.text === text);
const everyIndex = (tree: PageTree) => tree.nodes.map((_, at) => at);

const row = (name: string): Branch => ({
  tag: 'tr',
  classes: ['row'],
  inside: [
    { tag: 'td', text: name },
    { tag: 'td', inside: [{ tag: 'button', text: 'Edit' }] },
  ],
});

const card = (title: string, text: string): Branch => ({
  tag: 'article',
  classes: ['card'],
  inside: [
    { tag: 'h3', text: title },
    { tag: 'p', text },
    { tag: 'a', text: 'Read more', attributes: { href: title.toLowerCase() } },
  ],
});

const people = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Edsger Dijkstra', 'Barbara Liskov'];

describe('a redesigned page', () => {
  const old = treeOf([
    { tag: 'nav', inside: ['Home', 'Prices', 'About us'].map((text) => ({ tag: 'a', text })) },
    {
      tag: 'main',
      inside: [card('Boats', 'Sailing and rowing'), card('Bikes', 'For hills'), card('Cars', 'Electric')],
    },
    { tag: 'footer', inside: [{ tag: 'p', text: 'Made in Norway' }] },
  ]);

  test('keeps its elements under other names, in wrappers and beside new ones', () => {
    const renamed = (title: string, text: string): Branch => ({
      tag: 'div',
      classes: ['tile'],
      inside: [
        { tag: 'div', inside: [{ tag: 'h2', text: title }] },
        { tag: 'span', text: `${text} and more` },
        { tag: 'button', text: 'Read more' },
      ],
    });
    const now = treeOf([
      {
        tag: 'div',
        inside: [
          { tag: 'header', inside: ['Home', 'New', 'Prices', 'About'].map((text) => ({ tag: 'a', text })) },
          {
            tag: 'section',
            inside: [
              renamed('Bikes', 'For hills'),
              renamed('Trains', 'By night'),
              renamed('Boats', 'Sailing and rowing'),
              renamed('Cars', 'Electric'),
            ],
          },
          { tag: 'footer', inside: [{ tag: 'small', text: 'Made in Norway' }] },
        ],
      },
    ]);
    const matched = nowOf(old, now);
    for (const text of ['Home', 'Prices', 'Boats', 'Bikes', 'Cars', 'Made in Norway'])
      expect({ text, now: matched[indexOf(old, text)] }).toEqual({ text, now: indexOf(now, text) });
    expect(matched[indexOf(old, 'About us')]).toBe(indexOf(now, 'About'));
    const [boats, cars] = [indexOf(old, 'Boats'), indexOf(old, 'Cars')].map((at) => matched[at + 2]);
    expect(now.nodes[boats ?? -1]?.text).toBe('Read more');
    expect(now.nodes[cars ?? -1]?.text).toBe('Read more');
    expect(boats).toBeLessThan(cars ?? -1);
  });

  test('says what is gone where all around it is still there', () => {
    const table = (names: string[]) => treeOf([{ tag: 'table', inside: names.map(row) }]);
    const now = table(people.filter((name) => name !== 'Alan Turing'));
    const before = table(people);
    const gone = indexOf(before, 'Alan Turing') - 1;
    const statuses = verdicts(before, now);
    expect(statuses[gone]).toEqual({ status: 'removed', now: null });
    expect(statuses.filter(({ status }) => status === 'removed').length).toBeLessThanOrEqual(4);
  });

  test('does not take other sample data for what was there', () => {
    const list = (names: string[]) =>
      treeOf([{ tag: 'ul', inside: names.map((text) => ({ tag: 'li', text })) }]);
    const now = list(['Katherine Johnson', 'Donald Knuth', 'Radia Perlman', 'Frances Allen', 'John Backus']);
    expect(verdicts(list(people), now).filter(({ status }) => status === 'found')).toEqual([]);
  });

  test('is matched in another language, by its structure', () => {
    const translated: PageTree = {
      ...old,
      lang: 'no',
      nodes: old.nodes.map((node) => (node.text ? { ...node, text: `på norsk ${node.text.length}` } : node)),
    };
    expect(nowOf({ ...old, lang: 'en' }, translated)).toEqual(everyIndex(old));
  });

  test('is matched from right to left', () => {
    const placed = (isMirrored: boolean): PageTree => ({
      ...old,
      nodes: old.nodes.map((node, at) => ({
        ...node,
        box: [isMirrored ? 1000 - at * 20 : at * 20, at * 30, 80, 20],
      })),
    });
    expect(nowOf(placed(false), placed(true))).toEqual(everyIndex(old));
  });

  test('is matched without any text', () => {
    const silent: PageTree = { ...old, nodes: old.nodes.map(({ text: _text, ...node }) => node) };
    const wrapped = treeOf([{ tag: 'div' }]);
    for (const node of silent.nodes.slice(1)) wrapped.nodes.push({ ...node, parent: node.parent + 1 });
    expect(nowOf(silent, wrapped).slice(1)).toEqual(everyIndex(wrapped).slice(2));
  });
});

test('of 300 equal rows none is surely another one after a row is gone', () => {
  const table = (count: number) =>
    treeOf([{ tag: 'table', inside: Array.from({ length: count }, () => row('Same words')) }]);
  const [old, now] = [table(300), table(299)];
  const surely = verdicts(old, now)
    .map((one, at) => ({ ...one, at }))
    .filter(({ status }) => status === 'found');
  // Four nodes a row: the same place, or one row before it.
  expect(surely.filter((one) => one.now !== one.at && one.now !== one.at - 4)).toEqual([]);
});

test('a text whose block is gone does not surely follow its words into another block', () => {
  const [gone, other] = ['Generate attributes for a new Todo item.', 'Default attributes for a Todo item.'];
  const list = (...texts: string[]): Branch => ({
    tag: 'section',
    inside: [
      { tag: 'h2', text: 'How the list is made' },
      ...texts.map((text) => ({ tag: 'p', text })),
      { tag: 'p', text: 'Show the statistics below.' },
    ],
  });
  const title: Branch = { tag: 'h1', text: 'Things to do' };
  const old = treeOf([
    title,
    list(),
    { tag: 'aside', inside: [{ tag: 'figure', inside: [{ tag: 'p', text: gone }] }] },
  ]);
  const now = treeOf([title, list(other)]);
  const at = indexOf(old, gone);
  expect(match(old, now)[at]).toMatchObject({ now: indexOf(now, other), isUprooted: true });
  expect(verdicts(old, now)[at]?.status).not.toBe('found');
});

test('a cell of a row that another one has replaced is not surely the same word in that one', () => {
  const option = (name: string, kind: string, usual: string, text: string): Branch => ({
    tag: 'tr',
    inside: [
      { tag: 'td', inside: [{ tag: 'code', text: name }] },
      { tag: 'td', text: kind },
      { tag: 'td', text: usual },
      { tag: 'td', text },
    ],
  });
  const table = (...options: Branch[]) =>
    treeOf([
      { tag: 'h2', text: 'Options' },
      { tag: 'table', inside: [{ tag: 'tbody', inside: options }] },
    ]);
  const delay = option('delay', 'Boolean or number', 'none', 'How long the picture waits before it moves.');
  const old = table(delay, option('mute', 'Boolean', 'false', 'Whether films are silent.'));
  const now = table(
    delay,
    option('restart', 'Boolean', 'false', 'Begins anew whenever the visitor comes back.'),
    option('target', 'Selector', 'self', 'What is pointed at.'),
  );
  expect(verdicts(old, now)[indexOf(old, 'Boolean')]?.status).not.toBe('found');
});

describe('random trees', () => {
  const words = fc.constantFrom(
    'Save',
    'Edit',
    'Order 12',
    'Total',
    '$9',
    '__proto__',
    'constructor',
    '',
    'مرحبا',
  );
  const node = fc.record({
    tag: fc.constantFrom('div', 'a', 'li', 'h2', '__proto__', 'toString'),
    text: words,
    classes: fc.array(fc.constantFrom('card', 'row', '__proto__', 'hasOwnProperty'), { maxLength: 3 }),
    id: words,
    up: fc.nat(3),
  });
  const tree = fc.array(node, { maxLength: 60 }).map((drawn) => {
    const made = treeOf([]);
    for (const { up, ...more } of drawn)
      made.nodes.push({ ...more, parent: Math.max(0, made.nodes.length - 1 - up) });
    return made;
  });

  test('are themselves on a page that has not changed', () => {
    fc.assert(
      fc.property(tree, (one) => {
        expect(verdicts(one, structuredClone(one)).map(({ now }) => now)).toEqual(everyIndex(one));
      }),
    );
  });

  test('are matched one to one, whatever they contain', () => {
    fc.assert(
      fc.property(tree, tree, (old, now) => {
        const matches = match(old, now);
        expect(matches).toHaveLength(old.nodes.length);
        const used = matches.flatMap((one) => (one.now === null || one.isStandIn ? [] : [one.now]));
        expect(new Set(used).size).toBe(used.length);
        for (const one of matches) {
          if (one.now === null) continue;
          expect(one.now).toBeLessThan(now.nodes.length);
          expect(one.weight >= 0 && one.weight <= 1.01).toBe(true);
        }
      }),
    );
  });
});

test('the largest tree that is stored is matched with words that are all different', () => {
  const long = (seed: number): PageTree => ({
    ...treeOf([]),
    nodes: Array.from({ length: TREE_NODES_MAX }, (_, at) => ({
      parent: at === 0 ? -1 : Math.floor((at - 1) / 3),
      tag: 'div',
      text: Array.from({ length: 20 }, (_unused, word) => ((at * 20 + word + seed) * 7919).toString(36))
        .join(' ')
        .slice(0, TREE_TEXT_MAX),
    })),
  });
  expect(match(long(0), long(1e6))).toHaveLength(TREE_NODES_MAX);
});

describe('what an untrusted page may send is refused:', () => {
  const good = treeOf([{ tag: 'p', text: 'Hello' }]);
  const [body, text] = good.nodes;
  const cases: [string, unknown][] = [
    ['a million elements', Array.from({ length: 1_000_000 }, (_, at) => ({ parent: at - 1, tag: 'p' }))],
    ['a parent after its child', [body, { parent: 2, tag: 'p' }, { parent: 0, tag: 'p' }]],
    ['an element that is its own parent', [body, { parent: 1, tag: 'p' }]],
    ['two bodies', [body, { parent: -1, tag: 'body' }]],
    ['megabytes of classes', [body, { parent: 0, tag: 'p', classes: ['x'.repeat(10_000_000)] }]],
    ['a box of negative size', [body, { parent: 0, tag: 'p', box: [0, 0, -1, 5] }]],
    ['an unknown attribute', [body, { parent: 0, tag: 'p', attributes: { onclick: 'steal()' } }]],
    ['a value that was typed', [body, { ...text, value: 'secret' }]],
    ['another prototype', [body, JSON.parse('{"parent":0,"tag":"p","__proto__":{"text":"x"}}')]],
    ['no elements', []],
  ];
  test.each(cases)('%s', (_, nodes) => {
    expect(PageTree.safeParse({ ...good, nodes }).success).toBe(false);
  });

  test('and a tree as it was read is not', () => {
    expect(PageTree.parse(good)).toEqual(good);
  });
});

test('items of placeholder text are guesses by their place when real words replace them', () => {
  const filler = 'Lorem ipsum dolor sit amet consectetur adipisicing elit';
  const cards = (words: string[]) =>
    treeOf([
      { tag: 'h1', text: 'What we offer' },
      {
        tag: 'section',
        inside: words.map((text) => ({ tag: 'article', classes: ['card'], inside: [{ tag: 'p', text }] })),
      },
      { tag: 'footer', inside: [{ tag: 'p', text: 'Made in Norway' }] },
    ]);
  const old = cards([`${filler} sapiente`, `${filler} explicabo`, `${filler} necessitatibus`]);
  const now = cards(['Boats for the fjord', 'Skis with wax', 'Tents that stay dry']);
  const isReplaced = match(old, now).map((one) => one.now !== null && one.isReplaced);
  expect(isReplaced).not.toContain(true);
});
