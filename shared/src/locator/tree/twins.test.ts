import { describe, expect, test } from 'vitest';
import { type Branch, treeOf, verdicts } from '../testing/pageTree.ts';
import { matchTrees } from './matchTrees.ts';
import type { PageTree } from './pageTree.ts';
import { runAtOnce } from './slices.ts';

/** Returns what the tree alone says of all elements with a text or placeholder. */
const statusesOf = (old: PageTree, now: PageTree, words: string): string[] =>
  verdicts(old, now)
    .filter((_, at) => {
      const { text, attributes } = old.nodes[at] ?? {};
      return text === words || attributes?.placeholder === words;
    })
    .map(({ status }) => status);

const page = (inside: Branch[]) =>
  treeOf([
    { tag: 'header', inside: [{ tag: 'h1', text: 'Stories of our garden' }] },
    { tag: 'main', classes: ['list'], inside },
    { tag: 'footer', inside: [{ tag: 'p', text: 'Made in Norway' }] },
  ]);

const post = (title: string): Branch => ({
  tag: 'article',
  classes: ['card'],
  inside: [
    { tag: 'h2', classes: ['title'], text: title },
    { tag: 'p', text: 'Some words that are in each of them' },
    { tag: 'a', classes: ['more'], text: 'Read more', attributes: { href: '#more' } },
  ],
});

describe('of elements with equal words whose number changed', () => {
  test.each([
    [3, 5],
    [5, 3],
    [1, 2],
  ])('none is surely found: %i became %i', (was, is) => {
    const posts = (count: number) => page(Array.from({ length: count }, () => post('Post title')));
    for (const words of ['Post title', 'Read more', 'Some words that are in each of them'])
      expect(statusesOf(posts(was), posts(is), words)).not.toContain('found');
  });

  test('a field with the placeholder of others is not surely found', () => {
    const field: Branch = { tag: 'input', attributes: { type: 'text', placeholder: 'Type here' } };
    const fields = (count: number) =>
      page(Array.from({ length: count }, () => ({ tag: 'div', classes: ['field'], inside: [field] })));
    expect(statusesOf(fields(2), fields(4), 'Type here')).not.toContain('found');
  });

  test('neither is one without words that looks like the others', () => {
    const star: Branch = { tag: 'button', classes: ['star'], inside: [{ tag: 'svg', classes: ['icon'] }] };
    const stars = (count: number) => page(Array.from({ length: count }, () => star));
    const old = stars(3);
    const ofButtons = verdicts(old, stars(5)).filter((_, at) => old.nodes[at]?.tag === 'button');
    expect(ofButtons.map(({ status }) => status)).not.toContain('found');
  });

  test('those beside words of their own are', () => {
    const titles = ['Growing beans', 'Pruning roses', 'Watering at night'];
    const old = page(titles.map(post));
    const now = page(['Sowing in March', ...titles, 'Killing snails'].map(post));
    expect(statusesOf(old, now, 'Read more')).toEqual(['found', 'found', 'found']);
  });

  test('those after a label of their own are', () => {
    const labelled = (label: string): Branch[] => [
      { tag: 'label', text: label },
      { tag: 'input', attributes: { type: 'text', placeholder: 'Type here' } },
    ];
    const labels = ['Street', 'Country', 'Telephone'];
    const old = page(labels.flatMap(labelled));
    const now = page(['Company', ...labels].flatMap(labelled));
    expect(statusesOf(old, now, 'Type here')).toEqual(['found', 'found', 'found']);
  });
});

test('elements with equal words whose number has not changed are surely found', () => {
  const old = page(Array.from({ length: 3 }, () => post('Post title')));
  const now = page([
    ...Array.from({ length: 3 }, () => post('Post title')),
    { tag: 'nav', text: 'Next page' },
  ]);
  expect(statusesOf(old, now, 'Read more')).toEqual(['found', 'found', 'found']);
});

test('what is in one of several equal blocks is not sure where that block is in another place', () => {
  const pager = (): Branch => ({
    tag: 'nav',
    inside: [
      { tag: 'span', text: 'Page' },
      { tag: 'input', attributes: { type: 'text' } },
    ],
  });
  const section = (title: string, ...more: Branch[]): Branch => ({
    tag: 'section',
    inside: [{ tag: 'h2', text: title }, { tag: 'p', text: `All that there is about ${title}` }, ...more],
  });
  const old = page([section('Orders', pager()), section('Returns'), section('Invoices', pager())]);
  const now = page([section('Orders'), section('Returns', pager()), section('Invoices')]);
  const matches = runAtOnce(matchTrees(old, now));
  const inputs = matches.filter((match, at) => old.nodes[at]?.tag === 'input' && match.now !== null);
  expect(inputs).toHaveLength(1);
  expect(inputs[0]).toMatchObject({ isInTwin: true });
});
