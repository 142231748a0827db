import type * as native from '../native.ts';
import { found, type Found, px } from './found.ts';
import { ownText, type SeenElement } from './page.ts';

/** Shorter texts are labels and captions. */
const BODY_MIN = 20;
const TINY = 12;
const SMALL = 14;
const LINE_MAX = 90;
const LONG_TEXT = 180;
/** Reading the lines of more text takes longer than a slice of the audit. */
const MEASURED_TEXT_MAX = 20_000;
const LEFT_OUT = 'sup,sub,sup *,sub *,code,pre,pre *,option,script,style,noscript';

/** Returns the characters of a line of a paragraph on average; 0 for a single line and for very long text. */
function lineLength(element: Element): number {
  const text = element.textContent ?? '';
  if (text.length > MEASURED_TEXT_MAX) return 0;
  const range = document.createRange();
  range.selectNodeContents(element);
  const tops = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4)));
  const { length } = text.replaceAll(/\s+/g, ' ').trim();
  // The last line is half full on average.
  return tops.size < 2 ? 0 : Math.round(length / (tops.size - 0.5));
}

function measureSize({ element, style }: SeenElement): Found[] {
  const size = Number.parseFloat(style.fontSize);
  if (size < TINY) return [found('text-tiny', element, `${px(size)} px, needs ${TINY} px`)];
  return size < SMALL ? [found('text-small', element, `${px(size)} px, better 16 px`)] : [];
}

/** Measures size and line length of running text. */
export function measureText(own: typeof native, one: SeenElement): Found[] {
  const { element } = one;
  if (own.isMatching(element, LEFT_OUT)) return [];
  const text = ownText(element);
  if (text.length < BODY_MIN) return [];
  const length = text.length < LONG_TEXT ? 0 : lineLength(element);
  const long =
    length > LINE_MAX ? [found('line-long', element, `${length} characters a line, better 75`)] : [];
  return [...measureSize(one), ...long];
}

const CLIPS = /hidden|clip/;

/** Finds text that its own box cuts off. An ellipsis or a limited number of lines is intended. */
export function measureClipping({ element, style, box }: SeenElement): Found[] {
  const isIntended = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
  const isHidden = box.width <= 2 || box.height <= 2;
  if (isIntended || isHidden || ownText(element) === '') return [];
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  const beyond = CLIPS.test(style.overflowX) ? scrollWidth - clientWidth : 0;
  const below = CLIPS.test(style.overflowY) ? scrollHeight - clientHeight : 0;
  const isCut = beyond > 2 || below > Number.parseFloat(style.fontSize) / 2;
  return isCut ? [found('text-clipped', element, `${px(Math.max(beyond, below))} px are hidden`)] : [];
}
