const LINE_MAX = 100;

/** Control characters, and those that turn the text around them. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * What somebody wrote, as text that is nothing but text: editors make links of `[a](command:b)` in their messages, and
 * pictures of `$(a)`. It stays readable.
 */
export const plain = (text: string): string =>
  text.replace(UNSEEN, ' ').replaceAll('](', '] (').replaceAll('$(', '$ (').replace(/ {2,}/g, ' ').trim();

/** The first line that says something, short enough for a list. */
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

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const relative = new Intl.RelativeTimeFormat('en', { style: 'narrow' });

/** “just now”, “5m ago”, “3d ago”. */
export function ago(at: number, now: number): string {
  const past = now - at;
  const [unit, milliseconds] = UNITS.find(([, length]) => past >= length) ?? [];
  return unit === undefined || milliseconds === undefined
    ? 'just now'
    : relative.format(-Math.floor(past / milliseconds), unit);
}
