import { judge } from '../tree/judge.ts';
import { matchTrees } from '../tree/matchTrees.ts';
import type { PageTree, TreeNode } from '../tree/pageTree.ts';
import { runAtOnce } from '../tree/slices.ts';

/** An element with the elements in it. */
export interface Branch extends Omit<TreeNode, 'parent'> {
  inside?: Branch[];
}

/** Returns the tree of a body that contains these. */
export function treeOf(inside: Branch[], more: Partial<PageTree> = {}): PageTree {
  const nodes: TreeNode[] = [];
  const add = ({ inside: children = [], ...node }: Branch, parent: number) => {
    const at = nodes.push({ parent, ...node }) - 1;
    for (const child of children) add(child, at);
  };
  add({ tag: 'body', inside }, -1);
  return { route: '/', width: 1280, isCut: false, nodes, ...more };
}

/** Returns what the tree alone says of each node: its status, and the index of its counterpart. */
export function verdicts(old: PageTree, now: PageTree): { status: string; now: number | null }[] {
  const elements = now.nodes.map(() => ({})) as Element[];
  return runAtOnce(matchTrees(old, now)).map((_, at, matches) => {
    const { status, element } = judge({ status: 'lost' }, matches, at, elements);
    return { status, now: element && elements.indexOf(element) };
  });
}
