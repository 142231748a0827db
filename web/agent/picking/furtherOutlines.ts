import type { findAll } from '@stagelink/shared/locator/find';
import type { Locator } from '@stagelink/shared/locator/locator';
import type { Layer } from '../pins/layer.ts';
import { Outline } from '../pins/outline.ts';
import { own } from '../pins/own.ts';

/** A page that renders itself anew has other elements now. */
const FIND_MS = 500;

/** Draws frames around the further elements of the comment that is open. */
export class FurtherOutlines {
  readonly #layer: Layer;
  readonly #findAll: typeof findAll;
  #locators: readonly Locator[] = [];
  #outlines: Outline[] = [];

  constructor(layer: Layer, find: typeof findAll) {
    this.#layer = layer;
    this.#findAll = find;
  }

  show(locators: readonly Locator[]): void {
    const wasShown = this.#locators.length > 0;
    this.#locators = locators;
    for (const outline of this.#outlines) outline.remove();
    this.#outlines = locators.map(() => new Outline(this.#layer));
    this.#find();
    if (wasShown || locators.length === 0) return;
    this.#follow();
    this.#findAgain();
  }

  #find(): void {
    for (const { index, finding } of [...this.#findAll(document, this.#locators)].flat())
      this.#outlines[index]?.around(finding.status === 'lost' ? null : finding.element);
  }

  #findAgain(): void {
    own.later(() => {
      if (this.#locators.length === 0) return;
      this.#find();
      this.#findAgain();
    }, FIND_MS);
  }

  #follow(): void {
    own.nextFrame(() => {
      for (const outline of this.#outlines) outline.follow();
      if (this.#outlines.length > 0) this.#follow();
    });
  }
}
