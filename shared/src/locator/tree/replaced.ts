import type { Assignment } from './assignment.ts';
import { createWordComparer } from './likeness.ts';
import type { TreeIndex } from './treeIndex.ts';
import type { Vocabulary } from './vocabulary.ts';

const ITEMS_LEAST = 3;
/** The head of a table says what its rows have in common, so two of them are a list. */
const ROWS_LEAST = 2;
/** Common words of a sample text. */
const SAMPLE_LEAST = 6;
/** Elements of an item. */
const ITEM_MAX = 40;
/** Cells and terms are identified by their columns and places; texts of an article or form are no items of a list. */
const NO_ITEMS = /^(?:td|th|dd|tbody|thead|tfoot|option)$/;
/** Words of more of the items than this belong to the list. */
const COMMON = 1 / 3;
const OTHER = 0.34;
/** Weight of the words that distinguish the items: those of few elements. */
const IDENTIFYING = 0.5;
/** Share of rare words that makes it the same thing although the item around it is another one. */
const SAME = 0.5;
const HEADING = /^h\d$/;
const RARE = 0.8;
/** The same in a section whose title is another: a label such as “Parameters” is in each. */
const SAYING = 1.2;

/** Tag and classes. */
const kindOf = ({ nodes }: TreeIndex, at: number): string =>
  [nodes[at]?.tag, ...(nodes[at]?.classes ?? [])].join('.');

const listOf = (tree: TreeIndex, at: number): string => `${tree.parents[at]} ${kindOf(tree, at)}`;

/** Returns the elements of the same kind with the same parent; without parts of a layout. */
function itemsOf(tree: TreeIndex): Map<string, number[]> {
  const lists = new Map<string, number[]>();
  for (let at = 0; at < tree.nodes.length; at++) {
    const isPart = (tree.lasts[at] ?? at) - at >= ITEM_MAX;
    if (isPart || NO_ITEMS.test(tree.nodes[at]?.tag ?? '')) continue;
    const list = listOf(tree, at);
    const items = lists.get(list);
    if (items) items.push(at);
    else lists.set(list, [at]);
  }
  return lists;
}

