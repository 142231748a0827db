import type { Point } from '@stagelink/shared/locator/locator';
import { boxedElement } from '../pins/boxes.ts';
import type { Layer } from '../pins/layer.ts';
import { nameOf } from '../pins/names.ts';
import type { PickFurther } from '@stagelink/shared/preview/messages';
import { Outline } from '../pins/outline.ts';
import { own } from '../pins/own.ts';
import type { Choice, FurtherPicked } from '../pins/picked.ts';
import { Choosing, type ChoosingCallbacks } from './choosing.ts';
import { DRAGGING, PICKING } from './styles.ts';
import { elementUnder, isOnScrollbar } from './under.ts';
import { firstTarget, keyboardNavigation } from './walk.ts';

export interface PickerCallbacks extends Pick<ChoosingCallbacks, 'describe' | 'chosen'> {
  /** Returns what is to be done after the end of picking. */
  picked: (choice: Choice, further?: FurtherPicked) => () => void;
  /** A rectangle is being drawn, and was drawn. */
  dragged: (from: Point, to: Point, isDone: boolean) => void;
  /** Called when picking begins or ends. */
  changed: (isOn: boolean) => void;
}

const STEADY_PX = 10;
const HELP: Record<PickFurther, string> = {
  one: 'Pick an element: Enter picks',
  several: 'Choose elements: Space adds, Enter finishes',
  between: 'Choose two elements: Space chooses, Enter picks the gap after one',
};
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
  readonly #choosing: Choosing;
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
    this.#choosing = new Choosing(layer, {
      ...callbacks,
      picked: (choice, further) => this.#pick(choice, further),
    });
  }

  get isOn(): boolean {
    return this.#removeStyles !== null;
  }

  /**
   * Starts, or changes what a press does: with `isArea` a finger drags a rectangle instead of scrolling, and with `further`
   * more elements than one may be picked.
   */
  start(isArea: boolean, further?: PickFurther): void {
    this.#takeFinger(isArea);
    this.#choosing.further = further;
    if (this.isOn) return this.#help(further);
    this.#removeStyles = own.withStyles(PICKING);
    this.#outline = new Outline(this.#layer);
    this.#announcement = this.#layer.add('status');
    own.setAttribute(this.#announcement, 'role', 'status');
    this.#help(further);
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
    this.#choosing.clear();
    this.#removeStyles = this.#current = this.#pointer = null;
    this.#callbacks.changed(false);
  }

  /** Takes events while picking, hiding them from the page; false for keys left to the browser. */
  take(event: Event): boolean {
    const { type } = event;
    if (isKeyOfBrowser(event)) return false;
    if (type === 'keydown') this.#key(event as KeyboardEvent);
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
    this.#choosing.follow();
    own.nextFrame(() => this.#tick());
  }

  #takeFinger(isArea: boolean): void {
    this.#letScroll?.();
    this.#letScroll = isArea ? own.withStyles(DRAGGING) : null;
  }

  #help(further: PickFurther = 'one'): void {
    this.#announce(`${HELP[further]}, Tab and the arrow keys walk, Escape cancels.`);
  }

  #announce(text: string): void {
    if (this.#announcement) own.write(this.#announcement, text);
  }

  #pick(choice: Choice, further?: FurtherPicked): void {
    // Describing an element of a large page takes longer than the viewer waits after the end of picking.
    const send = this.#callbacks.picked(choice, further);
    this.stop();
    send();
  }

  /** Picks the elements that are chosen. Does nothing without one. */
  finish(): void {
    this.#choosing.finish();
  }

  #key(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    if (key === 'Escape') this.stop();
    else if (WALKED.has(key)) this.#walk(key, shiftKey);
    else if (this.#current) this.#choosing.pressKey(key, this.#current, event);
  }

  #walk(key: string, isBack: boolean): void {
    this.#aim(this.#current ? keyboardNavigation(this.#current, key, isBack) : firstTarget());
    if (!this.#current) return;
    own.scrollTo(boxedElement(this.#current), { block: 'nearest', inline: 'nearest' });
    this.#choosing.walk(this.#current);
    this.#announce(nameOf(this.#current));
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
    this.#choosing.point(this.#current, at, event);
    if (type !== 'pointerup') return;
    const { isPressed } = this.#drag;
    this.#drag.end();
    if (isPressed && this.#current) this.#choosing.press(this.#current, at, event);
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
