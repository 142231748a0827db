import type { Point } from '@stagelink/shared/locator/locator';
import { boxedElement, shownBox } from '../pins/boxes.ts';
import type { Layer } from '../pins/layer.ts';
import { nameOf } from '../pins/names.ts';
import { createOutline, type Outline } from '../pins/outline.ts';
import { own } from '../pins/own.ts';
import { DRAGGING, PICKING } from './styles.ts';
import { elementUnder, isOnScrollbar } from './under.ts';
import { firstTarget, keyboardNavigation } from './walk.ts';

export interface PickerCallbacks {
  /** Coordinates in CSS pixels of the viewport. Returns what is to be done after the end of picking. */
  picked: (element: Element, x: number, y: number) => () => void;
  /** A rectangle is being drawn, and was drawn. */
  dragged: (from: Point, to: Point, isDone: boolean) => void;
  /** Called when picking begins or ends. */
  changed: (isOn: boolean) => void;
}

const STEADY_PX = 10;
const WALKED = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);
const KEYS = new Set([...WALKED, 'Enter', ' ', 'Escape']);

/** Reload, find, zoom, copy and scrolling stay with the browser. */
const isKeyOfBrowser = (event: Event): boolean => {
  if (!(event instanceof KeyboardEvent)) return false;
  const { key, ctrlKey, metaKey, altKey } = event;
  return ctrlKey || metaKey || altKey || !KEYS.has(key);
};

/** A rectangle that a pointer draws. */
class Drag {
  readonly #dragged: PickerCallbacks['dragged'];
  #from: Point | null = null;
  #hasBegun = false;

  constructor(dragged: PickerCallbacks['dragged']) {
    this.#dragged = dragged;
  }

  /** Whether a pointer is pressed. */
  get isPressed(): boolean {
    return this.#from !== null;
  }

  press(from: Point | null): void {
    this.#from = from;
  }

  /** Returns whether the pointer has moved far enough to draw. */
  move({ x, y }: Point): boolean {
    const from = this.#from;
    if (from) this.#hasBegun ||= Math.hypot(x - from.x, y - from.y) >= STEADY_PX;
    return from !== null && this.#hasBegun;
  }

  draw(to: Point): void {
    if (this.#from) this.#dragged(this.#from, to, false);
  }

  /** Ends at a point, or without an effect. */
  end(to = this.#from): void {
    const from = this.#hasBegun ? this.#from : null;
    this.#hasBegun = false;
    this.#from = null;
    if (from && to) this.#dragged(from, to, true);
  }
}

export class Picker {
  readonly #layer: Layer;
  readonly #callbacks: PickerCallbacks;
  readonly #drag: Drag;
  /** Removes the styles that picking adds to the page. */
  #removeStyles: (() => void) | null = null;
  #letScroll: (() => void) | null = null;
  #announcement: HTMLElement | undefined;
  #outline: Outline | undefined;
  #current: Element | null = null;
  #pointer: Point | null = null;

  constructor(layer: Layer, callbacks: PickerCallbacks) {
    this.#layer = layer;
    this.#callbacks = callbacks;
    this.#drag = new Drag(callbacks.dragged);
  }

  get isOn(): boolean {
    return this.#removeStyles !== null;
  }

  /** Starts, or changes what a finger does: with `isArea` it drags a rectangle instead of scrolling. */
  start(isArea: boolean): void {
    this.#takeFinger(isArea);
    if (this.isOn) return;
    this.#removeStyles = own.withStyles(PICKING);
    this.#outline = createOutline(this.#layer);
    this.#announcement = this.#layer.add('status');
    own.setAttribute(this.#announcement, 'role', 'status');
    own.write(
      this.#announcement,
      'Pick an element: Tab and the arrow keys walk, Enter picks, Escape cancels.',
    );
    this.#layer.raise();
    own.takeFocus();
    this.#tick();
    this.#callbacks.changed(true);
  }

  stop(): void {
    if (!this.#removeStyles) return;
    this.#drag.end();
    this.#removeStyles();
    this.#takeFinger(false);
    if (this.#announcement) own.remove(this.#announcement);
    this.#outline?.remove();
    this.#removeStyles = this.#current = this.#pointer = null;
    this.#callbacks.changed(false);
  }

  /** Takes events while picking, hiding them from the page; false for keys left to the browser. */
  take(event: Event): boolean {
    const { type } = event;
    if (isKeyOfBrowser(event)) return false;
    if (type === 'keydown') this.#press(event as KeyboardEvent);
    else if (type === 'pointerout') this.#leave(event as PointerEvent);
    else if (/^pointer(down|up|move|cancel)$/.test(type)) this.#point(event as PointerEvent);
    else if (type === 'wheel' && this.#pointer) {
      const at = this.#pointer;
      own.nextFrame(() => this.isOn && this.#aimAt(at));
    }
    return true;
  }

  #aim(element: Element | null): void {
    if (element === this.#current) return;
    this.#current = element;
    this.#outline?.around(element, element ? nameOf(element) : '');
  }

  #aimAt({ x, y }: Point): void {
    this.#aim(elementUnder(this.#layer.host, x, y));
  }

  #tick(): void {
    if (!this.isOn) return;
    this.#layer.restore();
    this.#outline?.follow();
    own.nextFrame(() => this.#tick());
  }

  #takeFinger(isArea: boolean): void {
    this.#letScroll?.();
    this.#letScroll = isArea ? own.withStyles(DRAGGING) : null;
  }

  #pick(element: Element, { x, y }: Point): void {
    // Describing an element of a large page takes longer than the viewer waits after the end of picking.
    const send = this.#callbacks.picked(element, x, y);
    this.stop();
    send();
  }

  #press({ key, shiftKey }: KeyboardEvent): void {
    if (key === 'Escape') this.stop();
    else if (key === 'Enter' || key === ' ') this.#pickCurrent();
    else if (WALKED.has(key)) this.#walk(key, shiftKey);
  }

  #pickCurrent(): void {
    if (!this.#current) return;
    const { left, top, width, height } = shownBox(this.#current);
    this.#pick(this.#current, { x: left + width / 2, y: top + height / 2 });
  }

  #walk(key: string, isBack: boolean): void {
    this.#aim(this.#current ? keyboardNavigation(this.#current, key, isBack) : firstTarget());
    if (!this.#current) return;
    own.scrollTo(boxedElement(this.#current), { block: 'nearest', inline: 'nearest' });
    if (this.#announcement) own.write(this.#announcement, nameOf(this.#current));
  }

  #leave({ relatedTarget, pointerType }: PointerEvent): void {
    if (relatedTarget === null && pointerType === 'mouse') this.#aim(null);
  }

  #point(event: PointerEvent): void {
    const { clientX: x, clientY: y, type } = event;
    const at = { x, y };
    this.#pointer = at;
    if (type === 'pointerdown') this.#pointerDown(event);
    // A finger scrolls the page.
    if (type === 'pointercancel') return this.#drag.end();
    if (this.#drag.move(at)) {
      this.#aim(null);
      if (type === 'pointerup') this.#drag.end(at);
      else this.#drag.draw(at);
      return;
    }
    this.#aimAt(at);
    if (type === 'pointerup' && this.#drag.isPressed && this.#current) this.#pick(this.#current, at);
  }

  #pointerDown(event: PointerEvent): void {
    const { clientX: x, clientY: y } = event;
    // A second finger ends what the first one drags.
    this.#drag.end();
    const target = own.wayOf(event)[0];
    const isBar = target instanceof Element && isOnScrollbar(target, x, y);
    this.#drag.press(event.button === 0 && event.isPrimary && !isBar ? { x, y } : null);
  }
}
