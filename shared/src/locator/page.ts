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
import { cut, forgetWords, tidy, wordsOf } from './words.ts';

/** One element as the page was read. Its text is `page.text` from `start` to `end`. */
export interface Place {
  element: Element;
  tag: string;
  /** Its tag and classes. */
  kind: string;
  parent: Place | null;
  /** Its children, those in its shadow root first, by tag. */
  kids: Map<string, Place[]>;
  /** Which of its siblings of the same tag it is, from 1. */
  nth: number;
  /** Its number in the page's order, and that of the last element inside it. */
  order: number;
  last: number;
  start: number;
  end: number;
  /** Without its region: `en` for `en-GB`. */
  lang: string;
}

export interface Page {
  text: string;
  places: Place[];
  /** Who holds an attribute (`id=menu`), a kind (`li.card`) or a shape. */
  holders: Map<string, Place[]>;
  /** Who holds a word in a text of its own. */
  words: Map<string, Place[]>;
}

/** How much each attribute says. */
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

/** Of the text of one node, and of the address of a picture, as much is read. */
const NODE_MAX = 10_000;
const ADDRESS_MAX = 2000;
const UNREAD = /^(script|style|noscript|template)$/;

const langOf = (element: Element) =>
  element.getAttribute('lang')?.replace(/-.*/s, '').toLowerCase().slice(0, TAG_MAX);

function put(map: Map<string, Place[]>, key: string, place: Place): void {
  const holders = map.get(key);
  if (!holders) map.set(key, [place]);
  else if (holders.at(-1) !== place) holders.push(place);
}

const kinds = new Map<string, string[]>();

/** Its classes without what a build makes up. */
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

/** What elements of one tag and one look have in common. */
export const kindOf = (tag: string, classes: string[]) => [tag, ...classes].join('.');

/**
 * A picture reads as the name of its file, so that what it shows tells it apart in any language: the last part of its
 * address, without query and without the hash of a build.
 */
const fileOf = (element: Element) =>
  element
    .getAttribute('src')
    ?.slice(0, ADDRESS_MAX)
    .replace(/^\w+:[^/].*|[?#].*|.*\/(?=.)/g, '')
    .replace(/[.-][\da-f]{6,}(?=\.)/i, '') ?? '';

function ownValue({ element, tag }: Place, name: Attribute): string {
  if (name !== 'shape') return cut(element.getAttribute(name) ?? '', Infinity);
  const drawn = tag === 'path' ? 'd' : tag === 'use' ? 'href' : '';
  return cut(element.getAttribute(drawn) ?? '', SHAPE_MAX);
}

/** An attribute, or the shape of the first icon in it. */
export function valueOf(page: Page, place: Place, name: Attribute): string {
  const last = name === 'shape' ? place.last : place.order;
  for (let at = place.order; at <= last; at++) {
    const value = ownValue(page.places[at] ?? place, name);
    if (value) return value;
  }
  return '';
}

/**
 * Reads a document once, open shadow roots too, giving way whenever it is stepped. What it asks of an element is nothing
 * that the fields of a form like to be called: `<input name="children">` takes the place of `form.children`.
 */
export function* readPage(document: Document): Generator<void, Page> {
  kinds.clear();
  forgetWords();
  const page: Page = {
    text: '',
    places: [],
    holders: new Map(),
    words: new Map(),
  };
  const todo: (Node | Place | null)[] = [document.querySelector('body')];
  let open: Place | null = null;

  function enter(element: Element, parent: Place | null): Place {
    // As a step of a path is written.
    const tag = cut(element.localName.replace(/[:/]/g, '-'), TAG_MAX);
    const place: Place = {
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

  function say(written: string): void {
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
      say(next.nodeValue ?? '');
    } else if (next.nodeType === Node.ELEMENT_NODE) {
      const element = next as Element;
      if (UNREAD.test(element.localName)) continue;
      open = enter(element, open);
      say(fileOf(element));
      if (open.order % 200 === 0) yield;
      todo.push(open);
      for (let child = element.lastChild; child; child = child.previousSibling) todo.push(child);
      for (let child = element.shadowRoot?.lastChild; child; child = child.previousSibling) todo.push(child);
    }
  }
  return page;
}

/** No other element has this value of an attribute. */
export const isOwn = (page: Page, name: Attribute, value: string) =>
  page.holders.get(`${name}=${value}`)?.length === 1;

/** The start of what is written in a place. */
export const textOf = (page: Page, { start, end }: Place) =>
  cut(page.text.slice(start, end).trim(), TEXT_MAX);

/** A word that stands in many places says little. */
export const weigher = (page: Page) => (word: string) => 1 / Math.max(1, page.words.get(word)?.length ?? 0);

/** The words of a text that stand nowhere on the page but in this place; of a label, those no other label has. */
export const rareIn = (page: Page, text: string, place?: Place) =>
  wordsOf(text)
    .filter((word) => {
      const holders = page.words.get(word) ?? [];
      const isRare = place
        ? holders.length > 0 && holders.every(({ order }) => order >= place.order && order <= place.last)
        : holders.length + (page.holders.get(`label~${word}`)?.length ?? 0) < 2;
      return isRare && word.length <= WORD_MAX;
    })
    .slice(0, RARE_MAX);

/** The ancestors that have more text than the one before, nearest first. */
export function circlesAround(place: Place): Place[] {
  const circles: Place[] = [];
  let inner = place;
  for (let outer = place.parent; outer && circles.length < CIRCLES_MAX; outer = outer.parent) {
    if (outer.end - outer.start === inner.end - inner.start) continue;
    circles.push(outer);
    inner = outer;
  }
  return circles;
}

/** What is written around a place in each of its circles, ` … ` for the place itself. */
export const circlesOf = (page: Page, place: Place, circles = circlesAround(place)): string[] =>
  circles.map((outer, level, all) => {
    const { start, end } = all[level - 1] ?? place;
    const before = page.text.slice(Math.max(outer.start, start - NEIGHBOUR_MAX), start);
    const after = page.text.slice(end, Math.min(outer.end, end + NEIGHBOUR_MAX));
    return cut(`${before}… ${after}`.trim(), TEXT_MAX);
  });

/** What else has its tag and classes in the nearest circle whose text had words that stood nowhere else. */
export function kinOf(page: Page, place: Place, quotes: readonly Quote[]): Place[] {
  const telling = quotes.findIndex(({ rare }) => rare.length > 0);
  const { order, last } = circlesAround(place)[telling] ?? page.places[0] ?? place;
  return page.places.slice(order, last + 1).filter((one) => one !== place && one.kind === place.kind);
}

/** How many of these say the same as a place. */
export const twinsAmong = (page: Page, place: Place, kin: Place[]) =>
  kin.filter((one) => textOf(page, one) === textOf(page, place)).length;

/** Reads a document without giving way. */
export function readAtOnce(document: Document): Page {
  const reading = readPage(document);
  let step;
  do step = reading.next();
  while (!step.done);
  return step.value;
}
