import type { Pairs } from './pairs.ts';
import { besideOf, type TreeIndex } from './treeIndex.ts';

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

/** Compares what is around two elements, by the pairs that are considered. */
function createSurroundings(old: TreeIndex, now: TreeIndex, pairs: Pairs) {
  const likeness = (at: number, other: number): number => {
    const pair = at < 0 || other < 0 ? -1 : pairs.find(at, other);
    return pair < 0 ? 0 : pairs.evidence(pair);
  };
  return {
    parent(at: number, other: number): number {
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
    },
    /** Best likeness of a child with one of the children, or children of these. */
    child(child: number, other: number): number {
      let best = 0;
      for (let pair = pairs.start(child); pair < pairs.end(child); pair++) {
        const above = now.parents[pairs.otherOf(pair)] ?? -1;
        const distance = above === other ? 1 : now.parents[above] === other ? WRAPPED : 0;
        best = Math.max(best, distance * pairs.evidence(pair));
      }
      return best;
    },
    beside(inner: number, theirInner: number, step: 1 | -1): number {
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
    },
  };
}

/** Returns how much what is around an old element says; what has no counterpart says little. */
function weightsAround(old: TreeIndex, at: number, best: (at: number) => number) {
  const outer = old.outers[at] ?? at;
  const beside = (step: 1 | -1) => {
    const one = besideOf(old, outer, step);
    return BESIDE * (one < 0 ? 0.5 : best(one));
  };
  return {
    parent: PARENT * Math.max(best(old.parents[at] ?? -1), best(old.parents[outer] ?? -1)),
    before: beside(-1),
    after: beside(1),
  };
}

/** Some children of an old element, with the likeness of the best pair of each. */
interface Inside {
  children: { child: number; best: number }[];
  most: number;
}

function readInside(old: TreeIndex, at: number, best: (at: number) => number): Inside {
  const all = old.children[at] ?? [];
  const step = Math.max(1, Math.ceil(all.length / CHILDREN_MAX));
  const inside: Inside = { children: [], most: 0 };
  for (let one = 0; one < all.length; one += step) {
    const child = all[one] ?? -1;
    inside.children.push({ child, best: best(child) });
    inside.most += best(child);
  }
  return inside;
}

/** A sum of likenesses, and the sum of their weights. */
interface Evidence {
  sum: number;
  weights: number;
}

/** Returns what the children of two elements say. */
function compareInside(
  { children, most }: Inside,
  theirs: number,
  likenessOf: (child: number) => number,
): Evidence {
  if (children.length === 0) return { sum: 0, weights: theirs > 0 ? INSIDE / 2 : 0 };
  const weights = (INSIDE * most) / children.length;
  if (most === 0) return { sum: 0, weights };
  const likely = children.reduce((sum, { child, best }) => sum + best * likenessOf(child), 0);
  return { sum: (weights * likely) / most, weights };
}

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
  const count = old.nodes.length;
  const bests = Float32Array.from(old.nodes, (_, at) => pairs.best(at));
  const best = (at: number): number => bests[at] ?? 0;
  const around = createSurroundings(old, now, pairs);
  for (let turn = 0; turn < count; turn++) {
    const at = direction === 'inwards' ? turn : count - 1 - turn;
    if (!isOpen(at)) continue;
    const own = OWN * (1 + (substances[at] ?? 0));
    const { parent, before, after } = weightsAround(old, at, best);
    const inside = readInside(old, at, best);
    for (let pair = pairs.start(at); pair < pairs.end(at); pair++) {
      const other = pairs.otherOf(pair);
      const theirs = now.children[other]?.length ?? 0;
      const within = compareInside(inside, theirs, (child) => around.child(child, other));
      const sum =
        own * (pairs.own[pair] ?? 0) +
        parent * around.parent(at, other) +
        before * around.beside(at, other, -1) +
        after * around.beside(at, other, 1) +
        within.sum;
      const rank = Math.abs(at / count - other / now.nodes.length);
      pairs.all[pair] = sum / (own + parent + before + after + within.weights) + SAME_RANK * (1 - rank);
    }
    bests[at] = pairs.best(at);
    if (isSliceOver()) yield;
  }
}
