import type { NodeMatch } from './matchTypes.ts';
import type { PageTree } from './pageTree.ts';
import { createPace } from './slices.ts';

export type { NodeMatch, Opinion } from './matchTypes.ts';

/**
 * Matches the elements of an old page to those of the new one; each iteration is a slice of about `budget`
 * milliseconds. Returns what is known of each node of the old tree, by its index.
 */
export function* matchTrees(
  old: PageTree,
  now: PageTree,
  { budget = 6 }: { budget?: number } = {},
): Generator<void, NodeMatch[]> {
  const isSliceOver = createPace(budget);
  const matches: NodeMatch[] = [];
  for (const [at, node] of old.nodes.entries()) {
    const isSame = now.nodes[at]?.tag === node.tag;
    const neighbours = { parent: 0, before: 0, after: 0, inside: 0 } as const;
    matches.push({ now: isSame ? at : null, weight: isSame ? 0.5 : 0, lead: 0, neighbours, isGone: false });
    if (isSliceOver()) yield;
  }
  return matches;
}
