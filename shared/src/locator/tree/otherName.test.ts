import { describe, expect, test } from 'vitest';
import { matchTrees } from './matchTrees.ts';
import type { PageTree, TreeNode } from './pageTree.ts';
import { runAtOnce } from './slices.ts';

type Thing = Omit<TreeNode, 'parent'> & { icon?: string };

/** Returns a page with each of the things in a block of its own. */
function pageOf(things: readonly Thing[]): PageTree {
  const nodes: TreeNode[] = [{ parent: -1, tag: 'body' }];
  for (const { icon, ...thing } of things) {
    const block = nodes.push({ parent: 0, tag: 'div' }) - 1;
    const at = nodes.push({ parent: block, ...thing }) - 1;
    if (icon) nodes.push({ parent: at, tag: 'i', classes: icon.split(' ') });
  }
  return { route: '/', width: 1280, isCut: false, nodes };
}

/** Whether the last thing has another name than its counterpart in the same place. */
function isOtherName(was: readonly Thing[], is: readonly Thing[]): boolean | undefined {
  const [old, now] = [pageOf(was), pageOf(is)];
  const { length } = was.at(-1)?.icon ? old.nodes.slice(0, -1) : old.nodes;
  const match = runAtOnce(matchTrees(old, now))[length - 1];
  return match?.now === null ? undefined : match?.isOtherName;
}

const field = (name: string): Thing => ({ tag: 'input', attributes: { name, type: 'text' } });
const button = (icon: string): Thing => ({ tag: 'button', icon: `fa ${icon}` });
const picture = (src: string): Thing => ({ tag: 'img', attributes: { src } });
const link = (href: string): Thing => ({ tag: 'a', attributes: { href } });

describe('among more of its kind, other names are those of', () => {
  const cases: [string, Thing, Thing, Thing][] = [
    ['a field without words', field('city'), field('birthdate'), field('birthday')],
    ['a button with an icon only', button('fa-plus'), button('fa-pencil'), button('fa-trash')],
    ['a picture', picture('a.png'), picture('ada.png'), picture('grace.png')],
    ['a link without words', link('home'), link('profile'), link('account')],
    [
      'an element with another id',
      { tag: 'div', id: 'top' },
      { tag: 'div', id: 'left' },
      { tag: 'div', id: 'map' },
    ],
    [
      'a field that has a placeholder now',
      field('city'),
      field('from'),
      { tag: 'input', attributes: { name: 'until', type: 'text', placeholder: 'Until' } },
    ],
  ];
  test.each(cases)('%s', (_, beside, was, is) => {
    expect(isOtherName([beside, was], [beside, is])).toBe(true);
    expect(isOtherName([beside, was], [beside, was])).toBe(false);
  });
});

describe('no other name', () => {
  test('has what is the only one of its kind', () => {
    expect(isOtherName([picture('logo.png')], [picture('brand.png')])).toBe(false);
  });

  test('has a field of which one name has stayed', () => {
    const named = (name: string): Thing => ({ ...field(name), id: 'until' });
    expect(isOtherName([field('from'), named('to')], [field('from'), named('end')])).toBe(false);
  });

  test('has an icon of another version of the icon font', () => {
    const was = [button('fa-plus'), button('fa-pencil')];
    const is = ['bi bi-plus', 'bi bi-pencil'].map((icon): Thing => ({ tag: 'button', icon }));
    expect(isOtherName(was, is)).toBe(false);
  });

  test('has what has words', () => {
    const labelled = (name: string): Thing => ({
      tag: 'input',
      attributes: { name, type: 'text', placeholder: 'Day of birth' },
    });
    const [was, is] = [labelled('birthdate'), labelled('birthday')];
    expect(isOtherName([field('city'), was], [field('city'), is])).toBe(false);
  });
});
