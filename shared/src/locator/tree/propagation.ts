import type { Pairs } from './pairs.ts';
import type { TreeIndex } from './treeIndex.ts';

/** Weights of what is around a pair, relative to its own likeness. */
const OWN = 3;
const PARENT = 2;
const INSIDE = 2.5;
const BESIDE = 1;
/** A parent or child at another depth, where a wrapper was added or removed. */
const WRAPPED = 0.63;
/** A wrapper that contains nothing else. */
const WRAPPER = 0.99;
/** A sibling that is no longer next to it. */
const APART = 0.95;
const CHILDREN_MAX = 10;
/** Decides between equals: the same position among all. */
const SAME_RANK = 0.01;

/** Returns the sibling before (-1) or after (1) a node; -1 without one. */
const besideOf = ({ parents, children, ranks }: TreeIndex, at: number, step: 1 | -1): number =>
  children[parents[at] ?? -1]?.[(ranks[at] ?? 0) + step] ?? -1;

/**
 * Runs one round: each pair becomes as likely as it is with the pairs around it. Inwards what is known of parents
 * reaches all inside them, outwards what is known of children reaches all around them. `substances` is what each old
 * element has of its own, 0 to 1: the more it has, the less it needs what is around it.
 */
export function* propagate(
  old: TreeIndex,
  now: TreeIndex,
  pairs: Pairs,
  substances: Float32Array,
  isOpen: (at: number) => boolean,
  direction: 'inwards' | 'outwards',
  isSliceOver: () => boolean,
): Generator<void, void> {
  const likeness = (at: number, other: number): number => {
    const pair = at < 0 || other < 0 ? -1 : pairs.find(at, other);
    return pair < 0 ? 0 : pairs.evidence(pair);
  };

  const bests = new Float32Array(old.nodes.length);
  for (let at = 0; at < bests.length; at++) bests[at] = pairs.best(at);
  const best = (at: number): number => bests[at] ?? 0;

  function parentLikeness(at: number, other: number): number {
    const [above, theirs] = [old.parents[at] ?? -1, now.parents[other] ?? -1];
    const [around, theirAround] = [
      old.parents[old.outers[at] ?? -1] ?? -1,
      now.parents[now.outers[other] ?? -1] ?? -1,
    ];
    return Math.max(
      likeness(above, theirs),
      WRAPPER * likeness(around, theirAround),
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
      best = Math.max(best, distance * pairs.evidence(pair));
    }
    return best;
  }

  function besideLikeness(inner: number, theirInner: number, step: 1 | -1): number {
    const [at, other] = [old.outers[inner] ?? inner, now.outers[theirInner] ?? theirInner];
    const [mine, theirs] = [besideOf(old, at, step), besideOf(now, other, step)];
    if (mine < 0) return theirs < 0 ? 1 : 0.5;
    let best = likeness(mine, theirs);
    for (let pair = pairs.start(mine); pair < pairs.end(mine); pair++) {
      const there = pairs.otherOf(pair);
      if (now.parents[there] === now.parents[other] && (there - other) * step > 0)
        best = Math.max(best, APART * pairs.evidence(pair));
    }
    return best;
  }

  const count = old.nodes.length;
  for (let turn = 0; turn < count; turn++) {
    const at = direction === 'inwards' ? turn : count - 1 - turn;
    if (!isOpen(at)) continue;
    const inside = old.children[at] ?? [];
    const step = Math.max(1, Math.ceil(inside.length / CHILDREN_MAX));
    const outer = old.outers[at] ?? at;
    const ownWeight = OWN * (1 + (substances[at] ?? 0));
    // What has no counterpart says little.
    const parentWeight = PARENT * Math.max(best(old.parents[at] ?? -1), best(old.parents[outer] ?? -1));
    const besideWeight = (side: 1 | -1) => {
      const beside = besideOf(old, outer, side);
      return BESIDE * (beside < 0 ? 0.5 : best(beside));
    };
    const [beforeWeight, afterWeight] = [besideWeight(-1), besideWeight(1)];
    for (let pair = pairs.start(at); pair < pairs.end(at); pair++) {
      const other = pairs.otherOf(pair);
      let sum = ownWeight * (pairs.own[pair] ?? 0) + parentWeight * parentLikeness(at, other);
      sum += beforeWeight * besideLikeness(at, other, -1) + afterWeight * besideLikeness(at, other, 1);
      let weights = ownWeight + parentWeight + beforeWeight + afterWeight;
      const theirs = now.children[other]?.length ?? 0;
      if (inside.length > 0) {
        let likely = 0;
        let most = 0;
        let compared = 0;
        for (let one = 0; one < inside.length; one += step, compared++) {
          const child = inside[one] ?? -1;
          likely += best(child) * childLikeness(child, other);
          most += best(child);
        }
        const weight = (INSIDE * most) / compared;
        if (most > 0) sum += (weight * likely) / most;
        weights += weight;
      } else if (theirs > 0) weights += INSIDE / 2;
      const rank = Math.abs(at / count - other / now.nodes.length);
      pairs.all[pair] = sum / weights + SAME_RANK * (1 - rank);
    }
    bests[at] = pairs.best(at);
    if (isSliceOver()) yield;
  }
}
