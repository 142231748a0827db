import type { Assignment } from './assignment.ts';
import type { Match, Opinion } from './matchTypes.ts';
import type { TreeIndex } from './treeIndex.ts';

const LEVELS_UP = 3;

/** Returns the nearest matched sibling before (-1) or after (1) a node; -1 without one. */
function matchedBeside(
  { parents, children, ranks }: TreeIndex,
  at: number,
  step: 1 | -1,
  nows: Int32Array,
): number {
  const siblings = children[parents[at] ?? -1] ?? [];
  for (let rank = (ranks[at] ?? 0) + step; rank >= 0 && rank < siblings.length; rank += step) {
    const one = siblings[rank] ?? -1;
    if ((nows[one] ?? -1) >= 0) return one;
  }
  return -1;
}

const isInside = ({ lasts }: TreeIndex, at: number, around: number) =>
  at > around && at <= (lasts[around] ?? -1);

/** Returns what the nodes around an old node say of its counterpart. */
export function opinionsOn(
  old: TreeIndex,
  now: TreeIndex,
  { nows }: Assignment,
  node: number,
  counterpart: number,
): Match['neighbours'] {
  // What contains nothing else is no neighbour.
  const [at, other] = [old.outers[node] ?? node, now.outers[counterpart] ?? counterpart];
  const parentNow = nows[old.parents[at] ?? -1] ?? -1;
  const near = (theirs: number): boolean => {
    let up = other;
    for (let level = 0; level < LEVELS_UP && up >= 0; level++) {
      up = now.parents[up] ?? -1;
      if (up === theirs) return true;
    }
    return false;
  };
  const parent: Opinion = parentNow < 0 ? 0 : near(parentNow) ? 1 : -1;

  const beside = (step: 1 | -1): Opinion => {
    const mine = matchedBeside(old, at, step, nows);
    if (mine < 0) return 0;
    const theirs = nows[mine] ?? -1;
    const above = now.parents[theirs] ?? -1;
    const isNear = above === now.parents[other] || near(above);
    return isNear && (theirs - other) * step > 0 ? 1 : -1;
  };

  let matched = 0;
  let kept = 0;
  for (let one = node + 1; one <= (old.lasts[node] ?? node); one++) {
    const theirs = nows[one] ?? -1;
    if (theirs < 0) continue;
    matched++;
    if (isInside(now, theirs, counterpart)) kept++;
  }
  const inside: Opinion = matched === 0 ? 0 : kept * 2 > matched ? 1 : -1;
  return { parent, before: beside(-1), after: beside(1), inside };
}

/** Whether the block around a node, or the one around that, has no counterpart. */
export function isUprooted({ parents }: TreeIndex, { nows }: Assignment, at: number): boolean {
  const parent = parents[at] ?? -1;
  return [parent, parents[parent] ?? -1].some((block) => block > 0 && (nows[block] ?? -1) < 0);
}

/**
 * Whether an unmatched node is gone: its parent and both neighbours are matched, and between these nothing is left
 * that could be it.
 */
export function isGone(old: TreeIndex, now: TreeIndex, { nows, olds }: Assignment, at: number): boolean {
  const parent = nows[old.parents[at] ?? -1] ?? -1;
  if (parent < 0) return false;
  const [before, after] = [matchedBeside(old, at, -1, nows), matchedBeside(old, at, 1, nows)];
  const last = (old.children[old.parents[at] ?? -1]?.length ?? 0) - 1;
  const rank = old.ranks[at] ?? 0;
  if ((before < 0 && rank > 0) || (after < 0 && rank < last)) return false;
  const from = before < 0 ? parent : (nows[before] ?? -1);
  const to = after < 0 ? (now.lasts[parent] ?? -1) + 1 : (nows[after] ?? -1);
  if (to <= from || !(isInside(now, from, parent) || from === parent)) return false;
  const start = before < 0 ? parent + 1 : (now.lasts[from] ?? from) + 1;
  for (let one = start; one < to; one++) if ((olds[one] ?? -1) < 0) return false;
  return true;
}
