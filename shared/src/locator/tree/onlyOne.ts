import type { Assignment } from './assignment.ts';
import { tagMark, type TreeIndex } from './treeIndex.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What a block has one of, however it is worded. */
const KINDS: readonly RegExp[] = [
  /^h\d$/,
  /^(?:a|button|summary)$/,
  /^(?:img|svg|picture|video|canvas|iframe)$/,
  /^(?:input|select|textarea)$/,
];
/** What a page has one of, whatever is written in it. */
const LANDMARKS = /^(?:h1|main|nav|header|footer|form|table|textarea)$/;
const LEVELS_UP = 3;
const BLOCK_MAX = 40;
/** A block that is surely the same: how alike it is, by which lead, and the share of its words that stayed. */
const SAME_BLOCK = 0.8;
const BLOCK_LEAD = 0.05;
const BLOCK_WORDS = 0.4;

/** What is known of the matches of blocks. */
interface Matches {
  weightOf: (at: number) => number;
  leadOf: (at: number, other: number) => number;
  words: readonly (number | null)[];
}

/** Whether an element is the only one of its kind in a block. */
function isOnlyIn({ nodes, lasts }: TreeIndex, block: number, kind: RegExp): boolean {
  const last = lasts[block] ?? block;
  if (last - block > BLOCK_MAX) return false;
  let count = 0;
  for (let at = block + 1; at <= last; at++) if (kind.test(nodes[at]?.tag ?? '')) count++;
  return count === 1;
}

/**
 * Returns whether a pair is the only heading, control, picture or field in a block that is surely the same on both
 * pages: then it is the same thing, even in other words.
 */
export function createOnlyOnes(old: TreeIndex, now: TreeIndex, { nows }: Assignment, matches: Matches) {
  const isSameBlock = (block: number, theirs: number) =>
    matches.weightOf(block) >= SAME_BLOCK &&
    matches.leadOf(block, theirs) >= BLOCK_LEAD &&
    (matches.words[block] ?? 0) >= BLOCK_WORDS;
  return (at: number, other: number): boolean => {
    const kind = KINDS.find((one) => one.test(old.nodes[at]?.tag ?? ''));
    if (!kind?.test(now.nodes[other]?.tag ?? '')) return false;
    let block = at;
    for (let level = 0; level < LEVELS_UP; level++) {
      block = old.parents[block] ?? -1;
      const theirs = block > 0 ? (nows[block] ?? -1) : -1;
      const isAround = theirs > 0 && other > theirs && other <= (now.lasts[theirs] ?? -1);
      if (isAround && isSameBlock(block, theirs))
        return isOnlyIn(old, block, kind) && isOnlyIn(now, theirs, kind);
    }
    return false;
  };
}

/** Whether a pair is the only title, header, navigation, form or the like of both pages. */
export function isLandmark(
  old: TreeIndex,
  now: TreeIndex,
  vocabulary: Vocabulary,
  at: number,
  other: number,
): boolean {
  const tag = old.nodes[at]?.tag ?? '';
  const isSameTag = now.nodes[other]?.tag === tag;
  return LANDMARKS.test(tag) && isSameTag && vocabulary.isOnly(vocabulary.idOf(tagMark(tag)));
}
