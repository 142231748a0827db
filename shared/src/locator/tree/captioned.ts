import { createCaptions } from './captions.ts';
import type { TreeIndex } from './treeIndex.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Values that one caption has. */
const VALUES_MAX = 3;

/** Returns the values with each caption, in document order. */
function* valuesOf(
  tree: TreeIndex,
  vocabulary: Vocabulary,
  isSliceOver: () => boolean,
): Generator<void, Map<string, number[]>> {
  const values = new Map<string, number[]>();
  const captionOf = createCaptions(tree, vocabulary);
  for (let at = 0; at < tree.nodes.length; at++) {
    const caption = captionOf(at)
      .toSorted((a, b) => a - b)
      .join(' ');
    const known = values.get(caption);
    if (known) known.push(at);
    else if (caption) values.set(caption, [at]);
    if (isSliceOver()) yield;
  }
  return values;
}

/** Returns the words of an element, equal for equal values of both pages. */
export const valueOf = ({ words }: TreeIndex, at: number): string | undefined => words[at]?.join(' ');

/** Pairs the values of one caption: those that did not change, then the others in their order. */
function* pairValues(
  old: TreeIndex,
  now: TreeIndex,
  mine: readonly number[],
  theirs: readonly number[],
): Generator<readonly [at: number, other: number]> {
  const free = new Set(theirs);
  const changed: number[] = [];
  for (const at of mine) {
    const other = [...free].find((one) => valueOf(now, one) === valueOf(old, at));
    if (other === undefined) {
      changed.push(at);
      continue;
    }
    free.delete(other);
    yield [at, other];
  }
  const rest = [...free];
  for (const [rank, at] of changed.entries()) yield [at, rest[rank] ?? -1];
}

/** Returns for each old value the new one with the same caption, where both pages have as many of it; -1 for all others. */
export function* readCaptioned(
  old: TreeIndex,
  now: TreeIndex,
  vocabulary: Vocabulary,
  isSliceOver: () => boolean,
): Generator<void, Int32Array> {
  const captioned = new Int32Array(old.nodes.length).fill(-1);
  const was = yield* valuesOf(old, vocabulary, isSliceOver);
  const is = yield* valuesOf(now, vocabulary, isSliceOver);
  for (const [caption, mine] of was) {
    const theirs = is.get(caption) ?? [];
    if (mine.length > VALUES_MAX || mine.length !== theirs.length) continue;
    for (const [at, other] of pairValues(old, now, mine, theirs)) captioned[at] = other;
  }
  return captioned;
}
