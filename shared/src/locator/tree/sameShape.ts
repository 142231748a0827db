import { type Assignment, reassign } from './assignment.ts';
import type { createComparer } from './likeness.ts';
import type { Pairs } from './pairs.ts';
import { plainTag, type TreeIndex } from './treeIndex.ts';
import type { Vocabulary } from './vocabulary.ts';

/** How alike two blocks are whose parts keep their places. */
const LEAST = 0.5;
/** Weight of common words by which a part is known in another block: that of a word of one element. */
const KNOWN = 1;

/** Returns the weight of the words that two elements have in common. */
function commonWeight(old: TreeIndex, now: TreeIndex, vocabulary: Vocabulary, at: number, other: number) {
  const theirs = new Set(now.words[other]);
  let weight = 0;
  for (const word of old.words[at] ?? []) if (theirs.has(word)) weight += vocabulary.weightOf(word);
  return weight;
}

/** Assigns two elements to each other; what is in them is free where it was assigned to what is elsewhere. */
function assignTo(old: TreeIndex, now: TreeIndex, assignment: Assignment, at: number, other: number) {
  const { nows, olds } = assignment;
  reassign(assignment, at, other);
  const last = now.lasts[other] ?? other;
  for (let one = at + 1; one <= (old.lasts[at] ?? at); one++) {
    const theirs = nows[one] ?? -1;
    if (theirs < 0 || (theirs >= other && theirs <= last)) continue;
    olds[theirs] = nows[one] = -1;
  }
}

/**
 * Keeps the parts of a block at their places, as the cells of a row, where both pages have the same sorts of parts in
 * it: a part whose words were all replaced does not belong to another block because a word of it is there.
 */
export function* keepShapes(
  old: TreeIndex,
  now: TreeIndex,
  assignment: Assignment,
  pairs: Pairs,
  vocabulary: Vocabulary,
  comparer: ReturnType<typeof createComparer>,
  isSliceOver: () => boolean,
): Generator<void, void> {
  const { nows, olds } = assignment;
  for (let block = 0; block < old.nodes.length; block++) {
    const theirs = nows[block] ?? -1;
    const [parts, others] = [old.children[block] ?? [], now.children[theirs] ?? []];
    const isSameShape =
      parts.length > 1 &&
      parts.length === others.length &&
      pairs.likeness(block, theirs) >= LEAST &&
      parts.every((part, rank) => plainTag(old.nodes[part]) === plainTag(now.nodes[others[rank] ?? -1]));
    if (!isSameShape) continue;
    const isHeld = (part: number, other: number) => {
      if (part < 0 || other < 0) return false;
      const weight = commonWeight(old, now, vocabulary, part, other);
      const isInside = old.parents[part] === block && now.parents[other] === theirs;
      return isInside ? weight > 0 : weight >= KNOWN;
    };
    for (const [rank, part] of parts.entries()) {
      if (isSliceOver()) yield;
      const other = others[rank] ?? -1;
      const [was, holder] = [nows[part] ?? -1, olds[other] ?? -1];
      if (was === other || isHeld(part, was) || isHeld(holder, other)) continue;
      assignTo(old, now, assignment, part, other);
      comparer.start(part);
      pairs.add(part, other, comparer.likenessTo(other));
    }
    if (isSliceOver()) yield;
  }
}
