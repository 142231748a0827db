import { type Assignment, reassign } from './assignment.ts';
import type { Pairs } from './pairs.ts';
import type { TreeIndex } from './treeIndex.ts';

/** Parts of a block; the sequence of more of them would take too long. */
const PARTS_MAX = 200;
const PARTS_LEAST = 3;
/** Likeness of two that no round has considered; it gives them no lead, so that they are guesses. */
const LIKENESS = 0.9;

/** Returns the positions of the longest sequence that two lists have in common. */
function commonSequence(a: readonly number[], b: readonly number[]): [number, number][] {
  const width = b.length + 1;
  const lengths = new Uint8Array((a.length + 1) * width);
  const lengthFrom = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j] ? lengthFrom(i + 1, j + 1) + 1 : Math.max(lengthFrom(i + 1, j), lengthFrom(i, j + 1));
  const common: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) common.push([i++, j++]);
    else if (lengthFrom(i + 1, j) >= lengthFrom(i, j + 1)) i++;
    else j++;
  }
  return common;
}

/** Assigns an old element and all inside it to a new one with the same content. */
function assignEqual(old: TreeIndex, assignment: Assignment, pairs: Pairs, part: number, other: number) {
  for (let at = part; at <= (old.lasts[part] ?? part); at++) {
    const to = other + at - part;
    reassign(assignment, at, to);
    pairs.add(at, to, LIKENESS);
  }
}

const hasEquals = (contents: readonly number[]) => new Set(contents).size < contents.length;

/**
 * Keeps the parts of a matched block in their order where some of them are equal, as the signs in a line of code: what
 * is next to such a part says less than the whole sequence.
 */
export function* alignEqualParts(
  old: TreeIndex,
  now: TreeIndex,
  assignment: Assignment,
  pairs: Pairs,
  isSliceOver: () => boolean,
): Generator<void, void> {
  const isLeftOut = ({ length }: readonly number[]) => length < PARTS_LEAST || length > PARTS_MAX;
  for (const [block, theirs] of assignment.nows.entries()) {
    const [parts, others] = [old.children[block] ?? [], now.children[theirs] ?? []];
    if (isLeftOut(parts) || isLeftOut(others)) continue;
    const [mine, yours] = [
      parts.map((part) => old.contents[part] ?? -1),
      others.map((other) => now.contents[other] ?? -1),
    ];
    if (!hasEquals(mine) && !hasEquals(yours)) continue;
    for (const [rank, theirRank] of commonSequence(mine, yours)) {
      const [part = -1, other = -1] = [parts[rank], others[theirRank]];
      if (assignment.nows[part] !== other) assignEqual(old, assignment, pairs, part, other);
    }
    if (isSliceOver()) yield;
  }
}
