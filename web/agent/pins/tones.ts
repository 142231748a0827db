import { own } from './own.ts';

const NUMBERS = /[\d.]+/g;

/** Whether the page is dark, by its background or else its color scheme. */
export function isDarkPage(): boolean {
  for (const element of [document.body, document.documentElement]) {
    if (!element) continue;
    const colour = own.styleOf(element).backgroundColor;
    const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(NUMBERS) ?? []).map(Number);
    if (own.startsWith(colour, 'rgb') && alpha > 0.5) return 0.299 * red + 0.587 * green + 0.114 * blue < 110;
  }
  const scheme = own.styleOf(document.documentElement).colorScheme;
  return (
    scheme.includes('dark') &&
    (!scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches)
  );
}
