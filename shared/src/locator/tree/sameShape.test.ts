import { expect, test } from 'vitest';
import { createComparer } from './likeness.ts';
import type { PageTree, TreeNode } from './pageTree.ts';
import { Pairs } from './pairs.ts';
import { keepShapes } from './sameShape.ts';
import { runAtOnce } from './slices.ts';
import { Contents, indexTree } from './treeIndex.ts';
import { Vocabulary } from './vocabulary.ts';

/** Returns a page with two rows of three cells: nodes 2 to 4, and 6 to 8. */
function pageOf(rows: readonly (readonly string[])[]): PageTree {
  const nodes: TreeNode[] = [{ parent: -1, tag: 'body' }];
  for (const cells of rows) {
    const row = nodes.push({ parent: 0, tag: 'tr' }) - 1;
    for (const text of cells) nodes.push({ parent: row, tag: 'td', text });
  }
  return { route: '/', width: 1280, isCut: false, nodes };
}

/** Returns where all nodes are after the shapes of blocks were kept, when they were assigned like this. */
function kept(oldPage: PageTree, nowPage: PageTree, nows: readonly number[]): number[] {
  const vocabulary = new Vocabulary();
  const contents = new Contents();
  const never = () => false;
  const old = runAtOnce(indexTree(oldPage, 0, vocabulary, contents, never));
  const now = runAtOnce(indexTree(nowPage, 1, vocabulary, contents, never));
  vocabulary.weigh(nows.length);
  const pairs = new Pairs(nows.length);
  for (const [at, other] of nows.entries()) pairs.add(at, other, 0.9);
  const olds = Int32Array.from(nowPage.nodes, (_, at) => nows.indexOf(at));
  const assignment = { nows: Int32Array.from(nows), olds };
  const comparer = createComparer(old, now, vocabulary, [1280, 1280]);
  runAtOnce(keepShapes(old, now, assignment, pairs, vocabulary, comparer, never));
  return [...assignment.nows];
}

const SPEED = ['speed', 'integer', '400'];
const MESSAGE = ['message', 'string', 'Loading'];
const STRAIGHT = [0, 1, 2, 3, 4, 5, 6, 7, 8];

test('parts whose words were all replaced stay in their places', () => {
  const crossed = [0, 1, 2, 3, 4, 5, 6, 8, 7];
  const changed = ['message', 'html', 'A fancy loader'];
  expect(kept(pageOf([SPEED, MESSAGE]), pageOf([SPEED, changed]), crossed)).toEqual(STRAIGHT);
});

test('a part does not belong to another block for a word that is everywhere', () => {
  const [old, now] = [
    [
      ['arrows', 'boolean', 'true'],
      ['dots', 'boolean', 'true'],
    ],
    [
      ['arrows', 'boolean', 'false'],
      ['dots', 'boolean', 'true'],
    ],
  ];
  expect(kept(pageOf(old), pageOf(now), [0, 1, 2, 3, 8, 5, 6, 7, 4])).toEqual(STRAIGHT);
});

test('parts in another order keep their words', () => {
  const reversed = [0, 1, 2, 3, 4, 5, 8, 7, 6];
  const now = pageOf([SPEED, MESSAGE.toReversed()]);
  expect(kept(pageOf([SPEED, MESSAGE]), now, reversed)).toEqual(reversed);
});

test('a part that was moved to another block is known by its words', () => {
  const moved = [0, 1, 2, 3, 8, 5, 6, 7, 4];
  const [old, now] = [
    pageOf([SPEED, MESSAGE]),
    pageOf([
      ['speed', 'integer', 'Loading'],
      ['message', 'string', '400'],
    ]),
  ];
  expect(kept(old, now, moved)).toEqual(moved);
});
