const LINE_MAX = 100;

/** Control characters and those that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Escapes untrusted text: editors turn `[a](command:b)` into links and `$(a)` into icons. It stays
 * readable.
 */
export const plain = (text: string): string =>
  text.replace(UNSEEN, ' ').replaceAll('](', '] (').replaceAll('$(', '$ (').replace(/ {2,}/g, ' ').trim();

/** Returns the first line with text, shortened for a list. */
export function firstLine(text: string): string {
  const line =
    text
      .split('\n')
      .map(plain)
      .find((one) => one !== '') ?? '';
  const letters = Array.from(line);
  return letters.length <= LINE_MAX
    ? line
    : `${letters
        .slice(0, LINE_MAX - 1)
        .join('')
        .trimEnd()}…`;
}
