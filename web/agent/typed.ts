import type { TypedText } from './typing.ts';

/** Shorter texts are in ordinary words. */
const TYPED_MIN = 3;
/** A longer text is recognized by its beginning. */
const BEGINNING = 60;

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

const LETTER = '[\\p{L}\\p{N}]';

const patternOf = (text: string): string => {
  const begin = text.slice(0, BEGINNING).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return text.length > BEGINNING ? begin : `${begin}(?!${LETTER})`;
};

/** Returns a pattern of everything from the first typed text on; null if nothing was typed. */
function patternOfAll(typed: readonly TypedText[]): RegExp | null {
  const lines = new Set(typed.flatMap(({ text }) => [text, ...text.split(/[\r\n]+/)]).map(tidy));
  const patterns = Array.from(lines)
    .filter(({ length }) => length >= TYPED_MIN)
    .map(patternOf);
  return patterns.length === 0 ? null : new RegExp(`(?<!${LETTER})(?:${patterns.join('|')}).*`, 'isu');
}

/** What of a page a person typed. */
export interface TypedContent {
  /** Whether people type into an element, or did. */
  isTyped: (element: Element) => boolean;
  /** Returns a text up to the first words that were typed. */
  withoutTyped: (text: string) => string;
}

/** `isEditable`: whether people type into an element, as its markup says. */
export function createTypedContent(
  typed: readonly TypedText[],
  isEditable: (element: Element) => boolean,
): TypedContent {
  const pattern = patternOfAll(typed);
  const elements = new Set(typed.map(({ element }) => element));
  const isAllTyped = document.designMode === 'on';
  return {
    isTyped: (element) => isAllTyped || isEditable(element) || elements.has(element),
    withoutTyped: (text) => (pattern ? tidy(text).replace(pattern, '…') : text),
  };
}
