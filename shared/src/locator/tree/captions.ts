import { CHILD } from './limits.ts';
import type { TreeIndex } from './treeIndex.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordsOf } from '../tokens.ts';

/** Elements and words of a caption. */
const SMALL = 4;
const WORDS_MAX = 6;
const LEVELS_UP = 3;
const VALUES_BETWEEN = 12;

const isCaption = (words: readonly string[]) =>
  words.length <= WORDS_MAX && words.some((word) => /^\p{L}{2}/u.test(word));

/**
 * Returns the words beside an element that has only a value, such as a number: those before it, or else those
 * after it. They say which value it is, also where it has changed.
 */
export function createCaptions(tree: TreeIndex, vocabulary: Vocabulary): (at: number) => readonly number[] {
  const { nodes, isCut, parents, children, ranks, lasts, outers, words } = tree;

  const isValue = (at: number) =>
    tree.isWritten[at] === true && !(words[at] ?? []).some((id) => vocabulary.hasLetters(id));

  /** Returns the words of a sibling that is a caption. */
  function wordsOfSibling(at: number): readonly number[] {
    const its = words[at] ?? [];
    const isSmall = (lasts[at] ?? at) - at < SMALL && its.length <= WORDS_MAX;
    return isSmall && its.some((id) => vocabulary.hasLetters(id)) ? its : [];
  }

  /** Returns the words before (-1) or after (1) an element; only values may be between. */
  function beside(at: number, step: 1 | -1): readonly number[] {
    const parent = parents[at] ?? -1;
    const siblings = children[parent] ?? [];
    const texts = (nodes[parent]?.text ?? '').split(CHILD);
    const isPlaced = !isCut && texts.length > 1 && texts.length <= siblings.length + 1;
    let rank = ranks[at] ?? 0;
    for (let turn = 0; turn <= VALUES_BETWEEN; turn++) {
      const written = isPlaced ? wordsOf(texts[step < 0 ? rank : rank + 1] ?? '') : [];
      if (isCaption(written)) return written.map((word) => vocabulary.idOf(word));
      rank += step;
      const sibling = siblings[rank] ?? -1;
      if (sibling < 0) break;
      if (!isValue(sibling)) return wordsOfSibling(sibling);
    }
    return [];
  }

  return (value: number): readonly number[] => {
    if (!isValue(value)) return [];
    let at = outers[value] ?? value;
    for (let level = 0; level < LEVELS_UP && at > 0; level++) {
      const before = beside(at, -1);
      if (before.length > 0) return before;
      const after = beside(at, 1);
      if (after.length > 0) return after;
      const parent = parents[at] ?? -1;
      if (!isValue(parent)) return [];
      at = outers[parent] ?? parent;
    }
    return [];
  };
}
