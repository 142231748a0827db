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
const RARE = 0.8;

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

export interface Replaced {
  /** Share of the words of each old node that its counterpart has; null where one of them has none. */
  words: (number | null)[];
  isReplaced: boolean[];
  /** Whether each is, or is in, a row of a table whose first cell says that it is another row. */
  isOtherRow: boolean[];
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
  const comparer = createWordComparer(vocabulary);
  const listWords = createListWords(old);
  const words: (number | null)[] = [];
  const isReplaced: boolean[] = [];
  const isOtherRow: boolean[] = [];
  /** Whether each is, or is in, the description of another term. */
  const isOtherTerm: boolean[] = [];
  const lettersOf = (tree: TreeIndex, at: number) =>
    (tree.words[at] ?? []).filter((id) => vocabulary.hasLetters(id));
  const shareOf = (some: readonly number[], others: readonly number[]): number | null => {
    comparer.first(some);
    return some.length === 0 || others.length === 0 ? null : comparer.likeness(others);
  };
  for (let at = 0; at < nows.length; at++) {
    const other = nows[at] ?? -1;
    const [mine, theirs] = [lettersOf(old, at), lettersOf(now, other)];
    const share = shareOf(mine, theirs);
    const common = listWords(at);
    const ownOf = (some: readonly number[]) => {
      const own = some.filter((id) => !common?.has(id));
      const rare = own.filter((id) => vocabulary.weightOf(id) >= IDENTIFYING);
      return rare.length > 0 ? rare : own;
    };
    const ofItem = common && shareOf(ownOf(mine), ownOf(theirs));
    const isSample = common && isSampleText(mine, common);
    const isOther = !isSample && (ofItem ?? 1) < OTHER;
    const weight = mine.reduce((sum, id) => sum + vocabulary.weightOf(id), 0);
    const parent = old.parents[at] ?? -1;
    const [isInOtherRow, isInOtherTerm] = [isOtherRow[parent] ?? false, isOtherTerm[parent] ?? false];
    const isInOther = (isInOtherRow || isInOtherTerm) && now.parents[other] === nows[parent];
    const isSame = (share ?? 0) >= SAME && weight >= RARE && !isInOther;
    const isInside = (isReplaced[parent] ?? false) && !isSame;
    // The first cell comes right after its row.
    const ofCell =
      isOther && old.nodes[at]?.tag === 'tr' ? shareOf(lettersOf(old, at + 1), lettersOf(now, other + 1)) : 1;
    isOtherRow.push((isInside && isInOtherRow) || (ofCell ?? 1) < OTHER);
    words.push(share);
    const ofTerm = shareOf(lettersOf(old, termOf(old, at)), lettersOf(now, termOf(now, other)));
    const isOfOther = (ofTerm ?? 1) < OTHER || (isInside && isInOtherTerm);
    isOtherTerm.push(isOfOther);
    isReplaced.push(!isTranslated && (isOther || isInside || isOfOther));
    if (isSliceOver()) yield;
  }
  return { words, isReplaced, isOtherRow };
}
