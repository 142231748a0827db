import { HIGHLIGHT_SECONDS } from '@stagelink/shared/contracts/limits';
import { REVEAL_WAIT_MS } from '@stagelink/shared/preview/handshake';
import { boxedElement } from './boxes.ts';
import type { Finder } from './finder.ts';
import type { Layer } from './layer.ts';
import { Outline } from './outline.ts';
import { own } from './own.ts';
import { above } from './above.ts';

/** Opens hiding ancestors whose opening has no side effects. */
function unfold(element: Element): void {
  for (let at: Element | null = element; at; at = above(at)) {
    if (at.localName === 'details' && at !== element) (at as HTMLDetailsElement).open = true;
  }
}

/** Scrolls elements into view and highlights them for two seconds. */
export class Reveal {
  readonly #layer: Layer;
  readonly #known: Finder['known'];
  /** Called before a pin that was asked for is revealed. */
  readonly #found: () => void;
  #outline: Outline | undefined;
  #awaited: { id: string; until: number } | undefined;

  constructor(layer: Layer, known: Finder['known'], found: () => void) {
    this.#layer = layer;
    this.#known = known;
    this.#found = found;
  }

  show(element: Element, isDoubtful: boolean): void {
    unfold(element);
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    own.scrollTo(boxedElement(element), {
      block: 'center',
      inline: 'nearest',
      behavior: isCalm ? 'instant' : 'smooth',
    });
    this.#highlight(element, isDoubtful);
  }

  /** Shows the element of a pin as soon as it is found. */
  request(id: string): void {
    this.#awaited = { id, until: Date.now() + REVEAL_WAIT_MS };
    this.check();
  }

  /** Pins may have been found. */
  check(): void {
    if (!this.#awaited) return;
    const { id, until } = this.#awaited;
    const { element = null, status = null } = this.#known.get(id) ?? {};
    if (element || Date.now() > until) this.#awaited = undefined;
    if (!element || Date.now() > until) return;
    this.#found();
    this.show(element, status === 'doubtful');
  }

  #highlight(element: Element, isDoubtful: boolean): void {
    this.#outline?.remove();
    const outline = new Outline(this.#layer, isDoubtful ? 'box found doubtful' : 'box found');
    this.#outline = outline;
    outline.around(element);
    const follow = () => {
      if (this.#outline !== outline) return;
      outline.follow();
      own.nextFrame(follow);
    };
    follow();
    own.later(() => {
      if (this.#outline !== outline) return;
      outline.remove();
      this.#outline = undefined;
    }, HIGHLIGHT_SECONDS * 1000);
  }
}
