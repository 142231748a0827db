import type { Point } from '@stagelink/shared/locator/locator';
import type { DrawnPin } from '@stagelink/shared/preview/messages';
import type { Selection } from '@stagelink/shared/preview/selection';
import type * as native from '../native.ts';
import type { Layer } from '../pins/layer.ts';
import { findQuote, type Quote, quoteOf } from './quote.ts';

type Pick = (element: Element, x: number, y: number, selection: Selection) => void;

interface ShownSelection {
  element: Element;
  selection: Selection;
}

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

/** Reads selected text and dragged rectangles, and draws them. Loaded when the first is needed. */
export function createSelecting(own: typeof native, layer: Layer, pick: Pick) {
  const parts: HTMLElement[] = [];
  let band: HTMLElement | undefined;
  const found = new WeakMap<Quote, { element: Element; range: Range | null; soughtAt: number }>();

  function put(part: HTMLElement, { left, top, width, height }: Box): void {
    const style = own.inlineStyle(part);
    own.setStyles(style, 'transform', `translate(${left.toFixed(1)}px,${top.toFixed(1)}px)`);
    own.setStyles(style, 'width', `${width.toFixed(1)}px`);
    own.setStyles(style, 'height', `${height.toFixed(1)}px`);
  }

  /** Returns the range; finds it again when its text has changed, and text that is gone now and then. */
  function rangeOf(element: Element, quote: Quote): Range | null {
    const before = found.get(quote);
    const { range = null, soughtAt = 0 } = before?.element === element ? before : {};
    const isCurrent = range ? range.toString() === quote.exact : performance.now() < soughtAt + SEEK_AGAIN_MS;
    if (isCurrent) return range;
    const again = findQuote(element, quote);
    found.set(quote, { element, range: again, soughtAt: performance.now() });
    return again;
  }

  function boxesOf({ element, selection }: ShownSelection): Box[] {
    if (selection.kind === 'text') {
      const lines = [...(rangeOf(element, selection)?.getClientRects() ?? [])];
      return lines.filter(({ width }) => width > 0).slice(0, LINES_MAX);
    }
    const { left, top, width, height } = own.boxOf(element);
    return [
      {
        left: left + selection.x * width,
        top: top + selection.y * height,
        width: selection.width * width,
        height: selection.height * height,
      },
    ];
  }

  /** Returns the nearest element around a rectangle; the body for one that no element contains. */
  function elementAround(element: Element, { left, top, width, height }: Box): Element {
    for (let at: Element | null = element; at && at !== document.documentElement; at = above(at)) {
      const box = own.boxOf(at);
      const isInside = left >= box.left && top >= box.top;
      if (isInside && left + width <= box.right && top + height <= box.bottom) return at;
    }
    return document.body;
  }

  /** Returns the innermost element at a point, besides the agent's own. */
  const elementAt = ({ x, y }: Point): Element =>
    own.elementsAt(document, x, y).find((one) => one !== layer.host) ?? document.body;

  function pickRegion(from: Point, to: Point): void {
    const box = boxBetween(from, to);
    if (Math.min(box.width, box.height) < LEAST_PX) return;
    const middle = elementAt({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
    const element = elementAround(middle, box);
    const { left, top, width, height } = own.boxOf(element);
    const x = within((box.left - left) / width);
    const y = within((box.top - top) / height);
    pick(element, box.left + box.width, box.top, {
      kind: 'region',
      x,
      y,
      width: Math.min(1 - x, within(box.width / width)),
      height: Math.min(1 - y, within(box.height / height)),
    });
  }

  return {
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
      pick(element, last.right, last.top, selection);
      // The next comment must not be about it again. The agent highlights it by now.
      selected.removeAllRanges();
    },

    /** Draws the rectangle between two points; picks what is in it when the drag is done. */
    drag(from: Point, to: Point, isDone: boolean): void {
      if (isDone && band) own.remove(band);
      band = isDone ? undefined : (band ?? layer.add('box'));
      if (band) put(band, boxBetween(from, to));
      else pickRegion(from, to);
    },

    /** Draws the selections of open threads. Called in each frame that may change something. */
    draw(pins: Iterable<{ pin: DrawnPin; element: Element | null }>): void {
      const boxes = [...pins].flatMap(({ pin: { isCurrent, selection }, element }) =>
        isCurrent && selection && element
          ? boxesOf({ element, selection }).map((box) => ({ box, kind: selection.kind }))
          : [],
      );
      while (parts.length > boxes.length) own.remove(parts.pop() as HTMLElement);
      for (const [index, { box, kind }] of boxes.entries()) {
        const part = (parts[index] ??= layer.add('box'));
        // Text gets a tint only: a frame around each line would hide its neighbors.
        own.setStyles(own.inlineStyle(part), 'border-style', kind === 'text' ? 'none' : 'solid');
        own.setStyles(own.inlineStyle(part), 'box-shadow', kind === 'text' ? 'none' : '');
        put(part, box);
      }
    },
  };
}

export type Selecting = ReturnType<typeof createSelecting>;
