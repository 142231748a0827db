import { QUOTE_CONTEXT_MAX, QUOTE_MAX } from '@stagelink/shared/preview/quoteLimits';
import type { Selection } from '@stagelink/shared/preview/selection';

export type Quote = Extract<Selection, { kind: 'text' }>;

/** Removes half surrogate pairs at the ends and NUL, which cannot be stored. */
const storable = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$|\0/g, '');

/** Describes a range within an element; null if it contains no text. */
export function quoteOf(range: Range, element: Element): Quote | null {
  const exact = storable(range.toString().slice(0, QUOTE_MAX));
  if (exact.trim() === '') return null;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  const prefix = storable(before.toString().slice(-QUOTE_CONTEXT_MAX));
  const start = before.toString().length + exact.length;
  const whole = element.textContent;
  return { kind: 'text', exact, prefix, suffix: storable(whole.slice(start, start + QUOTE_CONTEXT_MAX)) };
}

/** Returns how many characters two texts have in common at the end of one and of the other. */
function commonEnd(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a.at(-1 - count) === b.at(-1 - count)) count += 1;
  return count;
}

function commonStart(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count += 1;
  return count;
}

/** Returns where the quote is in a text: the only occurrence, or the one with clearly the most context; else -1. */
function indexOfQuote(text: string, { exact, prefix, suffix }: Quote): number {
  const found: { at: number; score: number }[] = [];
  for (let at = text.indexOf(exact); at !== -1; at = text.indexOf(exact, at + 1)) {
    const score = commonEnd(prefix, text.slice(0, at)) + commonStart(suffix, text.slice(at + exact.length));
    found.push({ at, score });
  }
  const [best, next] = found.toSorted((a, b) => b.score - a.score);
  if (!best || best.score === next?.score) return -1;
  return best.at;
}

/** Finds the quoted text in an element; null if it is gone or occurs several times. */
export function findQuote(element: Element, quote: Quote): Range | null {
  const at = indexOfQuote(element.textContent, quote);
  if (at === -1) return null;
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const end = at + quote.exact.length;
  let position = 0;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const next = position + node.data.length;
    if (position <= at && at < next) range.setStart(node, at - position);
    if (position < end && end <= next) {
      range.setEnd(node, end - position);
      return range;
    }
    position = next;
  }
  return null;
}
