import { ELEMENTS_MAX } from '../protocol.ts';
import { styleText, TOP_LAYER } from './css.ts';
import type { Cleaner } from './cleaner.ts';
import * as dom from './dom.ts';
import type { Files } from './files.ts';
import { rewriteSrcset } from './srcset.ts';
import { hasTopLayer, TOP_LAYER_CSS, topLayerOf } from './topLayer.ts';
import type { TypedValues } from './typed.ts';

/** A reason that ends a capture, as a sentence for the user. */
export class PageError extends Error {}

/** Deeper elements are left out: no layout needs them, and pages could exhaust the stack. */
const DEPTH_MAX = 800;
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** They run code, belong to the browser, or would be parsed in another way than they are displayed. */
const LEFT_OUT = new Set(
  'script noscript base applet param template portal fencedframe noembed noframes xmp plaintext frame frameset'.split(
    ' ',
  ),
);
const IMAGE_FILE = /\.(?:svg|png|jpe?g|gif|webp|avif)(?:[?#]|$)/i;
/** Attributes that a picture keeps from the element it replaces. */
const OF_PICTURE = /^(?:class|id|style|width|height|title|role|hidden|aria-.*)$/;
const LINKS = /(?:^|\s)(?:stylesheet|icon|apple-touch-icon|mask-icon)(?:\s|$)/i;
const KEPT_META = /^(?:viewport|description|theme-color|color-scheme)$/i;
const NAME = /^[a-z][^\s"'<>/=\p{Cc}]*$/iu;
const ATTRIBUTE = /^[^\s"'<>/=\p{Cc}]+$/u;
/** Attributes that run code, send something, or are replaced. */
const DROPPED =
  /^(?:on.*|nonce|integrity|crossorigin|ping|action|formaction|srcdoc|autofocus|http-equiv|manifest|background|lowsrc|dynsrc|longdesc|attributionsrc|referrerpolicy|elementtiming|is|shadowroot.*|fetchpriority|loading|decoding|download|autoplay|csp)$/i;

const escapeText = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\u00a0/g, '&nbsp;');
const escapeValue = (text: string) => escapeText(text).replace(/"/g, '&quot;');
/** Ends no `<style>` early; in CSS `\/` is `/`. */
const escapeCss = (text: string) => text.replace(/<\/(?=style)/gi, '<\\/').replace(/<!--/g, '<\\!--');

export interface WriterOptions {
  files: Files;
  typed: TypedValues;
  cleaner: Cleaner;
  /** Returns a placeholder for what is drawn on a canvas; null when the page may not read it. */
  canvas: (element: HTMLCanvasElement) => string | null;
  /** Lists a plugin or document that is not in the capture. */
  leftOut: (address: string) => void;
  /** Returns a placeholder for the page of a frame; null for an empty one. */
  frame: (element: HTMLIFrameElement) => string | null;
  /** The element to write, with its ancestors and the styles; null for the whole page. */
  only: Element | null;
}

/** Writes a document as HTML that needs no script. */
export class PageWriter {
  readonly #document: Document;
  readonly #options: WriterOptions;
  readonly #path: ReadonlySet<Node> | null;
  readonly #written: string[] = [];
  #elements = 0;

  constructor(document: Document, options: WriterOptions) {
    this.#document = document;
    this.#options = options;
    this.#path = options.only && ancestorsOf(options.only);
  }

  write(): string {
    const { compatMode, documentElement } = this.#document;
    if (compatMode === 'CSS1Compat') this.#written.push('<!doctype html>');
    this.#element(documentElement, 0);
    return this.#written.join('');
  }

  get #base(): string {
    return this.#document.baseURI;
  }

  #children(parent: Node, depth: number): void {
    for (let child = dom.firstChildOf(parent); child; child = dom.nextSiblingOf(child)) {
      if (dom.nodeTypeOf(child) === Node.ELEMENT_NODE) {
        if (this.#isWanted(child)) this.#element(child as ChildNode & Element, depth + 1);
      } else if (dom.nodeTypeOf(child) === Node.TEXT_NODE && !this.#isAbove(parent)) {
        this.#written.push(escapeText(this.#options.cleaner.text(dom.textOf(child) ?? '')));
      }
    }
  }

  /** Whether a node contains the one element that is wanted. */
  #isAbove = (node: Node): boolean =>
    this.#path !== null && node !== this.#options.only && this.#path.has(node);

  #isWanted(child: Node): boolean {
    const parent = dom.parentOf(child as ChildNode);
    if (this.#path === null || !parent || !this.#isAbove(parent)) return true;
    return this.#path.has(child) || /^(?:head|style|link)$/.test(dom.localNameOf(child as Element));
  }

  #element(element: Element, depth: number): void {
    const name = dom.localNameOf(element);
    const isHtml = dom.isHtml(element);
    if (isHtml && (name === 'object' || name === 'embed')) return this.#embedded(element, name, depth);
    if (LEFT_OUT.has(name) || !NAME.test(name) || depth > DEPTH_MAX) return;
    if (name === 'meta' && !KEPT_META.test(dom.valueOf(element, 'name'))) return;
    if (name === 'link' && !LINKS.test(dom.valueOf(element, 'rel'))) return;
    this.#elements += 1;
    if (this.#elements > ELEMENTS_MAX) {
      throw new PageError(
        `This page has more than ${ELEMENTS_MAX.toLocaleString('en')} elements. Capture one element of it instead.`,
      );
    }
    if (isHtml && name === 'style') return this.#style(element as HTMLStyleElement);
    if (isHtml && name === 'link' && this.#isDisabledSheet(element)) return;
    this.#written.push(`<${name}`);
    this.#attributes(element, name, isHtml);
    this.#written.push('>');
    if (isHtml && VOID.has(name)) return;
    this.#content(element, name, isHtml, depth);
    this.#written.push(`</${name}>`);
  }

  /** Writes pictures as pictures; other plugins and documents are listed. Without an address the content is displayed. */
  #embedded(element: Element, name: 'object' | 'embed', depth: number): void {
    const address = dom.valueOf(element, name === 'object' ? 'data' : 'src').trim();
    const isPicture = /^image\//i.test(dom.valueOf(element, 'type')) || IMAGE_FILE.test(address);
    const picture = isPicture ? this.#source(name, address) : null;
    if (address === '') this.#children(element, depth);
    else if (picture === null) this.#options.leftOut(URL.parse(address, this.#base)?.href ?? '');
    else {
      this.#written.push('<img');
      for (const { name: attribute, value } of dom.attributesOf(element)) {
        const written = OF_PICTURE.test(attribute) ? this.#valueFor(element, name, attribute, value) : null;
        if (written !== null) this.#attribute(attribute, written);
      }
      this.#attribute('src', picture);
      this.#attribute('alt', dom.valueOf(element, 'aria-label'));
      this.#written.push('>');
    }
  }

  #content(element: Element, name: string, isHtml: boolean, depth: number): void {
    if (!isHtml) {
      if (name === 'style') this.#written.push(escapeText(this.#css(dom.textOf(element) ?? '')));
      else this.#children(element, depth);
      return;
    }
    if (name === 'head') {
      this.#written.push('<meta charset="utf-8">');
      this.#topLayerStyle(this.#document);
    }
    if (name === 'iframe' || name === 'canvas') return;
    if (name === 'textarea') {
      const value = this.#options.typed.valueOf(element as HTMLTextAreaElement) ?? '';
      this.#written.push(`\n${escapeText(value)}`);
      return;
    }
    const shadow = dom.shadowOf(element);
    if (shadow) this.#shadow(shadow, depth);
    if (this.#options.typed.isBlanked(element)) return;
    if (name === 'pre' || name === 'listing') this.#written.push('\n');
    this.#children(element, depth);
    if (name === 'head') this.#adopted(this.#document);
  }

  #shadow(root: ShadowRoot, depth: number): void {
    const focus = root.delegatesFocus ? ' shadowrootdelegatesfocus' : '';
    // Open, so that comments can be attached to what is inside.
    this.#written.push(`<template shadowrootmode="open"${focus}>`);
    this.#topLayerStyle(root);
    this.#children(root, depth);
    this.#adopted(root);
    this.#written.push('</template>');
  }

  /** Before all styles of the page, which come first where both say something. */
  #topLayerStyle(root: Document | ShadowRoot): void {
    if (hasTopLayer(root)) this.#written.push(`<style>${TOP_LAYER_CSS}</style>`);
  }

  #adopted({ adoptedStyleSheets }: DocumentOrShadowRoot): void {
    for (const sheet of adoptedStyleSheets ?? []) {
      if (sheet.disabled) continue;
      const text = Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n');
      this.#styleElement(text, sheet.media.mediaText);
    }
  }

  #css = (text: string): string => this.#options.files.rewrite(text, this.#base);

  #styleElement(text: string, media: string): void {
    const attribute = media === '' ? '' : ` media="${escapeValue(media)}"`;
    this.#written.push(`<style${attribute}>${escapeCss(this.#css(text))}</style>`);
  }

  #style(element: HTMLStyleElement): void {
    const { sheet } = element;
    // The page's own policy, or its type, kept a style without a sheet from having any effect.
    if (!sheet || sheet.disabled) return;
    this.#written.push('<style');
    this.#attributes(element, 'style', true);
    this.#written.push(`>${escapeCss(this.#css(styleText(dom.textOf(element) ?? '', sheet)))}</style>`);
  }

  #isDisabledSheet(element: Element): boolean {
    const link = element as HTMLLinkElement;
    if (!/(?:^|\s)stylesheet(?:\s|$)/i.test(dom.valueOf(link, 'rel'))) return false;
    return /(?:^|\s)alternate(?:\s|$)/i.test(dom.valueOf(link, 'rel')) || (link.sheet?.disabled ?? false);
  }

  #attribute(name: string, value: string): void {
    const cleaned = ATTRIBUTE.test(name) ? this.#options.cleaner.attribute(name.toLowerCase(), value) : null;
    if (cleaned !== null) this.#written.push(` ${name}="${escapeValue(cleaned)}"`);
  }

  #attributes(element: Element, tag: string, isHtml: boolean): void {
    const top = topLayerOf(element);
    const isStyled = element === this.#options.only || top !== null;
    for (const { name, value } of dom.attributesOf(element)) {
      if (DROPPED.test(name) || (isStyled && name === 'style')) continue;
      const written = this.#valueFor(element, tag, name.toLowerCase(), value);
      if (written !== null) this.#attribute(name, written);
    }
    if (isHtml) this.#state(element, tag);
    if (top) this.#attribute(TOP_LAYER, top.mode);
    if (isStyled) this.#attribute('style', this.#styleOf(element, top?.style ?? ''));
  }

  /** Returns an element's own style with what belongs to it in a captured page. */
  #styleOf(element: Element, added: string): string {
    const isOnly = element === this.#options.only;
    const width = isOnly ? `width:${dom.rectangleOf(element).width}px;box-sizing:border-box` : '';
    const own = this.#inlineStyle(dom.valueOf(element, 'style'));
    return [width, own, added].filter((part) => part !== '').join(';');
  }

  /** Returns what to write for an attribute; null to leave it out. */
  #valueFor(element: Element, tag: string, name: string, value: string): string | null {
    const { files, typed } = this.#options;
    if (STATE[tag]?.includes(name)) return null;
    if (name === 'style') return this.#inlineStyle(value);
    if (name.startsWith('data-') && typed.repeats(element, value)) return null;
    if (name === 'srcset' || name === 'imagesrcset') {
      return rewriteSrcset(value, (url) => files.refer(url, this.#base));
    }
    if (name === 'href' || name === 'xlink:href') return this.#href(element, tag, value);
    if (name === 'src' || name === 'poster') return this.#source(tag, value);
    if (/^(?:fill|stroke|filter|clip-path|mask|marker-.*|cursor)$/.test(name) && value.includes('url(')) {
      return this.#css(value);
    }
    return /^\s*(?:javascript|vbscript)\s*:/i.test(value) ? null : value;
  }

  #inlineStyle = (value: string): string => this.#css(value);

  #source(tag: string, value: string): string | null {
    if (tag === 'iframe') return null;
    const replaced = this.#options.files.refer(value, this.#base);
    return replaced === null ? value : replaced === '' ? null : replaced;
  }

  #href(element: Element, tag: string, value: string): string | null {
    if (tag === 'link') {
      const isSheet = /(?:^|\s)stylesheet(?:\s|$)/i.test(dom.valueOf(element, 'rel'));
      const sheet = isSheet ? (element as HTMLLinkElement).sheet : null;
      return this.#options.files.refer(value, this.#base, isSheet ? 'style' : 'asset', sheet) ?? value;
    }
    if (tag === 'a' || tag === 'area') return this.#link(value);
    return this.#source(tag, value);
  }

  /** Links lead where they led, within the page by their fragment. */
  #link(value: string): string | null {
    const url = URL.parse(value.trim(), this.#base);
    if (!url || !/^(?:https?|mailto|tel):$/.test(url.protocol)) return null;
    const page = URL.parse(this.#document.URL);
    const isHere =
      page?.origin === url.origin && page.pathname === url.pathname && page.search === url.search;
    return isHere && (url.hash !== '' || value.includes('#')) ? url.hash || '#' : url.href;
  }

  /** Writes what properties hold and attributes do not. */
  #state(element: Element, tag: string): void {
    const { typed, files } = this.#options;
    if (dom.isInput(element)) {
      const value = typed.valueOf(element);
      if (value !== null) this.#attribute('value', value);
      if (typed.isChecked(element)) this.#attribute('checked', '');
    } else if (tag === 'option') {
      if (typed.isSelected(element as HTMLOptionElement)) this.#attribute('selected', '');
    } else if (tag === 'iframe') {
      this.#frame(element as HTMLIFrameElement);
    } else if (tag === 'canvas') {
      const picture = this.#options.canvas(element as HTMLCanvasElement);
      if (picture !== null) {
        const drawn = `background:url("${picture}") 0 0/100% 100% no-repeat content-box content-box`;
        this.#attribute('style', `${dom.valueOf(element, 'style')};${drawn}`);
      } else if (dom.hasAttribute(element, 'style')) {
        this.#attribute('style', this.#inlineStyle(dom.valueOf(element, 'style')));
      }
    } else if (tag === 'body' || tag === 'table' || tag === 'td' || tag === 'th') {
      const picture = files.refer(dom.valueOf(element, 'background'), this.#base);
      if (picture) this.#attribute('background', picture);
    } else if (tag === 'img' && !dom.hasAttribute(element, 'src') && !dom.hasAttribute(element, 'srcset')) {
      const { currentSrc } = element as HTMLImageElement;
      const picture = currentSrc === '' ? '' : files.refer(currentSrc, this.#base);
      if (picture) this.#attribute('src', picture);
    }
  }

  #frame(frame: HTMLIFrameElement): void {
    const page = this.#options.frame(frame);
    if (page !== null) this.#attribute('src', page);
  }
}

/** Attributes that are written from the state of the element instead. */
const STATE: Readonly<Record<string, readonly string[] | undefined>> = {
  input: ['value', 'checked'],
  option: ['selected'],
  canvas: ['style'],
  iframe: ['src', 'sandbox', 'allow'],
};

function ancestorsOf(element: Element): Set<Node> {
  const path = new Set<Node>();
  for (let node: Node | null = element; node;) {
    path.add(node);
    node = dom.parentOf(node) ?? (node instanceof ShadowRoot ? node.host : null);
  }
  return path;
}
