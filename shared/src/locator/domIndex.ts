import {
  ATTRIBUTE_MAX,
  CIRCLES_MAX,
  CLASS_MAX,
  CLASSES_MAX,
  NEIGHBOUR_MAX,
  RARE_MAX,
  SHAPE_MAX,
  TAG_MAX,
  TEXT_MAX,
  WORD_MAX,
} from './limits.ts';
import type { Attribute, Quote } from './locator.ts';
import { readable } from './names.ts';
import { WRITTEN } from './role.ts';
import { cut, forgetWords, tidy, wordsOf } from './tokens.ts';

/** One element of a page. Its text is `page.text` from `start` to `end`. */
export interface NodeInfo {
  element: Element;
  tag: string;
  /** Tag and classes. */
  kind: string;
  parent: NodeInfo | null;
  /** Children by tag, those in the shadow root first. */
  kids: Map<string, NodeInfo[]>;
  /** Position among siblings with the same tag, from 1. */
  nth: number;
  /** Position in document order, and that of its last descendant. */
  order: number;
  last: number;
  start: number;
  end: number;
  /** Language without region: `en` for `en-GB`. */
  lang: string;
}

export interface Page {
  text: string;
  places: NodeInfo[];
  /** Nodes by attribute (`id=menu`), kind (`li.card`) or shape. */
  holders: Map<string, NodeInfo[]>;
  /** Nodes by words of their own text. */
  words: Map<string, NodeInfo[]>;
}

/** Weights of the attributes. */
export const ATTRIBUTES = {
  'data-testid': 8,
  id: 6,
  name: 4,
  for: 4,
  'aria-label': 3,
  href: 3,
  alt: 3,
  placeholder: 2,
  title: 2,
  type: 1,
  style: 2,
  shape: 4,
} satisfies Record<Attribute, number>;

export const NAMES = Object.keys(ATTRIBUTES) as Attribute[];

/** Characters read of a text node and of an image URL. */
const NODE_MAX = 10_000;
const ADDRESS_MAX = 2000;
const UNREAD = /^(script|style|noscript|template)$/;

const langOf = (element: Element) =>
  element.getAttribute('lang')?.replace(/-.*/s, '').toLowerCase().slice(0, TAG_MAX);

function put(map: Map<string, NodeInfo[]>, key: string, place: NodeInfo): void {
  const holders = map.get(key);
  if (!holders) map.set(key, [place]);
  else if (holders.at(-1) !== place) holders.push(place);
}

const kinds = new Map<string, string[]>();

/** Returns an element's classes without generated ones. */
export function classesOf(element: Element): string[] {
  const written = cut(element.getAttribute('class') ?? '', CLASSES_MAX * CLASS_MAX);
  let classes = kinds.get(written);
  if (!classes) {
    const names = new Set(written.split(/\s+/).map(readable));
    classes = [...names].filter(({ length }) => length > 0 && length <= CLASS_MAX).slice(0, CLASSES_MAX);
    kinds.set(written, classes);
  }
  return classes;
}

/** Returns a key for tag and classes. */
export const kindOf = (tag: string, classes: string[]) => [tag, ...classes].join('.');

/**
 * Returns an image's file name, which identifies it in any language: the last part of its URL without query
 * and build hash.
 */
