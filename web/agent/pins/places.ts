import type { Point } from '@stagelink/shared/locator/locator';
import type { DrawnPin } from '@stagelink/shared/preview/messages';
import { above } from './above.ts';
import { boxedElement, shownBox } from './boxes.ts';
import { isCovered } from './covers.ts';
import { own } from './own.ts';

/** What can hide an element: its scroll containers and a modal dialog in front. */
interface Surroundings {
  clips: Element[];
  modal: Element | null;
}

/** A pin whose element is known. */
interface PlacedPin {
  pin: { locator: Pick<DrawnPin['locator'], 'offset'> };
  element: Element | null;
}

interface HitTest extends Point {
  element: Element;
}

/** The last hit test of a pin. */
interface Cover extends HitTest {
  isCovered: boolean;
  /** The number of invalidations before it. */
  age: number;
}

/** Hit tests take this part of a frame: for hundreds of pins they need several frames. */
const TESTS_MS = 5;

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

/** Computes positions on the screen. Caches what may hide an element until invalidated. */
export interface Places {
  /** Starts a frame: boxes are read again. */
  begin: () => void;
  /** Returns where a pin's point of its element is now; null where the element is not visible. */
  see: (one: PlacedPin) => Point | null;
  /** Tests, as far as time permits, what is in front of the pins that were seen. Returns whether some are left. */
  test: () => boolean;
  /** Whether something is in front of a pin, or it is not tested yet. It stays as it was until it is tested again. */
  isCovered: (one: PlacedPin) => boolean;
  forget: () => void;
}

export function createPlaces(host: Element): Places {
  let known = new WeakMap<Element, Surroundings>();
  let boxes = new Map<Element, DOMRect>();
  /** Covers by pin: an element may have hundreds, each at another point. */
  const covers = new WeakMap<PlacedPin, Cover>();
  /** Those that wait longest are first. */
  const due = new Map<PlacedPin, HitTest>();
  let age = 0;
  let modals: Element[] | undefined;

  /** Hit tests are costly, so a pin that has not moved is tested again only after something has changed. */
  function requestTest(one: PlacedPin, at: HitTest): void {
    const cover = covers.get(one);
    const isSame = cover?.element === at.element && cover.x === at.x && cover.y === at.y;
    if (!isSame || cover.age !== age) due.set(one, at);
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
    see(one) {
      const { element } = one;
      if (!element || !own.isConnected(element) || !isVisible(element)) return null;
      const box = boxOf(element);
      if (box.width === 0 && box.height === 0) return null;
      const { offset } = one.pin.locator;
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
      requestTest(one, { element, x, y });
      return { x, y };
    },
    test() {
      const end = performance.now() + TESTS_MS;
      for (const [one, { element, x, y }] of due) {
        due.delete(one);
        covers.set(one, { element, x, y, age, isCovered: isCovered(element, x, y, host) });
        if (performance.now() > end) break;
      }
      return due.size > 0;
    },
    isCovered: (one) => covers.get(one)?.isCovered ?? true,
    forget() {
      known = new WeakMap();
      modals = undefined;
      age += 1;
    },
  };
}
