/** A number with its separators, one sign of a script that puts no spaces between words, or a word. */
const WORD = /\p{N}+(?:[.,:/-]\p{N}+)*|[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]|[\p{L}\p{M}]+/gu;

/** A text as it is drawn: with single spaces. */
export const tidy = (text: string) => text.replace(/[\s\0]+/g, ' ').trim();

/** Cuts a text to `max` UTF-16 units that a database can store: without NUL, and with U+FFFD for half a surrogate pair. */
export const cut = (text: string, max: number) => text.slice(0, max).toWellFormed().replaceAll('\0', '');

const split = new Map<string, string[]>();

/** Words are remembered, because the same rows are compared again and again; this forgets them. */
export const forgetWords = () => split.clear();

/** The different words of a text. */
export function wordsOf(text: string): string[] {
  let words = split.get(text);
  if (!words) split.set(text, (words = [...new Set(text.toLowerCase().match(WORD))]));
  return words;
}

/** The share of letters that two words begin and end with together. Numbers that differ at all are different numbers. */
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

/** The share of these words that a text has, be it in another spelling. */
export function shareOf(words: string[], text: string): number {
  const there = wordsOf(text);
  const kept = words.filter((word) =>
    there.some((other) => other === word || alikeWords(word, other) >= ALIKE),
  );
  return kept.length / words.length || 0;
}

/**
 * How much two texts have in common, from 0 to 1, word by word. `weigh` says how much a word counts: one that stands
 * in every row of a table tells nothing about which row this is.
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
