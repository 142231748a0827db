/** Markdown syntax around text. Enough for one line in an email or a list. */
const MARKS: [RegExp, string][] = [
  [/^```.*$/gm, ''],
  [/!?\[([^\]\n]*)\]\((?:https?|mailto):[^)\n]*\)/gi, '$1'],
  [/^\s{0,3}(#{1,6}\s+|>\s?|[-*+]\s+)/gm, ''],
  [/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, '$2'],
];

/** Replaces the text for followers who may not have the snapshot's new password. */
export const HIDDEN_TEXT = 'Open the thread to read it.';

/** Returns Markdown as one line of plain text, cut to this length. */
export function toPlainText(markdown: string, most: number): string {
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