/** Returns for each list the words that belong to it and not to its items; null for what is in no list. */
function createListWords(tree: TreeIndex) {
  const lists = itemsOf(tree);
  const known = new Map<string, Set<number>>();
  return (at: number): Set<number> | null => {
    const list = listOf(tree, at);
    const items = lists.get(list) ?? [];
    if (items.length < (tree.nodes[at]?.tag === 'tr' ? ROWS_LEAST : ITEMS_LEAST)) return null;
    const listed = known.get(list);
    if (listed) return listed;
    const counts = new Map<number, number>();
    for (const item of items)
      for (const id of tree.words[item] ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
    const words = new Set<number>();
    for (const [id, count] of counts) if (count > 1 && count > COMMON * items.length) words.add(id);
    known.set(list, words);
    return words;
  };
}

/** Whether an item says little that the other ones do not say, as sample texts do: then its words do not identify it. */
function isSampleText(words: readonly number[], common: ReadonlySet<number>): boolean {
  const shared = words.filter((id) => common.has(id)).length;
  return shared >= SAMPLE_LEAST && shared * 2 > words.length;
}

/** Returns the term that a description is of; -1 for anything else. */
function termOf({ nodes, parents, children, ranks }: TreeIndex, at: number): number {
  if (nodes[at]?.tag !== 'dd') return -1;
  const siblings = children[parents[at] ?? -1] ?? [];
  for (let rank = (ranks[at] ?? 0) - 1; rank >= 0; rank--) {
    const one = siblings[rank] ?? -1;
    if (nodes[one]?.tag === 'dt') return one;
  }
  return -1;
}

/** Returns the first heading in a block with an id; -1 without either. */
function titleOf({ nodes, lasts }: TreeIndex, at: number): number {
  if (!nodes[at]?.id) return -1;
  for (let one = at + 1; one <= (lasts[at] ?? at); one++) if (HEADING.test(nodes[one]?.tag ?? '')) return one;
  return -1;
}

export interface Replaced {
  /** Share of the words of each old node that its counterpart has; null where one of them has none. */
  words: (number | null)[];
  isReplaced: boolean[];
  /** Whether each is, or is in, a row or section that is another one, as the first cell or the title says. */
  isOtherPart: boolean[];
}

/** Compares the words of an old node with those of a new one. */
function createPairComparer(old: TreeIndex, now: TreeIndex, vocabulary: Vocabulary) {
  const comparer = createWordComparer(vocabulary);
  const listWords = createListWords(old);
  const lettersOf = (tree: TreeIndex, at: number) =>
    (tree.words[at] ?? []).filter((id) => vocabulary.hasLetters(id));
  const shareOf = (some: readonly number[], others: readonly number[]): number | null => {
    comparer.first(some);
    return some.length === 0 || others.length === 0 ? null : comparer.likeness(others);
  };
  const wordsOf = (at: number, other: number) => shareOf(lettersOf(old, at), lettersOf(now, other));
  const isOther = (share: number | null) => share !== null && share < OTHER;

  /** Whether it is an item of a list that has none of the words of its counterpart. */
  function isOtherItem(at: number, other: number): boolean {
    const common = listWords(at);
    const mine = lettersOf(old, at);
    if (!common || isSampleText(mine, common)) return false;
    const ownOf = (some: readonly number[]) => {
      const own = some.filter((id) => !common.has(id));
      const rare = own.filter((id) => vocabulary.weightOf(id) >= IDENTIFYING);
      return rare.length > 0 ? rare : own;
    };
    return isOther(shareOf(ownOf(mine), ownOf(lettersOf(now, other))));
  }

  return {
    wordsOf,
    isOtherItem,
    weightOf: (at: number) => lettersOf(old, at).reduce((sum, id) => sum + vocabulary.weightOf(id), 0),
    /** Whether it is a row with another first cell, which comes right after the row. */
    isOtherRow: (at: number, other: number) =>
      old.nodes[at]?.tag === 'tr' && isOtherItem(at, other) && isOther(wordsOf(at + 1, other + 1)),
    /** Whether it is the description of another term. */
    isOfOtherTerm: (at: number, other: number) => isOther(wordsOf(termOf(old, at), termOf(now, other))),
    /** Whether it is a section with another id, another title and other words. */
    isOtherSection: (at: number, other: number) =>
      old.nodes[at]?.id !== now.nodes[other]?.id &&
      isOther(wordsOf(at, other)) &&
      isOther(wordsOf(titleOf(old, at), titleOf(now, other))),
  };
}

/**
 * Compares the words of all assigned pairs. An item of a list that has none of the words of its counterpart is another
 * one, and so is what is in it: sample data was replaced, or another page of the list is shown.
 */
export function* compareWords(
  old: TreeIndex,
  now: TreeIndex,
  vocabulary: Vocabulary,
  { nows }: Assignment,
  isTranslated: boolean,
  isSliceOver: () => boolean,
): Generator<void, Replaced> {
  const pairs = createPairComparer(old, now, vocabulary);
  const words: (number | null)[] = [];
  const isReplaced: boolean[] = [];
  /** Whether each is, or is in, another row, another section, or the description of another term. */
  const rows: boolean[] = [];
  const sections: boolean[] = [];
  const terms: boolean[] = [];
  for (let at = 0; at < nows.length; at++) {
    const other = nows[at] ?? -1;
    const parent = old.parents[at] ?? -1;
    const isContained = now.parents[other] === nows[parent];
    const isIn = (others: readonly boolean[]) => isContained && (others[parent] ?? false);
    const share = pairs.wordsOf(at, other);
    const isSame =
      (share ?? 0) >= SAME &&
      pairs.weightOf(at) >= (isIn(sections) ? SAYING : RARE) &&
      !isIn(rows) &&
      !isIn(terms);
    const hasLeft = (sections[parent] ?? false) && !isContained;
    const isInside = (isReplaced[parent] ?? false) && !isSame && !hasLeft;
    const isOtherItem = pairs.isOtherItem(at, other);
    const row = (isInside && rows[parent]) || pairs.isOtherRow(at, other);
    const section = (isInside && sections[parent]) || pairs.isOtherSection(at, other);
    const term = (isInside && terms[parent]) || pairs.isOfOtherTerm(at, other);
    words.push(share);
    rows.push(row);
    sections.push(section);
    terms.push(term);
    isReplaced.push(!isTranslated && (isOtherItem || isInside || section || term));
    if (isSliceOver()) yield;
  }
  return {
    words,
    isReplaced,
    isOtherPart: rows.map((isOtherRow, at) => isOtherRow || sections[at] === true),
  };
}
