import type { TreeNode } from './pageTree.ts';
import type { TreeIndex } from './treeIndex.ts';
import type { Vocabulary } from './vocabulary.ts';

const STEM_LIKENESS = 0.7;
/** Words of its own say more than those of what is in it, which a wrapper has as well. */
const OWN_WORDS = 2.5;
const SAME_BOX = 1.5;

/** Tags that often replace each other. */
const KINDS: readonly (readonly string[])[] = [
  ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ['a', 'button', 'summary'],
  ['div', 'section', 'article', 'main', 'aside', 'header', 'footer', 'nav', 'form', 'figure'],
  ['ul', 'ol', 'dl', 'nav', 'menu'],
  ['span', 'p', 'strong', 'em', 'b', 'i', 'small', 'label', 'time', 'code'],
  ['img', 'svg', 'picture', 'i', 'video', 'canvas'],
  ['input', 'select', 'textarea'],
];

function tagLikeness(a: string, b: string): number {
  if (a === b) return 1;
  return KINDS.some((tags) => tags.includes(a) && tags.includes(b)) ? 0.6 : 0;
}

/** Compares sets of words one after the other with a first one. */
export function createWordComparer(vocabulary: Vocabulary) {
  /** 1 + the turn in which a word or stem was in the first set. */
  const turns: number[] = [];
  let turn = 0;
  let total = 0;
  return {
    /** Weight of the words of the first set. */
    first(words: readonly number[]): number {
      turn++;
      total = 0;
      for (const id of words) {
        turns[id] = turn;
        const stem = vocabulary.stemOf(id);
        if (stem >= 0) turns[stem] = turn;
        total += vocabulary.weightOf(id);
      }
      return total;
    },
    /** Weight of the shared words by that of all, twice for those of both: 0 to 1. */
    likeness(words: readonly number[]): number {
      let shared = 0;
      let other = 0;
      for (const id of words) {
        const weight = vocabulary.weightOf(id);
        other += weight;
        if (turns[id] === turn) shared += weight;
        else if (turns[vocabulary.stemOf(id)] === turn) shared += STEM_LIKENESS * weight;
      }
      return total + other > 0 ? Math.min(1, (2 * shared) / (total + other)) : 0;
    },
  };
}

type Box = NonNullable<TreeNode['box']>;

function sizeLikeness(a: Box, b: Box): number {
  const ratio = (x: number, y: number) => (Math.min(x, y) + 4) / (Math.max(x, y) + 4);
  return Math.sqrt(ratio(a[2], b[2]) * ratio(a[3], b[3]));
}

/** How near two elements are to each other on their pages, which may be of other lengths. */
function placeLikeness(a: Box, b: Box, widths: readonly [number, number]): number {
  const center = (box: Box, width: number) => (box[0] + box[2] / 2) / Math.max(1, width);
  const aside = Math.abs(center(a, widths[0]) - center(b, widths[1]));
  const apart = Math.abs(a[1] - b[1]) / (200 + Math.max(a[1], b[1]));
  return Math.max(0, 1 - 1.5 * aside) * Math.max(0, 1 - apart);
}

/** Compares elements of the old page, one after the other, with those of the new page. */
export function createComparer(
  old: TreeIndex,
  now: TreeIndex,
  vocabulary: Vocabulary,
  widths: readonly [old: number, now: number],
) {
  const words = createWordComparer(vocabulary);
  const marks = createWordComparer(vocabulary);
  const ownWords = createWordComparer(vocabulary);
  let ownWeight = 0;
  let node = old.nodes[0];
  let wordWeight = 0;
  let markWeight = 0;
  let hasWords = false;
  return {
    /** Sets the old element. */
    start(at: number): void {
      node = old.nodes[at];
      wordWeight = words.first(old.words[at] ?? []);
      markWeight = marks.first(old.marks[at] ?? []);
      ownWeight = ownWords.first(old.own[at] ?? []);
      hasWords = (old.words[at]?.length ?? 0) > 0;
    },
    /** Compares it with an element of the new page: 0 to 1. */
    likenessTo(at: number): number {
      const other = now.nodes[at];
      if (!node || !other) return 0;
      let sum = 0;
      let weights = 0;
      const add = (weight: number, agreement: number) => {
        sum += weight * agreement;
        weights += weight;
      };
      add(2, tagLikeness(node.tag, other.tag));
      const theirWords = now.words[at] ?? [];
      if (hasWords && theirWords.length > 0) add(2 + 4 * Math.min(1, wordWeight), words.likeness(theirWords));
      else if (hasWords !== theirWords.length > 0) add(2, 0);
      const theirOwn = now.own[at] ?? [];
      if (ownWeight > 0 && theirOwn.length !== theirWords.length)
        add(OWN_WORDS * Math.min(1, ownWeight), ownWords.likeness(theirOwn));
      const theirMarks = now.marks[at] ?? [];
      if (markWeight > 0 && theirMarks.length > 0) {
        const likeness = marks.likeness(theirMarks);
        // Names that are all different are those of a rebuilt page more often than those of another element.
        add(likeness > 0 ? 1 + 2 * Math.min(1, markWeight) : 0.5, likeness);
      }
      const [mine, theirs] = [node.box, other.box];
      if (mine && theirs) {
        const size = sizeLikeness(mine, theirs);
        const place = placeLikeness(mine, theirs, widths);
        add(0.5, size);
        // The same box is evidence; another one is none, because all below a new block moves.
        add(0.5 + SAME_BOX * (size * place) ** 2, place);
      } else if (mine || theirs) add(2, 0);
      return sum / weights;
    },
  };
}
