import { besideOf, type TreeIndex } from './treeIndex.ts';

/** Elements of a block that may decide which of several equals it belongs to. */
const BLOCK_MAX = 80;

/** First and last element that each word is written in. */
interface Ranges {
  first: Map<number, number>;
  last: Map<number, number>;
}

interface Page {
  tree: TreeIndex;
  /** What those with the same tag and words have in common; without words, with the same content. */
  keys: readonly string[];
  /** Elements of each key in the order of the page. */
  twins: ReadonlyMap<string, readonly number[]>;
  /** Whether a word is nowhere else. */
  isOnlyIn: (word: number, at: number) => boolean;
  /** Whether one of its equals is in a block; what is around or in it is none. */
  hasOtherTwin: (block: number, at: number) => boolean;
}

/** Returns the position of the first number that is not below a limit, in numbers that rise. */
function firstFrom(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* readPage(tree: TreeIndex, isSliceOver: () => boolean): Generator<void, Page> {
  const { nodes, words, own, lasts, contents } = tree;
  const ranges: Ranges = { first: new Map(), last: new Map() };
  const keys: string[] = [];
  const twins = new Map<string, number[]>();
  const lastOf = (at: number) => lasts[at] ?? at;
  for (let at = 0; at < nodes.length; at++) {
    for (const word of own[at] ?? []) {
      if (!ranges.first.has(word)) ranges.first.set(word, at);
      ranges.last.set(word, at);
    }
    const written = words[at]?.join();
    const key = written ? `${nodes[at]?.tag} ${written}` : `${contents[at]}`;
    keys.push(key);
    const same = twins.get(key);
    if (!same) twins.set(key, [at]);
    // What is in one of them is no other one.
    else if (at > lastOf(same.at(-1) ?? -1)) same.push(at);
    if (isSliceOver()) yield;
  }
  return {
    tree,
    keys,
    twins,
    isOnlyIn: (word, at) =>
      (ranges.first.get(word) ?? -1) >= at && (ranges.last.get(word) ?? Infinity) <= lastOf(at),
    hasOtherTwin(block, at) {
      const same = twins.get(keys[at] ?? '') ?? [];
      for (let one = firstFrom(same, block); (same[one] ?? Infinity) <= lastOf(block); one++) {
        const twin = same[one] ?? -1;
        if (at < twin || at > lastOf(twin)) return true;
      }
      return false;
    },
  };
}

/** Whether most words that are only in a block are now only in the other block. */
function isKnownBlock(old: Page, now: Page, at: number, other: number): boolean {
  const end = Math.min(old.tree.lasts[at] ?? at, at + BLOCK_MAX);
  let all = 0;
  let kept = 0;
  for (let one = at; one <= end; one++)
    for (const word of old.tree.own[one] ?? []) {
      if (!old.isOnlyIn(word, at)) continue;
      all++;
      if (now.isOnlyIn(word, other)) kept++;
    }
  return kept > 0 && kept * 2 >= all;
}

/** Whether words that are nowhere else stand around both, nearer than to any of their equals. */
function isDecided(old: Page, now: Page, node: number, counterpart: number): boolean {
  let [at, other] = [node, counterpart];
  while (at > 0 && other > 0 && !old.hasOtherTwin(at, node) && !now.hasOtherTwin(other, counterpart)) {
    if (isKnownBlock(old, now, at, other)) return true;
    for (const step of [-1, 1] as const) {
      const [mine, theirs] = [besideOf(old.tree, at, step), besideOf(now.tree, other, step)];
      const isBeside = mine > 0 && theirs > 0 && !old.hasOtherTwin(mine, node);
      if (isBeside && !now.hasOtherTwin(theirs, counterpart) && isKnownBlock(old, now, mine, theirs))
        return true;
    }
    at = old.tree.parents[old.tree.outers[at] ?? at] ?? -1;
    other = now.tree.parents[now.tree.outers[other] ?? other] ?? -1;
  }
  return false;
}

/**
 * Returns whether a pair is among elements with the same words, whose number changed, and nothing around the two
 * says which of them it is.
 */
export function* createTwinComparer(
  oldTree: TreeIndex,
  nowTree: TreeIndex,
  isSliceOver: () => boolean,
): Generator<void, (at: number, other: number) => boolean> {
  const old = yield* readPage(oldTree, isSliceOver);
  const now = yield* readPage(nowTree, isSliceOver);
  return (at, other) => {
    const [was = '', is = ''] = [old.keys[at], now.keys[other]];
    const isSilent = !oldTree.words[at]?.length || !nowTree.words[other]?.length;
    if (isSilent && was !== is) return false;
    const counts = [was, is].map((key) => [old, now].map(({ twins }) => twins.get(key)?.length ?? 0));
    const hasChanged = counts.some(([before, after]) => before !== after);
    const isTwin = counts.flat().some((count) => count > 1);
    return isTwin && hasChanged && !isDecided(old, now, at, other);
  };
}
