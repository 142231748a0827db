/** A number with separators, one character of a script without spaces between words, or a word. */
const WORD = /\p{N}+(?:[.,:-]\p{N}+)*|[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]|[\p{L}\p{M}]+/gu;

/** Collapses whitespace to single spaces, as browsers draw it. */
export const tidy = (text: string) => text.replace(/[\s\0]+/g, ' ').trim();

/**
 * Cuts a text to `max` UTF-16 units that Postgres can store: without NUL, and U+FFFD for half a surrogate
 * pair.
 */
export const cut = (text: string, max: number) => text.slice(0, max).toWellFormed().replaceAll('\0', '');

const split = new Map<string, string[]>();

/** Clears the cache of split texts; it exists because the same rows are compared repeatedly. */
export const forgetWords = () => split.clear();

/** Returns the distinct words of a text. */
export function wordsOf(text: string): string[] {
  let words = split.get(text);
  if (!words) split.set(text, (words = [...new Set(text.toLowerCase().match(WORD))]));
  return words;
}

/** Returns the share of common letters at the start and end. Different numbers share nothing. */
function alikeWords(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4 || a[0] !== b[0] || /^\p{N}/u.test(a)) return 0;
  let head = 1;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return (head + tail) / Math.max(a.length, b.length);
}

const ALIKE = 0.6;

/** Returns the share of these words that a text contains, spelling variants included. */
export function shareOf(words: string[], text: string): number {
  const there = wordsOf(text);
  const kept = words.filter((word) =>
    there.some((other) => other === word || alikeWords(word, other) >= ALIKE),
  );
  return kept.length / words.length || 0;
}

/**
 * Returns the similarity of two texts, 0 to 1, word by word. `weigh` returns the weight of a word: one that
 * is in every row of a table does not identify a row.
 */
export function alike(a: string, b: string, weigh: (word: string) => number): number {
  if (a === b) return 1;
  const right = new Set(wordsOf(b));
  const missing: string[] = [];
  let shared = 0;
  let total = 0;
  for (const word of wordsOf(a)) {
    total += weigh(word);
    if (right.delete(word)) shared += weigh(word);
    else missing.push(word);
  }
  for (const word of missing) {
    for (const other of right) {
      const likeness = alikeWords(word, other);
      if (likeness < ALIKE) continue;
      shared += weigh(word) * likeness;
      right.delete(other);
      break;
    }
  }
  for (const word of right) total += weigh(word);
  return total && shared / total;
}
