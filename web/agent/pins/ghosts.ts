import type { Finder } from './finder.ts';
import type { Layer } from './layer.ts';
import { Outline } from './outline.ts';

/** Draws what a coding agent would do: a dashed frame around each element, with the agent's words. */
export class Ghosts {
  readonly #layer: Layer;
  readonly #known: Finder['known'];
  readonly #outlines = new Map<string, Outline>();

  constructor(layer: Layer, known: Finder['known']) {
    this.#layer = layer;
    this.#known = known;
  }

  /** Returns the id of the ghost whose words are at a point of the screen. */
  at(x: number, y: number): string | null {
    return [...this.#outlines].find(([, outline]) => outline.isNamedAt(x, y))?.[0] ?? null;
  }

  draw(areShown: boolean): void {
    for (const [id, { pin, element }] of this.#known) {
      if (pin.ghost === undefined) continue;
      const outline = this.#outlines.get(id) ?? new Outline(this.#layer, 'box doubtful');
      this.#outlines.set(id, outline);
      outline.around(areShown ? element : null, pin.ghost);
    }
    for (const [id, outline] of this.#outlines) {
      if (this.#known.has(id)) continue;
      outline.remove();
      this.#outlines.delete(id);
    }
  }
}
