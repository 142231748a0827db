import { layoutOf } from './layoutRules.ts';

/**
 * Runs in a page of a package and writes it as a fixture: rendered elements with their words and attributes, and
 * what decides where they are. No scripts, no pictures, no other hosts.
 */

export interface SerializedElement {
  /** Place of the element among all that are written. */
  index: number;
  tag: string;
  depth: number;
  classes: string;
  name: string;
  text: string;
  /** Left, top, width and height in CSS pixels from the page's top left corner. */
  box: [number, number, number, number];
  isVisible: boolean;
}

export interface Serialized {
  html: string;
  elements: SerializedElement[];
}

/** Attributes to add to elements, by index. */
export type Marks = Record<number, string>;

const LEFT_OUT = /^(script|style|link|noscript|template|meta|base|title)$/;
const VOID = /^(area|br|col|embed|hr|img|input|source|track|wbr)$/;
const KEPT =
  /^(id|class|role|aria-.*|data-.*|name|type|alt|title|placeholder|href|src|for|value|checked|selected|disabled|readonly|required|multiple|colspan|rowspan|lang|dir|tabindex|action|method|contenteditable|hidden|open|width|height|style|rows|cols|size|min|max|scope|label|viewBox|d|cx|cy|r|x|y|x1|x2|y1|y2|points|fill|stroke)$/;
const TEXT_MAX = 300;
const VALUE_MAX = 160;
const DRAWING_MAX = 1500;

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeValue = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Keeps the path, and of another host its name only: `https://example.test/`. */
function address(value: string): string {
  if (/^(javascript|data|blob|about):/i.test(value)) return '#';
  const plain = value.replace(/\?[^#]*/, '');
  if (!/^(https?:)?\/\//i.test(plain)) return plain;
  const url = new URL(plain, location.href);
  if (url.host === location.host) return url.pathname + url.hash;
  // Documentation has hosts without a name, such as `http://www....`.
  const label =
    url.hostname
      .replace(/^www\./, '')
      .split('.')
      .at(-2) || 'other';
  return `https://${label}.test${url.pathname}${url.hash}`;
}

const isAddress = (name: string, value: string) =>
  /^(href|src|action)$/.test(name) || (name.startsWith('data-') && /^https?:/i.test(value));

function attributesOf(element: Element): string {
  return [...element.attributes]
    .filter(({ name, value }) => KEPT.test(name) && (value.length <= VALUE_MAX || /^(class|d)$/.test(name)))
    .filter(({ name, value }) => name !== 'style' || !/url\(/i.test(value))
    .filter(({ name }) => name !== 'src' || !/^(iframe|embed|audio|video)$/.test(element.localName))
    .map(({ name, value }) => {
      const kept = isAddress(name, value) ? address(value) : value;
      return kept === '' ? ` ${name}` : ` ${name}="${escapeValue(kept)}"`;
    })
    .join('');
}

function textOf(node: Text): string {
  const text = node.data.replaceAll(/(?<==")https?:\/\/[^"\s]+/gi, address);
  if (node.parentElement?.closest('pre, textarea')) return escapeText(text.slice(0, TEXT_MAX));
  const lines = text.replaceAll(/\s*\n\s*/g, '\n').replaceAll(/[^\S\n]+/g, ' ');
  return escapeText(lines.length > TEXT_MAX ? lines.slice(0, TEXT_MAX) : lines);
}

const ownText = (element: Element) =>
  [...element.childNodes]
    .map((node) => (node instanceof Text ? node.data : ''))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

function boxOf(element: Element): [number, number, number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + scrollX, top + scrollY, width, height].map(Math.round) as [number, number, number, number];
}

class Writer {
  readonly elements: SerializedElement[] = [];
  /** Pictures are not part of a fixture, their sizes are. */
  readonly sizes = new Set<string>();
  readonly #marks: Marks;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  write(element: Element, depth: number): string {
    const tag = element.localName;
    const index = this.elements.length;
    this.elements.push(this.#entry(element, index, depth));
    if (tag === 'img') this.#keepSize(element);
    const open = `<${tag}${this.#marks[index] ?? ''}${attributesOf(element)}>`;
    return VOID.test(tag) ? open : `${open}${this.#inside(element, depth)}</${tag}>`;
  }

  #inside(element: Element, depth: number): string {
    if (element.localName === 'iframe') return '';
    if (element instanceof SVGSVGElement && element.outerHTML.length > DRAWING_MAX) return '';
    const shadow = element.shadowRoot
      ? `<template shadowrootmode="open">${this.#nodes(element.shadowRoot, depth + 1)}</template>`
      : '';
    return shadow + this.#nodes(element, depth + 1);
  }

  #nodes(parent: Node, depth: number): string {
    return [...parent.childNodes]
      .map((node) => {
        if (node instanceof Text) return textOf(node);
        return node instanceof Element && !LEFT_OUT.test(node.localName) ? this.write(node, depth) : '';
      })
      .join('')
      .replaceAll(/\n+/g, '\n');
  }

  #keepSize(element: Element): void {
    const [, , width, height] = boxOf(element);
    const source = element.getAttribute('src');
    if (width === 0 || !source) return;
    const selector = `img[src="${escapeValue(address(source))}"]`;
    // An inline picture that is missing takes the size of its words.
    const display = getComputedStyle(element).display === 'inline' ? 'display:inline-block;' : '';
    this.sizes.add(`${selector}{${display}width:${width}px!important;height:${height}px!important}`);
  }

  #entry(element: Element, index: number, depth: number): SerializedElement {
    const name = ['aria-label', 'alt', 'title', 'placeholder', 'name', 'id'].map((one) =>
      element.getAttribute(one),
    );
    const box = boxOf(element);
    return {
      index,
      depth,
      tag: element.localName,
      classes: element.getAttribute('class') ?? '',
      name: name.find(Boolean) ?? '',
      text: ownText(element).slice(0, 90),
      box,
      isVisible:
        box[2] > 4 &&
        box[3] > 4 &&
        box[0] + box[2] > 0 &&
        box[0] < innerWidth &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    };
  }
}

