import type { Pairs } from './pairs.ts';
import type { TreeIndex } from './treeIndex.ts';

/** Weights of what is around a pair, relative to its own likeness. */
const OWN = 3;
const PARENT = 2;
const INSIDE = 2.5;
const BESIDE = 1;
/** A parent or child at another depth, where a wrapper was added or removed. */
const WRAPPED = 0.9;
/** A sibling that is no longer next to it. */
const APART = 0.7;
const CHILDREN_MAX = 10;
/** Decides between equals: the same position among all. */
const SAME_RANK = 0.01;

/** Returns the sibling before (-1) or after (1) a node; -1 without one. */
const besideOf = ({ parents, children, ranks }: TreeIndex, at: number, step: 1 | -1): number =>
  children[parents[at] ?? -1]?.[(ranks[at] ?? 0) + step] ?? -1;

/** Runs one round: each pair becomes as likely as it is with the pairs around it. */
export function* propagate(
  old: TreeIndex,
  now: TreeIndex,
  pairs: Pairs,
  isOpen: (at: number) => boolean,
  isSliceOver: () => boolean,
): Generator<void, void> {
  const before = pairs.all.slice();
  const likeness = (at: number, other: number): number => {
    const pair = at < 0 || other < 0 ? -1 : pairs.find(at, other);
    return pair < 0 ? 0 : (before[pair] ?? 0);
  };

  function parentLikeness(at: number, other: number): number {
    const [above, theirs] = [old.parents[at] ?? -1, now.parents[other] ?? -1];
    return Math.max(
      likeness(above, theirs),
      WRAPPED * likeness(above, now.parents[theirs] ?? -1),
      WRAPPED * likeness(old.parents[above] ?? -1, theirs),
    );
  }

  /** Best likeness of a child with one of the children, or children of these. */
  function childLikeness(child: number, other: number): number {
    let best = 0;
    for (let pair = pairs.start(child); pair < pairs.end(child); pair++) {
      const above = now.parents[pairs.otherOf(pair)] ?? -1;
      const distance = above === other ? 1 : now.parents[above] === other ? WRAPPED : 0;
      best = Math.max(best, distance * (before[pair] ?? 0));
    }
    return best;
  }

  function besideLikeness(at: number, other: number, step: 1 | -1): number {
    const [mine, theirs] = [besideOf(old, at, step), besideOf(now, other, step)];
    if (mine < 0) return theirs < 0 ? 1 : 0.5;
    let best = likeness(mine, theirs);
    for (let pair = pairs.start(mine); pair < pairs.end(mine); pair++) {
      const there = pairs.otherOf(pair);
      if (now.parents[there] === now.parents[other] && (there - other) * step > 0)
        best = Math.max(best, APART * (before[pair] ?? 0));
    }
    return best;
  }

  for (let at = 0; at < old.nodes.length; at++) {
    if (!isOpen(at)) continue;
    const inside = old.children[at] ?? [];
    const step = Math.max(1, Math.ceil(inside.length / CHILDREN_MAX));
    for (let pair = pairs.start(at); pair < pairs.end(at); pair++) {
      const other = pairs.otherOf(pair);
      let sum = OWN * (pairs.own[pair] ?? 0) + PARENT * parentLikeness(at, other);
      let weights = OWN + PARENT;
      sum += BESIDE * (besideLikeness(at, other, -1) + besideLikeness(at, other, 1));
      weights += 2 * BESIDE;
      const theirs = now.children[other]?.length ?? 0;
      if (inside.length > 0) {
        let likely = 0;
        let asked = 0;
        for (let one = 0; one < inside.length; one += step, asked++)
          likely += childLikeness(inside[one] ?? -1, other);
        sum += (INSIDE * likely) / asked;
        weights += INSIDE;
      } else if (theirs > 0) weights += INSIDE / 2;
      const rank = Math.abs(at / old.nodes.length - other / now.nodes.length);
      pairs.all[pair] = sum / weights + SAME_RANK * (1 - rank);
    }
    if (isSliceOver()) yield;
  }
}
