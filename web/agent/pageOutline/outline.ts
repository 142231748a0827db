import {
  OUTLINE_BYTES,
  OUTLINE_ELEMENTS_MAX,
  OUTLINE_NAME_MAX,
  OUTLINE_TITLE_MAX,
  type OutlineRole,
} from '@stagelink/shared/preview/outlineLimits';
import type { FromAgent } from '@stagelink/shared/preview/messages';
import type { OutlineElement, OutlinePlace, PageOutline } from '@stagelink/shared/preview/pageOutline';
import type { labelOf } from '@stagelink/shared/locator/role';
import type * as native from '../native.ts';
import { createTypedContent, type TypedContent } from '../typed.ts';
import type { TypedText } from '../typing.ts';

/** What the pin code passes to this file, so that no code is loaded twice. */
interface Tools {
  own: typeof native;
  /** The agent's own element in the page. */
  host: Element;
  /** Returns a name from outside an element's text. */
  labelOf: typeof labelOf;
  routeNow: () => string;
  typed: () => TypedText[];
  reveal: (element: Element) => void;
  send: (message: FromAgent) => void;
}

interface Entry extends OutlineElement {
  element: Element;
}

/** A page with more nodes is read up to here. */
const NODES_MAX = 20_000;
const READ_MS = 300;
const JUMP_AGAIN_MS = 250;
/** The parser nests no deeper, only scripts do. */
const DEPTH_MAX = 512;

const SKIPPED = 'script,style,noscript,template,svg,canvas,object,embed,datalist,[aria-hidden=true]';

const ROLES: Record<string, OutlineRole> = {
  nav: 'navigation',
  main: 'main',
  aside: 'complementary',
  form: 'form',
  dialog: 'dialog',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  button: 'button',
  summary: 'button',
  textarea: 'textbox',
  select: 'combobox',
  img: 'image',
  iframe: 'frame',
};
const INPUTS: Record<string, OutlineRole> = {
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  submit: 'button',
  button: 'button',
  reset: 'button',
  image: 'button',
};
const NAMED: Record<string, OutlineRole> = {
  banner: 'banner',
  navigation: 'navigation',
  main: 'main',
  complementary: 'complementary',
  contentinfo: 'contentinfo',
  form: 'form',
  search: 'form',
  dialog: 'dialog',
  alertdialog: 'dialog',
  heading: 'heading',
  link: 'link',
  button: 'button',
  tab: 'button',
  menuitem: 'button',
  switch: 'checkbox',
  textbox: 'textbox',
  searchbox: 'textbox',
  checkbox: 'checkbox',
  radio: 'radio',
  combobox: 'combobox',
  listbox: 'combobox',
  slider: 'slider',
  img: 'image',
};
/** Their text is their name. */
const BY_TEXT = new Set<OutlineRole>(['heading', 'link', 'button']);
/** Contain no further elements of interest. */
const LEAVES = new Set<OutlineRole>(['link', 'button', 'textbox', 'combobox', 'slider', 'image', 'frame']);

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The page chooses the name, which may be that of a property of every object. */
const roleIn = (roles: Record<string, OutlineRole>, name: string): OutlineRole | null =>
  Object.hasOwn(roles, name) ? (roles[name] ?? null) : null;

function roleOf(element: Element): OutlineRole | null {
  const { localName: tag } = element;
  const explicit = roleIn(NAMED, element.getAttribute('role')?.trim().split(/\s+/)[0] ?? '');
  if (explicit) return explicit;
  if (tag === 'a') return element.hasAttribute('href') ? 'link' : null;
  if (tag === 'input') {
    const type = (element.getAttribute('type') ?? '').toLowerCase();
    return type === 'hidden' ? null : (roleIn(INPUTS, type) ?? 'textbox');
  }
  if (tag === 'header' || tag === 'footer') {
    if (element.parentElement !== document.body) return null;
    return tag === 'header' ? 'banner' : 'contentinfo';
  }
  return roleIn(ROLES, tag);
}

function levelOf(element: Element, role: OutlineRole): number | undefined {
  if (role !== 'heading') return undefined;
  const level = Number(element.getAttribute('aria-level') ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? 2);
  return Number.isInteger(level) && level >= 1 && level <= 6 ? level : 2;
}

const isText = (node: Node): boolean =>
  node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim() !== '';

const hasText = (element: Element) => [...element.childNodes].some(isText);

