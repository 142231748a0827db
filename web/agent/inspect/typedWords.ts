import type { TypedText } from '../typing.ts';

/** Shorter words are everywhere. */
const WORD = /[\p{L}\p{N}]{3,}/gu;

/**
 * Returns a function that blanks the words of a text that a person typed, or had begun to type: a page may log each state
 * of a field.
 */
export function wordBlanker(typed: readonly TypedText[]): (text: string) => string {
  const words = [...new Set(typed.flatMap(({ text }) => text.toLowerCase().match(WORD) ?? []))].sort();
  const isTyped = (word: string): boolean => {
    let [from, to] = [0, words.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((words[middle] ?? '') < word) from = middle + 1;
      else to = middle;
    }
    return words[from]?.startsWith(word) ?? false;
  };
  return (text) => text.replace(WORD, (word) => (isTyped(word.toLowerCase()) ? '…' : word));
}
