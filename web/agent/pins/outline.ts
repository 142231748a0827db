import { shownBox } from './boxes.ts';
import type { Layer } from './layer.ts';
import { own } from './own.ts';

const GAP = 6;
/** The least distance to the edge of the screen. */
const EDGE = 4;

const move = (part: HTMLElement, x: number, y: number) =>
  own.setStyles(own.inlineStyle(part), 'transform', `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`);

/** A frame with a name around an element. */
export class Outline {
  readonly #box: HTMLElement;
  readonly #label: HTMLElement;
  #target: Element | null = null;
  #name = '';

  constructor(layer: Layer, className = 'box') {
    this.#box = layer.add(className);
    this.#label = layer.add('name');
  }

  around(element: Element | null, name = ''): void {
    this.#target = element;
    if (name !== this.#name) own.write(this.#label, (this.#name = name));
    this.follow();
  }

  /** Follows the element; called in each frame. */
  follow(): void {
    const target = this.#target;
    const box = target ? shownBox(target) : new DOMRect();
    const isShown = target !== null && own.isConnected(target) && box.width + box.height > 0;
    own.toggleAttribute(this.#box, 'hidden', !isShown);
    own.toggleAttribute(this.#label, 'hidden', !isShown || this.#name === '');
    if (!isShown) return;
    move(this.#box, box.left, box.top);
    own.setStyles(own.inlineStyle(this.#box), 'width', `${box.width}px`);
    own.setStyles(own.inlineStyle(this.#box), 'height', `${box.height}px`);
    if (this.#name !== '') this.#moveLabel(box);
  }

  /** Whether the name is at a point of the screen. */
  isNamedAt(x: number, y: number): boolean {
    const { left, top, right, bottom } = own.boxOf(this.#label);
    return x >= left && x < right && y >= top && y < bottom;
  }

  remove(): void {
    own.remove(this.#box);
    own.remove(this.#label);
  }

  /** Above the element, below it, or inside its top if it fills the screen. */
  #moveLabel({ left, top, bottom }: DOMRect): void {
    const { width, height } = own.boxOf(this.#label);
    const above = top - height - GAP;
    const below = bottom + GAP;
    const y = above >= EDGE ? above : below + height < own.heightOf(window) ? below : Math.max(top, 0) + GAP;
    move(this.#label, Math.max(EDGE, Math.min(left, own.widthOf(window) - width - EDGE)), y);
  }
}