/** Reads elements in reading order, within bounds. */
class Reading {
  readonly #tools: Tools;
  readonly #content: TypedContent;
  readonly #end = performance.now() + READ_MS;
  #nodes = 0;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#content = createTypedContent(tools.typed());
  }

  /** Returns a text without what people typed. */
  short(text: string, max = OUTLINE_NAME_MAX): string {
    const written = this.#content.withoutTyped(tidy(text.slice(0, max * 4)));
    return this.#tools.own.storable(written.slice(0, max));
  }

  /** Yields the entries with their position among those of the same role and name. */
  *entries(): Generator<Entry> {
    const counts = new Map<string, number>();
    for (const entry of this.#walk(document.body, false, 0)) {
      const key = `${entry.role} ${entry.name}`;
      const nth = counts.get(key) ?? 0;
      counts.set(key, nth + 1);
      if (nth <= OUTLINE_ELEMENTS_MAX) yield { ...entry, nth };
    }
  }

  *#walk(parent: Element | ShadowRoot, isInText: boolean, depth: number): Generator<Omit<Entry, 'nth'>> {
    if (depth > DEPTH_MAX) return;
    for (const element of parent.children) {
      this.#nodes += 1;
      if (this.#nodes > NODES_MAX || performance.now() > this.#end) return;
      if (!this.#isSeen(element)) continue;
      const isTyped = this.#content.isTyped(element);
      const role = roleOf(element) ?? (isTyped ? 'textbox' : null);
      let isText = isInText;
      if (role) {
        const level = levelOf(element, role);
        yield { element, role, name: this.#nameOf(element, role), ...(level !== undefined && { level }) };
        if (isTyped || LEAVES.has(role)) continue;
        isText = role === 'heading';
      } else if (!isInText && hasText(element)) {
        yield { element, role: 'text', name: this.short(this.#textOf(element)) };
        isText = true;
      }
      yield* this.#walk(element.shadowRoot ?? element, isText, depth + 1);
    }
  }

  #isSeen(element: Element): boolean {
    const { host, own } = this.#tools;
    if (element === host || own.isMatching(element, SKIPPED)) return false;
    return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
  }

  #textOf(element?: Element | null): string {
    return this.#content.writtenText(element, OUTLINE_NAME_MAX * 4);
  }

  /** Never what a person has typed: only labels, and the texts of buttons. */
  #nameOf(element: Element, role: OutlineRole): string {
    const label = this.#tools.labelOf(element, (one) => this.#textOf(one));
    if (label !== '' || !BY_TEXT.has(role)) return this.short(label);
    const value = element.localName === 'input' ? element.getAttribute('value') : null;
    const image = element.querySelector('img[alt]')?.getAttribute('alt') ?? '';
    return this.short(value ?? (tidy(this.#textOf(element)) || image));
  }
}

/** Reads what a page consists of, and finds its elements again. */
export class PageOutlines {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  send(id: string): void {
    this.#tools.send({ type: 'outlined', id, outline: this.read() });
  }

  /** Reveals the element of an entry. The page may still be loading. */
  jump(place: OutlinePlace, until: number): void {
    const element = this.find(place);
    if (element) this.#tools.reveal(element);
    else if (Date.now() < until) this.#tools.own.later(() => this.jump(place, until), JUMP_AGAIN_MS);
  }

  read(): PageOutline {
    const { own, routeNow } = this.#tools;
    const reading = new Reading(this.#tools);
    const elements: OutlineElement[] = [];
    let characters = 0;
    let isCut = false;
    for (const { element: _element, ...entry } of reading.entries()) {
      characters += JSON.stringify(entry).length + 1;
      isCut = elements.length >= OUTLINE_ELEMENTS_MAX || characters > OUTLINE_BYTES;
      if (isCut) break;
      elements.push(entry);
    }
    return {
      route: routeNow(),
      title: reading.short(own.titleOf(document), OUTLINE_TITLE_MAX),
      language: own.storable(document.documentElement.lang.slice(0, 40)),
      width: Math.min(100_000, Math.max(0, Math.round(own.widthOf(window)))),
      elements,
      isCut,
    };
  }

  find({ role, name, nth }: OutlinePlace): Element | null {
    let last: Element | null = null;
    for (const entry of new Reading(this.#tools).entries()) {
      if (entry.role !== role || entry.name !== name) continue;
      if (entry.nth === nth) return entry.element;
      last = entry.element;
    }
    // Those before it may be gone on this version.
    return last;
  }
}
