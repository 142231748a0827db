import { TREE_NODES_MAX } from './limits.ts';

/** Share of the nodes for the surroundings of the elements to keep; the others go to the skeleton of the page. */
const AROUND = 0.6;

/** Parents come before their children. */
interface Placed {
  parent: number;
}

/** Returns the number of nodes in each subtree. */
function sizesOf(nodes: readonly Placed[]): number[] {
  const sizes = nodes.map(() => 1);
  for (let at = nodes.length - 1; at > 0; at--) {
    const parent = nodes[at]?.parent ?? 0;
    sizes[parent] = (sizes[parent] ?? 0) + (sizes[at] ?? 0);
  }
  return sizes;
}

/** Returns the nodes of each depth, the body first. */
function levelsOf(nodes: readonly Placed[]): number[][] {
  const depths: number[] = [];
  const levels: number[][] = [];
  for (const { parent } of nodes) {
    const depth = (depths[parent] ?? -1) + 1;
    const level = (levels[depth] ??= []);
    level.push(depths.push(depth) - 1);
  }
  return levels;
}

/**
 * Chooses the nodes of a page that has too many: those to keep with all around them, and a skeleton of the rest.
 * Returns their indices in document order; the parent of each is among them.
 */
export function chooseSteps(
  nodes: readonly Placed[],
  keep: readonly number[],
  max = TREE_NODES_MAX,
): number[] {
  if (nodes.length <= max) return nodes.map((_, at) => at);
  const sizes = sizesOf(nodes);
  const chosen = new Set<number>();
  const add = (at: number) => {
    for (let one = at; one >= 0 && !chosen.has(one); one = nodes[one]?.parent ?? -1) {
      if (chosen.size < max) chosen.add(one);
    }
  };
  const kept = keep.slice(0, max / 10);
  for (const at of kept) add(at);
  const share = (AROUND * max) / Math.max(1, kept.length);
  for (const at of kept) {
    let root = at;
    for (let up = root; up >= 0 && (sizes[up] ?? 0) <= share; up = nodes[up]?.parent ?? -1) root = up;
    const last = root + Math.min(share, sizes[root] ?? 1);
    for (let one = root; one < last; one++) add(one);
  }
  for (const level of levelsOf(nodes)) for (const at of level) if (chosen.size < max) add(at);
  return [...chosen].sort((a, b) => a - b);
}
