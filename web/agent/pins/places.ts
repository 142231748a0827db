import type { Point } from '@stagelink/shared/locator/locator';
import { above } from './above.ts';
import { boxedElement, shownBox } from './boxes.ts';
import { isCovered } from './covers.ts';
import { own } from './own.ts';

/** What can hide an element: its scroll containers and a modal dialog in front. */
interface Surroundings {
  clips: Element[];
  modal: Element | null;
}

const ESCAPES = /absolute|fixed/;

/** Whether it is the containing block of positioned descendants. */
const isFrameOf = (style: CSSStyleDeclaration, position: string) =>
  (position === 'absolute' && style.position !== 'static') ||
  style.transform !== 'none' ||
  style.filter !== 'none' ||
  /paint|layout|strict|content/.test(style.contain);

function surroundingsOf(element: Element): Surroundings {
  const clips: Element[] = [];
  let modal: Element | null = null;
  let { position } = own.styleOf(element);
  let isOut = ESCAPES.test(position);
  for (let at: Element | null = element; at && at !== document.documentElement; at = above(at)) {
    if (modal === null && at.localName === 'dialog' && own.isMatching(at, ':modal')) {
      modal = at;
      if (at === element) break;
    }
    if (at === element) continue;
    const style = own.styleOf(at);
    if (isOut && !isFrameOf(style, position)) continue;
    if (at !== document.body && style.overflowX + style.overflowY !== 'visiblevisible') clips.push(at);
    ({ position } = style);
    isOut = ESCAPES.test(position);
    if (modal === at) break;
  }
  return { clips, modal };
}

/** Computes positions on the screen. Caches an element's surroundings until invalidated. */
export interface Places {
  /** Returns where a point of an element is now; null while it is not visible. */
  see: (element: Element, offset: Point) => Point | null;
  /** Starts a frame: boxes are read again. */
  begin: () => void;
  forget: () => void;
}

export function createPlaces(host: Element): Places {
  let known = new WeakMap<Element, Surroundings>();
  let boxes = new Map<Element, DOMRect>();
  let covers = new WeakMap<Element, Point & { isCovered: boolean }>();
  let modals: Element[] | undefined;

  /** Hit tests are costly, so an element that has not moved is tested again only after something has changed. */
  function isHidden(element: Element, x: number, y: number): boolean {
    let cover = covers.get(element);
    if (cover?.x !== x || cover.y !== y)
      covers.set(element, (cover = { x, y, isCovered: isCovered(element, x, y, host) }));
    return cover.isCovered;
  }

  function boxOf(element: Element): DOMRect {
    let box = boxes.get(element);
    if (!box) boxes.set(element, (box = shownBox(element)));
    return box;
  }

  const isVisible = (element: Element) =>
    boxedElement(element).checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true;

  return {
    begin() {
      boxes = new Map();
    },
    forget() {
      known = new WeakMap();
      covers = new WeakMap();
      modals = undefined;
    },
    see(element, offset) {
      if (!own.isConnected(element) || !isVisible(element)) return null;
      const box = boxOf(element);
      if (box.width === 0 && box.height === 0) return null;
      const x = box.left + offset.x * box.width;
      const y = box.top + offset.y * box.height;
      if (x < 0 || y < 0 || x > own.widthOf(window) || y > own.heightOf(window)) return null;
      let around = known.get(element);
      if (!around) known.set(element, (around = surroundingsOf(element)));
      modals ??= [...own.query(document, 'dialog:modal')];
      const front = modals.at(-1);
      if (front && (!around.modal || !modals.includes(around.modal))) return null;
      for (const clip of around.clips) {
        const { left, top, right, bottom } = boxOf(clip);
        if (x < left - 1 || y < top - 1 || x > right + 1 || y > bottom + 1) return null;
      }
      return isHidden(element, x, y) ? null : { x, y };
    },
  };
}
