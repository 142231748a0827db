import { TREE_ATTRIBUTES } from './limits.ts';
import type { PageTree, TreeNode } from './pageTree.ts';

function attributesOf({ attributes }: TreeNode): TreeNode['attributes'] {
  if (!attributes) return undefined;
  const sorted = TREE_ATTRIBUTES.flatMap((name) =>
    attributes[name] === undefined ? [] : [[name, attributes[name]] as const],
  );
  return Object.fromEntries(sorted);
}

const nodeOf = (node: TreeNode): TreeNode => ({
  parent: node.parent,
  tag: node.tag,
  id: node.id,
  classes: node.classes,
  attributes: attributesOf(node),
  text: node.text,
  box: node.box,
});

/** Returns the only JSON of a page tree whose SHA-256 names it: fields in a fixed order, without space. */
export const canonicalJson = ({ route, width, isCut, nodes }: PageTree): string =>
  JSON.stringify({ route, width, isCut, nodes: nodes.map(nodeOf) });
