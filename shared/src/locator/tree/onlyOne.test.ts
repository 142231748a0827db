import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import { matchTrees } from './matchTrees.ts';
import type { PageTree, TreeNode } from './pageTree.ts';
import { runAtOnce } from './slices.ts';

type Leaf = Omit<TreeNode, 'parent'>;

const plans: [name: string, text: string, button: Leaf[]][] = [
  ['Starter', 'For one person', [{ tag: 'button', classes: ['choose'], text: 'Begin' }]],
  ['Studio', 'For a small team', [{ tag: 'button', classes: ['choose'], text: 'Get Studio' }]],
  ['Company', 'For everyone', [{ tag: 'button', classes: ['choose'], text: 'Call us' }]],
];

/** Returns a page of plans; in the middle one these stand for the button, and the line above all may be gone. */
function pageOf(middle: Leaf[], hasLead: boolean): PageTree {
  const nodes: TreeNode[] = [
    { parent: -1, tag: 'body' },
    { parent: 0, tag: 'h1', text: 'Plans for every team' },
  ];
  if (hasLead) nodes.push({ parent: 0, tag: 'p', text: 'Change or cancel whenever you like.' });
  const section = nodes.push({ parent: 0, tag: 'section', classes: ['plans'] }) - 1;
  for (const [at, [name, text, button]] of plans.entries()) {
    const card = nodes.push({ parent: section, tag: 'article', classes: ['card'] }) - 1;
    const inside: Leaf[] = [{ tag: 'h2', text: name }, { tag: 'p', text }, ...(at === 1 ? middle : button)];
    nodes.push(...inside.map((leaf) => ({ ...leaf, parent: card })));
  }
  return { route: '/', width: 1280, isCut: false, nodes };
}

/** Returns what the tree alone says of the button in the middle, and the text of its answer. */
function answerTo(middle: Leaf[]): { status: string; text: string | undefined } {
  const [old, now] = [pageOf(plans[1]?.[2] ?? [], true), pageOf(middle, false)];
  const elements = now.nodes.map(({ text }) => ({ text })) as unknown as Element[];
  const at = old.nodes.findIndex(({ text }) => text === 'Get Studio');
  const { status, element } = judge({ status: 'lost' }, runAtOnce(matchTrees(old, now)), at, elements);
  return { status, text: (element as { text?: string } | null)?.text };
}

const link = (text: string): Leaf => ({
  tag: 'a',
  classes: ['css-1x9'],
  attributes: { role: 'button' },
  text,
});

test('the only button of a card is surely found as a link in other words, though a line above is gone', () => {
  expect(answerTo([link('Pick this')])).toEqual({ status: 'found', text: 'Pick this' });
});

test('beside another one it is a guess at most', () => {
  expect(answerTo([link('Pick this'), link('Compare')]).status).not.toBe('found');
});

test.each([1, 2])('of %i titles of a page the only one is a landmark', (count) => {
  const titles = (text: string): PageTree => ({
    route: '/',
    width: 1280,
    isCut: false,
    nodes: [
      { parent: -1, tag: 'body' },
      { parent: 0, tag: 'h1', text },
      ...Array.from({ length: count - 1 }, (): TreeNode => ({ parent: 0, tag: 'h1', text: 'Another' })),
      { parent: 0, tag: 'p', text: 'A carousel for phones' },
    ],
  });
  const matches = runAtOnce(matchTrees(titles('Carousel 2'), titles('The carousel')));
  expect(matches.map((one) => one.now !== null && one.isLandmark)).toEqual(
    matches.map((_, at) => at === 1 && count === 1),
  );
});
