import type { Point } from '@stagelink/shared/locator/locator';
import type { DrawnPin } from '@stagelink/shared/preview/messages';
import type { Selection } from '@stagelink/shared/preview/selection';
import type * as native from '../native.ts';
import type { Layer } from '../pins/layer.ts';
import { findQuote, type Quote, quoteOf } from './quote.ts';

export type PickSelection = (element: Element, at: Point, selection: Selection) => void;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const LEAST_PX = 4;
/** Lines of text that are highlighted. */
const LINES_MAX = 100;
const SEEK_AGAIN_MS = 500;

const boxBetween = (a: Point, b: Point): Box => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

const above = (element: Element): Element | null =>
  element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host ?? null;

const within = (value: number) => Math.min(1, Math.max(0, value || 0));

/** The range of each quote; one whose text has changed is found again, and one that is gone now and then. */
class Ranges {
  readonly #found = new WeakMap<Quote, { element: Element; range: Range | null; soughtAt: number }>();

  find(element: Element, quote: Quote): Range | null {
    const before = this.#found.get(quote);
    const { range = null, soughtAt = 0 } = before?.element === element ? before : {};
    const isCurrent = range ? range.toString() === quote.exact : performance.now() < soughtAt + SEEK_AGAIN_MS;
    if (isCurrent) return range;
    const again = findQuote(element, quote);
    this.#found.set(quote, { element, range: again, soughtAt: performance.now() });
    return again;
  }
}

/** Reads selected text and dragged rectangles, and draws them. Loaded when the first is needed. */
export class Selecting {
  readonly #own: typeof native;
  readonly #layer: Layer;
  readonly #pick: PickSelection;
  readonly #ranges = new Ranges();
  readonly #boxes: HTMLElement[] = [];
  /** Shows the rectangle that is being dragged. */
  #band: HTMLElement | undefined;

  constructor(own: typeof native, layer: Layer, pick: PickSelection) {
    this.#own = own;
    this.#layer = layer;
    this.#pick = pick;
  }

  /** Picks the text that is selected in the page, if any. */
  read(): void {
    const selected = document.getSelection();
    if (!selected || selected.rangeCount === 0) return;
    const range = selected.getRangeAt(0);
    const { commonAncestorContainer: around } = range;
    const element = around instanceof Element ? around : around.parentElement;
    const selection = element && quoteOf(range, element);
    const last = [...range.getClientRects()].at(-1);
    if (!selection || !last || !document.body.contains(element)) return;
    this.#pick(element, { x: last.right, y: last.top }, selection);
    // The next comment must not be about it again. The agent highlights it by now.
    selected.removeAllRanges();
  }

  /** Draws the rectangle between two points; picks what is in it when the drag is done. */
  drag(from: Point, to: Point, isDone: boolean): void {
    if (isDone && this.#band) this.#own.remove(this.#band);
    this.#band = isDone ? undefined : (this.#band ?? this.#layer.add('box'));
    if (this.#band) this.#put(this.#band, boxBetween(from, to));
    else this.#pickRegion(boxBetween(from, to));
  }

  /** Draws the selections of open threads. Called in each frame that may change something. */
  draw(pins: Iterable<{ pin: DrawnPin; element: Element | null }>): void {
    const boxes = [...pins].flatMap(({ pin: { isCurrent, selection }, element }) =>
      isCurrent && selection && element
        ? this.#boxesOf(element, selection).map((box) => ({ box, kind: selection.kind }))
        : [],
    );
    while (this.#boxes.length > boxes.length) this.#own.remove(this.#boxes.pop() as HTMLElement);
    for (const [index, { box, kind }] of boxes.entries()) {
      const part = (this.#boxes[index] ??= this.#layer.add('box'));
      const style = this.#own.inlineStyle(part);
      // Text gets a tint only: a frame around each line would hide its neighbors.
      this.#own.setStyles(style, 'border-style', kind === 'text' ? 'none' : 'solid');
      this.#own.setStyles(style, 'box-shadow', kind === 'text' ? 'none' : '');
      this.#put(part, box);
    }
  }

  #boxesOf(element: Element, selection: Selection): Box[] {
    if (selection.kind === 'text') {
      const lines = [...(this.#ranges.find(element, selection)?.getClientRects() ?? [])];
      return lines.filter(({ width }) => width > 0).slice(0, LINES_MAX);
    }
    const { left, top, width, height } = this.#own.boxOf(element);
    return [
      {
        left: left + selection.x * width,
        top: top + selection.y * height,
        width: selection.width * width,
        height: selection.height * height,
      },
    ];
  }

  #pickRegion(box: Box): void {
    if (Math.min(box.width, box.height) < LEAST_PX) return;
    const middle = this.#elementAt(box.left + box.width / 2, box.top + box.height / 2);
    const element = this.#elementAround(middle, box);
    const { left, top, width, height } = this.#own.boxOf(element);
    const x = within((box.left - left) / width);
    const y = within((box.top - top) / height);
    const corner = { x: box.left + box.width, y: box.top };
    this.#pick(element, corner, {
      kind: 'region',
      x,
      y,
      width: Math.min(1 - x, within(box.width / width)),
      height: Math.min(1 - y, within(box.height / height)),
    });
  }

  /** Returns the innermost element at a point, besides the agent's own. */
  #elementAt(x: number, y: number): Element {
    return this.#own.elementsAt(document, x, y).find((one) => one !== this.#layer.host) ?? document.body;
  }

  /** Returns the nearest element around a rectangle; the body for one that no element contains. */
  #elementAround(element: Element, { left, top, width, height }: Box): Element {
    for (let at: Element | null = element; at && at !== document.documentElement; at = above(at)) {
      const box = this.#own.boxOf(at);
      const isInside = left >= box.left && top >= box.top;
      if (isInside && left + width <= box.right && top + height <= box.bottom) return at;
    }
    return document.body;
  }

  #put(part: HTMLElement, { left, top, width, height }: Box): void {
    const style = this.#own.inlineStyle(part);
    this.#own.setStyles(style, 'transform', `translate(${left.toFixed(1)}px,${top.toFixed(1)}px)`);
    this.#own.setStyles(style, 'width', `${width.toFixed(1)}px`);
    this.#own.setStyles(style, 'height', `${height.toFixed(1)}px`);
  }
}
