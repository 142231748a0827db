/** The marks of Markdown that stand around text, without the text. Enough for a line in a mail or a list. */
const MARKS: [RegExp, string][] = [
  [/^```.*$/gm, ''],
  [/!?\[([^\]\n]*)\]\((?:https?|mailto):[^)\n]*\)/gi, '$1'],
  [/^\s{0,3}(#{1,6}\s+|>\s?|[-*+]\s+)/gm, ''],
  [/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, '$2'],
];

/** For somebody who followed a snapshot that has a password by now: they may not have it. */
export const UNTOLD = 'Open the thread to read it.';

/** Markdown as one line of plain text, cut to this length. */
export function plainLine(markdown: string, most: number): string {
  const plain = MARKS.reduce((text, [mark, kept]) => text.replace(mark, kept), markdown);
  const line = plain.replace(/(?:[\p{Cc}\s]|(?!\u200d)\p{Cf})+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= most
    ? line
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
