/** Control characters, which terminals obey, and marks that turn the direction of what follows. */
// oxlint-disable-next-line no-control-regex -- taking them away is the point
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A stranger's text as it may be written to a terminal; its lines stay. */
export const plain = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(OBEYED, '').replaceAll('\t', ' ');

/** The same on one line. */
export const plainLine = (text: string): string => plain(text).replace(/\s+/g, ' ').trim();

/** A line broken between its words, where it is longer than this. */
function wrapped(line: string, width: number): string[] {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** Its first lines, none much longer than this; what ends early says so. */
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
