/** Cuts to whole characters within a number of UTF-8 bytes. */
export function cutBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  return bytes
    .subarray(0, maxBytes)
    .toString()
    .replace(/\uFFFD+$/, '');
}

const IMAGE = /!\[([^\]\n]{0,500})\]\s?(?:\([^)\n]{0,3000}\)|\[[^\]\n]{0,200}\])/g;
const LINK = /\[([^\]\n]{0,500})\]\s?\(([^)\n]{0,3000})\)/g;
const REFERENCE = /\[([^\]\n]{1,500})\]\[[^\]\n]{0,200}\]/g;
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:.*$/gm;
const AUTOLINK = /<[a-z][a-z0-9+.-]{1,31}:[^>\s]{0,3000}>/gi;
const TAG = /<[/!?]?[a-z][^<>]{0,3000}>/gi;
const COMMENT = /<!--[\s\S]{0,10000}?-->/g;
const URL = /\b(?:https?|ftp|file|data|javascript|vbscript|mailto):[^\s)>\]]+|\bwww\.[^\s)>\]]+/gi;
const REF = /^[EF][1-9]\d{0,3}$/;
/** Control characters and those that reorder or hide text. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- they are what it removes
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/**
 * Removes images, links, addresses and HTML from Markdown of a model; a link to a ref keeps it. Linear: each pattern is
 * bounded.
 */
export function cleanMarkdown(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(HIDDEN, '')
    .replace(COMMENT, '')
    .replace(IMAGE, '$1')
    .replace(LINK, (_whole, label: string, target: string) =>
      REF.test(target.trim()) && label.trim() !== target.trim() ? `${label} (${target.trim()})` : label,
    )
    .replace(DEFINITION, '')
    .replace(REFERENCE, '$1')
    .replace(AUTOLINK, '')
    .replace(TAG, '')
    .replace(URL, '(address removed)')
    .trim();
}

/** One line of plain text of at most `max` UTF-16 units. */
export const cleanLine = (text: string, max: number): string => {
  const line = cleanMarkdown(text.slice(0, 4 * max))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…`.toWellFormed() : line;
};
