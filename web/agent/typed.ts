import type { TypedText } from './typing.ts';

/** Shorter texts are in ordinary words. */
const TYPED_MIN = 3;
/** A longer text is recognized by its beginning. */
const BEGINNING = 60;

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

const LETTER = '[\\p{L}\\p{N}]';

const patternOf = (text: string): string => {
  const begin = text
    .slice(0, BEGINNING)
    // Half a character is found in no text.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll(' ', '\\s+');
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

/** Elements that people type into, as their markup says. */
const EDITABLE = 'textarea,[contenteditable]:not([contenteditable=false i])';

/** What of a page a person typed. */
export interface TypedContent {
  /** Whether people type into an element, or did. */
  isTyped: (element: Element) => boolean;
  /** Whether people type into a part of an element. */
  hasTyped: (element: Element) => boolean;
  /** Returns an element's text without what people type into it; at least `max` characters of a longer one. */
  writtenText: (element?: Element | null, max?: number) => string;
  /** Returns a text up to the first words that were typed. */
  withoutTyped: (text: string) => string;
}

export function createTypedContent(typed: readonly TypedText[]): TypedContent {
  const pattern = patternOfAll(typed);
  const elements = new Set(typed.map(({ element }) => element));
  const isAllTyped = document.designMode === 'on';
  const isTyped = (element: Element) => isAllTyped || element.matches(EDITABLE) || elements.has(element);

  function writtenText(element?: Element | null, max = Infinity): string {
    if (!element || isTyped(element)) return '';
    const { SHOW_ELEMENT, SHOW_TEXT, FILTER_REJECT, FILTER_ACCEPT } = NodeFilter;
    const walker = document.createTreeWalker(element, SHOW_ELEMENT | SHOW_TEXT, (node) =>
      node.nodeType === Node.ELEMENT_NODE && isTyped(node as Element) ? FILTER_REJECT : FILTER_ACCEPT,
    );
    let text = '';
    while (text.length < max && walker.nextNode()) text += walker.currentNode.nodeValue ?? '';
    return text;
  }

  return {
    isTyped,
    hasTyped: (element) => element.querySelector(EDITABLE) !== null,
    writtenText,
    withoutTyped: (text) => (pattern ? text.replace(pattern, '…') : text),
  };
}
