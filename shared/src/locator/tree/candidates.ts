import type { createComparer } from './likeness.ts';
import type { Pairs } from './pairs.ts';
import type { TreeIndex } from './treeIndex.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What more elements of the new page have is no evidence. */
const CROWD = 60;
const KEPT = 8;
const STEM_WEIGHT = 0.3;
const SAME_TAG = 0.15;
/** Pairs of the parent, and children of each, that are considered. */
const PARENTS = 3;
const BESIDES = 3;
/** Children on each side of a position that are considered. */
const WINDOW = 12;

type Comparer = ReturnType<typeof createComparer>;

/** Returns the elements of the new page that have each word or mark. */
function* holdersIn(
  { words, marks, nodes }: TreeIndex,
  vocabulary: Vocabulary,
  isSliceOver: () => boolean,
): Generator<void, Map<number, number[]>> {
  const holders = new Map<number, number[]>();
  const put = (id: number, at: number) => {
    const list = holders.get(id);
    if (!list) holders.set(id, [at]);
    else if (list.length <= CROWD && list.at(-1) !== at) list.push(at);
  };
  for (let at = 0; at < nodes.length; at++) {
    for (const id of words[at] ?? []) {
      put(id, at);
      const stem = vocabulary.stemOf(id);
      if (stem >= 0) put(stem, at);
    }
    for (const id of marks[at] ?? []) put(id, at);
    if (isSliceOver()) yield;
  }
  return holders;
}

/** Adds the pairs that have rare words or names in common. */
export function* addAlike(
  old: TreeIndex,
  now: TreeIndex,
  vocabulary: Vocabulary,
  comparer: Comparer,
  pairs: Pairs,
  isOpen: (at: number) => boolean,
  isSliceOver: () => boolean,
): Generator<void, void> {
  const holders = yield* holdersIn(now, vocabulary, isSliceOver);
  const massOf = (index: TreeIndex, at: number) => {
    let mass = 0;
    for (const id of index.words[at] ?? []) mass += vocabulary.weightOf(id);
    for (const id of index.marks[at] ?? []) mass += vocabulary.weightOf(id);
    return mass;
  };
  const masses = new Float32Array(now.nodes.length);
  for (let at = 0; at < masses.length; at++) masses[at] = massOf(now, at);
  if (isSliceOver()) yield;

  const shared = new Float32Array(now.nodes.length);
  for (let at = 0; at < old.nodes.length; at++) {
    if (!isOpen(at)) continue;
    const touched: number[] = [];
    const vote = (id: number, weight: number) => {
      const list = holders.get(id);
      if (!list || list.length > CROWD) return;
      for (const other of list) {
        if (!shared[other]) touched.push(other);
        shared[other] = (shared[other] ?? 0) + weight;
      }
    };
    for (const id of old.words[at] ?? []) {
      vote(id, vocabulary.weightOf(id));
      const stem = vocabulary.stemOf(id);
      if (stem >= 0) vote(stem, STEM_WEIGHT * vocabulary.weightOf(stem));
    }
    for (const id of old.marks[at] ?? []) vote(id, vocabulary.weightOf(id));
    const mass = massOf(old, at);
    const tag = old.nodes[at]?.tag;
    const worthOf = (other: number) =>
      (2 * (shared[other] ?? 0)) / (mass + (masses[other] ?? 0)) +
      (now.nodes[other]?.tag === tag ? SAME_TAG : 0);
    const best = touched.map((other) => ({ other, worth: worthOf(other) }));
    best.sort((a, b) => b.worth - a.worth);
    comparer.start(at);
    for (const { other } of best.slice(0, KEPT)) pairs.add(at, other, comparer.likenessTo(other));
    for (const other of touched) shared[other] = 0;
    if (isSliceOver()) yield;
  }
}

/** Returns the positions of the best pairs of an element, best first. */
function bestPairs(pairs: Pairs, at: number, count: number): number[] {
  const positions: number[] = [];
  for (let pair = pairs.start(at); pair < pairs.end(at); pair++) positions.push(pair);
  return positions.sort((a, b) => (pairs.all[b] ?? 0) - (pairs.all[a] ?? 0)).slice(0, count);
}

/** Returns the children that may be the one of a tag at a position; those of an only child too, which may be a wrapper. */
function childrenLike(now: TreeIndex, parent: number, tag: string, rank: number): number[] {
  const inside = now.children[parent] ?? [];
  const [only = -1] = inside;
  const around = (some: readonly number[]) => {
    const start = Math.max(0, Math.min(rank, some.length - 1) - WINDOW);
    return some.slice(start, start + 2 * WINDOW + 1);
  };
  const all = inside.length === 1 ? [only, ...around(now.children[only] ?? [])] : around(inside);
  const near = all.filter((one) => now.nodes[one]?.tag === tag);
  return (near.length > 0 ? near : all)
    .map((one) => ({ one, distance: Math.abs((now.ranks[one] ?? 0) - rank) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, BESIDES)
    .map(({ one }) => one);
}

/** Adds pairs whose parents or children may be pairs. */
export function* addNeighbours(
  old: TreeIndex,
  now: TreeIndex,
  comparer: Comparer,
  pairs: Pairs,
  isOpen: (at: number) => boolean,
  isSliceOver: () => boolean,
): Generator<void, void> {
  for (let at = old.nodes.length - 1; at > 0; at--) {
    const parent = old.parents[at] ?? 0;
    if (!isOpen(parent)) continue;
    const [best] = bestPairs(pairs, at, 1);
    const above = best === undefined ? -1 : (now.parents[pairs.otherOf(best)] ?? -1);
    if (above < 0 || pairs.find(parent, above) >= 0) continue;
    comparer.start(parent);
    pairs.add(parent, above, comparer.likenessTo(above));
    if (isSliceOver()) yield;
  }
  for (let at = 1; at < old.nodes.length; at++) {
    if (!isOpen(at)) continue;
    const tag = old.nodes[at]?.tag ?? '';
    comparer.start(at);
    for (const pair of bestPairs(pairs, old.parents[at] ?? 0, PARENTS))
      for (const other of childrenLike(now, pairs.otherOf(pair), tag, old.ranks[at] ?? 0))
        if (pairs.find(at, other) < 0) pairs.add(at, other, comparer.likenessTo(other));
    if (isSliceOver()) yield;
  }
}
