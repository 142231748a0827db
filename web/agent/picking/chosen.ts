import { ELEMENTS_MAX } from '@stagelink/shared/preview/inspectionLimits';
import type { Layer } from '../pins/layer.ts';
import { nameOf } from '../pins/names.ts';
import { Outline } from '../pins/outline.ts';
import type { Choice } from '../pins/picked.ts';

/** The elements that are chosen for one comment, each with a frame, in the order in which they were chosen. */
export class Chosen {
  readonly #layer: Layer;
  readonly #chosen = new Map<Element, { choice: Choice; outline: Outline }>();

  constructor(layer: Layer) {
    this.#layer = layer;
  }

  get choices(): Choice[] {
    return [...this.#chosen.values()].map(({ choice }) => choice);
  }

  get count(): number {
    return this.#chosen.size;
  }

  has(element: Element): boolean {
    return this.#chosen.has(element);
  }

  /** Returns whether there was room for it. */
  add(choice: Choice): boolean {
    if (this.count >= ELEMENTS_MAX) return false;
    const outline = new Outline(this.#layer);
    outline.around(choice.element, nameOf(choice.element));
    this.#chosen.set(choice.element, { choice, outline });
    return true;
  }

  remove(element: Element): void {
    this.#chosen.get(element)?.outline.remove();
    this.#chosen.delete(element);
  }

  follow(): void {
    for (const { outline } of this.#chosen.values()) outline.follow();
  }

  clear(): void {
    for (const element of this.#chosen.keys()) this.remove(element);
  }
}
