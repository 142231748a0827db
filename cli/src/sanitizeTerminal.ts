/** Control characters, which terminals interpret, and characters that change the direction of text. */
// oxlint-disable-next-line no-control-regex -- removing them is the purpose
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Makes untrusted text safe to print; keeps line breaks. */
export const plain = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(OBEYED, '').replaceAll('\t', ' ');

/** The same on one line. */
export const plainLine = (text: string): string => plain(text).replace(/\s+/g, ' ').trim();

/** Wraps a line between words. */
function wrapped(line: string, width: number): string[] {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** Returns the first lines, wrapped to about this width; marks a text that was cut. */
export function firstLines(text: string, most: number, width: number): string[] {
  const lines = plain(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .flatMap((line) => wrapped(line, width));
  const shown = lines
    .slice(0, most)
    .map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line));
  return lines.length <= most ? shown : [...shown.slice(0, -1), `${shown.at(-1)?.replace(/…$/, '') ?? ''} …`];
}
