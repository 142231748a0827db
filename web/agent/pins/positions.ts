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
interface PinAtElement {
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

const isVisible = (element: Element): boolean =>
  boxedElement(element).checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true;

/** Tests what is in front of pins, in slices. */
class HitTests {
  readonly #host: Element;
  /** Covers by pin: an element may have hundreds, each at another point. */
  readonly #covers = new WeakMap<PinAtElement, Cover>();
  /** Those that wait longest are first. */
  readonly #due = new Map<PinAtElement, HitTest>();
  #age = 0;

  constructor(host: Element) {
    this.#host = host;
  }

  /** Hit tests are costly, so a pin that has not moved is tested again only after something has changed. */
  request(one: PinAtElement, at: HitTest): void {
    const cover = this.#covers.get(one);
    const isSame = cover?.element === at.element && cover.x === at.x && cover.y === at.y;
    if (!isSame || cover.age !== this.#age) this.#due.set(one, at);
  }

  /** Tests as far as time permits. Returns whether some are left. */
  run(): boolean {
    const end = performance.now() + TESTS_MS;
    for (const [one, at] of this.#due) {
      this.#due.delete(one);
      const isBehind = isCovered(at.element, at.x, at.y, this.#host);
      this.#covers.set(one, { ...at, age: this.#age, isCovered: isBehind });
      if (performance.now() > end) break;
    }
    return this.#due.size > 0;
  }

  /** Whether something is in front of a pin, or it is not tested yet. It stays as it was until it is tested again. */
  isCovered(one: PinAtElement): boolean {
    return this.#covers.get(one)?.isCovered ?? true;
  }

  forget(): void {
    this.#age += 1;
  }
}

/** Computes positions on the screen. Caches what may hide an element until invalidated. */
export class Positions {
  /** What is in front of the pins that were found. */
  readonly tests: HitTests;
  #surroundings = new WeakMap<Element, Surroundings>();
  #boxes = new Map<Element, DOMRect>();
  #modals: Element[] | undefined;

  constructor(host: Element) {
    this.tests = new HitTests(host);
  }

  /** Starts a frame: boxes are read again. */
  begin(): void {
    this.#boxes = new Map();
  }

  /** Returns where a pin's point of its element is now; null where the element is not visible. */
  find(one: PinAtElement): Point | null {
    const { element } = one;
    if (!element || !own.isConnected(element) || !isVisible(element)) return null;
    const box = this.#boxOf(element);
    if (box.width === 0 && box.height === 0) return null;
    const { offset } = one.pin.locator;
    const x = box.left + offset.x * box.width;
    const y = box.top + offset.y * box.height;
    if (x < 0 || y < 0 || x > own.widthOf(window) || y > own.heightOf(window)) return null;
    if (this.#isHidden(element, x, y)) return null;
    this.tests.request(one, { element, x, y });
    return { x, y };
  }

  forget(): void {
    this.#surroundings = new WeakMap();
    this.#modals = undefined;
    this.tests.forget();
  }

  /** Whether a point of an element is behind a modal dialog, or scrolled out of a container. */
  #isHidden(element: Element, x: number, y: number): boolean {
    const { clips, modal } = this.#around(element);
    this.#modals ??= [...own.query(document, 'dialog:modal')];
    if (this.#modals.length > 0 && (!modal || !this.#modals.includes(modal))) return true;
    return clips.some((clip) => {
      const { left, top, right, bottom } = this.#boxOf(clip);
      return x < left - 1 || y < top - 1 || x > right + 1 || y > bottom + 1;
    });
  }

  #around(element: Element): Surroundings {
    let around = this.#surroundings.get(element);
    if (!around) this.#surroundings.set(element, (around = surroundingsOf(element)));
    return around;
  }

  #boxOf(element: Element): DOMRect {
    let box = this.#boxes.get(element);
    if (!box) this.#boxes.set(element, (box = shownBox(element)));
    return box;
  }
}
