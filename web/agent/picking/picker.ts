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

export interface Picker {
  isOn: () => boolean;
  /** Starts, or changes what a finger does: with `isArea` it drags a rectangle instead of scrolling. */
  start: (isArea: boolean) => void;
  stop: () => void;
  /** Takes events while picking, hiding them from the page; false for keys left to the browser. */
  take: (event: Event) => boolean;
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

export function createPicker(layer: Layer, { picked, dragged, changed }: PickerCallbacks): Picker {
  /** Removes the styles that picking adds to the page. */
  let undress: (() => void) | null = null;
  let letScroll: (() => void) | null = null;
  let announcement: HTMLElement;
  let outline: Outline;
  let current: Element | null = null;
  let pointer: { x: number; y: number } | null = null;
  let down: { x: number; y: number } | null = null;
  let isDragging = false;

  function aim(element: Element | null): void {
    if (element === current) return;
    current = element;
    outline.around(element, element ? nameOf(element) : '');
  }

  function tick(): void {
    if (!undress) return;
    layer.mend();
    outline.follow();
    own.nextFrame(tick);
  }

  /** Ends a drag at a point, or without an effect. */
  function endDrag(to = down): void {
    const from = isDragging && down;
    isDragging = false;
    down = null;
    if (from && to) dragged(from, to, true);
  }

  function takeFinger(isArea: boolean): void {
    letScroll?.();
    letScroll = isArea ? own.withStyles(DRAGGING) : null;
  }

  function stop(): void {
    if (!undress) return;
    endDrag();
    undress();
    takeFinger(false);
    own.remove(announcement);
    outline.remove();
    undress = current = pointer = down = null;
    changed(false);
  }

  function pick(element: Element, x: number, y: number): void {
    // Describing an element of a large page takes longer than the viewer waits after the end of picking.
    const send = picked(element, x, y);
    stop();
    send();
  }

  function pickCurrent(): void {
    if (!current) return;
    const { left, top, width, height } = shownBox(current);
    pick(current, left + width / 2, top + height / 2);
  }

  function press({ key, shiftKey }: KeyboardEvent): void {
    if (key === 'Escape') stop();
    else if (key === 'Enter' || key === ' ') pickCurrent();
    else if (WALKED.has(key)) {
      aim(current ? keyboardNavigation(current, key, shiftKey) : firstTarget());
      if (!current) return;
      own.scrollTo(boxedElement(current), { block: 'nearest', inline: 'nearest' });
      own.write(announcement, nameOf(current));
    }
  }

  function point(event: PointerEvent): void {
    const { clientX: x, clientY: y, type } = event;
    // A finger that scrolls the page cancels this.
    if (down) isDragging ||= Math.hypot(x - down.x, y - down.y) >= STEADY_PX;
    if (type === 'pointerdown') {
      // A second finger ends what the first one drags.
      endDrag();
      const target = own.wayOf(event)[0];
      const isBar = target instanceof Element && isOnScrollbar(target, x, y);
      down = event.button === 0 && event.isPrimary && !isBar ? { x, y } : null;
    }
    if (type === 'pointercancel') endDrag();
    if (type === 'pointerout') {
      if (event.relatedTarget === null && event.pointerType === 'mouse') aim(null);
      return;
    }
    pointer = { x, y };
    if (isDragging && down) {
      aim(null);
      if (type === 'pointerup') endDrag(pointer);
      else dragged(down, pointer, false);
      return;
    }
    if (type !== 'pointercancel') aim(elementUnder(layer.host, x, y));
    if (type === 'pointerup' && down && current) pick(current, x, y);
  }

  return {
    isOn: () => undress !== null,
    stop,
    start(isArea) {
      takeFinger(isArea);
      if (undress) return;
      undress = own.withStyles(PICKING);
      outline = createOutline(layer);
      announcement = layer.add('status');
      own.setAttribute(announcement, 'role', 'status');
      own.write(announcement, 'Pick an element: Tab and the arrow keys walk, Enter picks, Escape cancels.');
      layer.raise();
      own.takeFocus();
      tick();
      changed(true);
    },
    take(event) {
      const { type } = event;
      if (isKeyOfBrowser(event)) return false;
      if (type === 'keydown') press(event as KeyboardEvent);
      else if (/^pointer(down|up|move|out|cancel)$/.test(type)) point(event as PointerEvent);
      else if (type === 'wheel' && pointer) {
        const { x, y } = pointer;
        own.nextFrame(() => undress && aim(elementUnder(layer.host, x, y)));
      }
      return true;
    },
  };
}