export function serialize(marks: Marks): Serialized {
  const writer = new Writer(marks);
  const body = writer.write(document.body, 0);
  const html = `<!doctype html>
<html lang="${document.documentElement.lang || 'en'}"${document.dir ? ` dir="${document.dir}"` : ''}>
<head>
<meta charset="utf-8">
<title>${escapeText(document.title)}</title>
<style>
${layoutOf(document).replaceAll('</', String.raw`<\/`)}
${[...writer.sizes].join('\n')}
</style>
</head>
${body}
</html>
`;
  return { html, elements: writer.elements };
}

/** Resolves when the page has not changed for half a second, or after five seconds. */
export function rested(): Promise<void> {
  return new Promise((resolve) => {
    let rest = setTimeout(resolve, 500);
    const observer = new MutationObserver(() => {
      clearTimeout(rest);
      rest = setTimeout(resolve, 500);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    setTimeout(resolve, 5000);
  });
}

/** Draws numbered frames around elements, for the person who judges. */
export function drawFrames(frames: { label: string; box: [number, number, number, number] }[]): void {
  for (const { label, box } of frames) {
    const [left, top, width, height] = box;
    const frame = document.createElement('div');
    frame.style.cssText = `all:initial;position:absolute;box-sizing:border-box;z-index:2147483647;left:${left}px;top:${top}px;width:${width}px;height:${height}px;border:2px solid #e0006c;pointer-events:none`;
    const word = document.createElement('span');
    word.textContent = label;
    word.style.cssText =
      'all:initial;position:absolute;left:0;top:-2px;background:#e0006c;color:#fff;font:bold 12px/14px sans-serif;padding:0 3px';
    frame.append(word);
    document.documentElement.append(frame);
  }
}