const fileOf = (element: Element) =>
  element
    .getAttribute('src')
    ?.slice(0, ADDRESS_MAX)
    .replace(/^\w+:[^/].*|[?#].*|.*\/(?=.)/g, '')
    .replace(/[.-][\da-f]{6,}(?=\.)/i, '') ?? '';

function ownValue({ element, tag }: NodeInfo, name: Attribute): string {
  if (name !== 'shape') return cut(element.getAttribute(name) ?? '', Infinity);
  const drawn = tag === 'path' ? 'd' : tag === 'use' ? 'href' : '';
  return cut(element.getAttribute(drawn) ?? '', SHAPE_MAX);
}

/** Returns an attribute, or the shape of the first icon. */
export function valueOf(page: Page, place: NodeInfo, name: Attribute): string {
  const last = name === 'shape' ? place.last : place.order;
  for (let at = place.order; at <= last; at++) {
    const value = ownValue(page.places[at] ?? place, name);
    if (value) return value;
  }
  return '';
}

/** The text in its markup is what people type over. */
const isField = ({ localName }: Element) => localName === 'textarea';

interface ReadOptions {
  /** Elements, and child nodes of each. */
  max?: number;
  /** Whether people type into an element, whose content is not read. */
  isTyped?: (element: Element) => boolean;
}

/**
 * Indexes a document, including open shadow roots; yields between steps. Reads only properties of an element that no form field can shadow: `<input name="children">`
 * replaces `form.children`.
 */
export function* readPage(
  document: Document,
  { max = Infinity, isTyped = isField }: ReadOptions = {},
): Generator<void, Page> {
  kinds.clear();
  forgetWords();
  const page: Page = {
    text: '',
    places: [],
    holders: new Map(),
    words: new Map(),
  };
  const todo: (Node | NodeInfo | null)[] = [document.querySelector('body')];
  let open: NodeInfo | null = null;

  function enter(element: Element, parent: NodeInfo | null): NodeInfo {
    // Tag as a step of a path spells it.
    const tag = cut(element.localName.replace(/[:/]/g, '-'), TAG_MAX);
    const place: NodeInfo = {
      element,
      tag,
      kind: kindOf(tag, classesOf(element)),
      parent,
      kids: new Map(),
      nth: (parent?.kids.get(tag)?.length ?? 0) + 1,
      order: page.places.length,
      last: 0,
      start: page.text.length,
      end: 0,
      lang: langOf(element) ?? parent?.lang ?? langOf(document.documentElement) ?? '',
    };
    page.places.push(place);
    if (parent) put(parent.kids, tag, place);
    for (const name of [...element.getAttributeNames(), 'shape'] as Attribute[]) {
      const value = name in ATTRIBUTES && ownValue(place, name);
      if (!value || value.length > ATTRIBUTE_MAX) continue;
      put(page.holders, `${name}=${value}`, place);
      if (WRITTEN.includes(name))
        for (const word of wordsOf(value)) put(page.holders, `label~${word}`, place);
    }
    put(page.holders, place.kind, place);
    return place;
  }

  function append(written: string): void {
    const text = tidy(cut(written, NODE_MAX));
    if (!text || !open) return;
    page.text += `${text} `;
    for (const word of wordsOf(text)) put(page.words, word, open);
  }

  for (let next; (next = todo.pop());) {
    if (!('nodeType' in next)) {
      next.last = page.places.length - 1;
      next.end = page.text.length;
      open = next.parent;
    } else if (next.nodeType === Node.TEXT_NODE) {
      append(next.nodeValue ?? '');
    } else if (next.nodeType === Node.ELEMENT_NODE) {
      const element = next as Element;
      if (UNREAD.test(element.localName) || page.places.length >= max) continue;
      open = enter(element, open);
      append(fileOf(element));
      if (open.order % 200 === 0) yield;
      todo.push(open);
      if (isTyped(element)) continue;
      for (const root of [element, element.shadowRoot])
        for (let child = root?.childNodes[max] ?? root?.lastChild; child; child = child.previousSibling)
          todo.push(child);
    }
  }
  return page;
}

/** Whether only one element has this value of an attribute. */
export const isOwn = (page: Page, name: Attribute, value: string) =>
  page.holders.get(`${name}=${value}`)?.length === 1;

/** Returns the start of a node's text. */
export const textOf = (page: Page, { start, end }: NodeInfo) =>
  cut(page.text.slice(start, end).trim(), TEXT_MAX);

/** Returns a weight for words: the more nodes contain a word, the lower its weight. */
export const weigher = (page: Page) => (word: string) => 1 / Math.max(1, page.words.get(word)?.length ?? 0);

/** Returns the words of a text that occur only in this node; for a label, those no other label contains. */
export const rareIn = (page: Page, text: string, place?: NodeInfo) =>
  wordsOf(text)
    .filter((word) => {
      const holders = page.words.get(word) ?? [];
      const isRare = place
        ? holders.length > 0 && holders.every(({ order }) => order >= place.order && order <= place.last)
        : holders.length + (page.holders.get(`label~${word}`)?.length ?? 0) < 2;
      return isRare && word.length <= WORD_MAX;
    })
    .slice(0, RARE_MAX);

/** Returns the ancestors that have more text than the previous one, nearest first. */
export function circlesAround(place: NodeInfo): NodeInfo[] {
  const circles: NodeInfo[] = [];
  let inner = place;
  for (let outer = place.parent; outer && circles.length < CIRCLES_MAX; outer = outer.parent) {
    if (outer.end - outer.start === inner.end - inner.start) continue;
    circles.push(outer);
    inner = outer;
  }
  return circles;
}

/** Returns the text of each ancestor, with ` … ` in place of the node. */
export const ancestorContexts = (page: Page, place: NodeInfo, circles = circlesAround(place)): string[] =>
  circles.map((outer, level, all) => {
    const { start, end } = all[level - 1] ?? place;
    const before = page.text.slice(Math.max(outer.start, start - NEIGHBOUR_MAX), start);
    const after = page.text.slice(end, Math.min(outer.end, end + NEIGHBOUR_MAX));
    return cut(`${before}… ${after}`.trim(), TEXT_MAX);
  });

/**
 * Returns other nodes of the same tag and classes in the nearest ancestor whose text contained unique
 * words.
 */
export function siblingsOf(page: Page, place: NodeInfo, quotes: readonly Quote[]): NodeInfo[] {
  const distinctive = quotes.findIndex(({ rare }) => rare.length > 0);
  const { order, last } = circlesAround(place)[distinctive] ?? page.places[0] ?? place;
  const same = page.holders.get(place.kind) ?? [];
  return same.filter((one) => one !== place && one.order >= order && one.order <= last);
}

/** Counts the nodes with the same text. */
export function duplicatesOf(page: Page, place: NodeInfo, kin: NodeInfo[]): number {
  const text = textOf(page, place);
  return kin.filter((one) => textOf(page, one) === text).length;
}

/** Indexes a document in one go. */
export function readAtOnce(document: Document, options: ReadOptions = {}): Page {
  const reading = readPage(document, options);
  let step;
  do step = reading.next();
  while (!step.done);
  return step.value;
}
