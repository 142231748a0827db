import type { FromAgent, PinMoved } from '@stagelink/shared/preview/messages';
import type { Selecting } from '../selection/selection.ts';
import type { Finder } from './finder.ts';
import { Ghosts } from './ghosts.ts';
import type { Layer } from './layer.ts';
import { Markers, type VisiblePin } from './markers.ts';
import { Outline } from './outline.ts';
import { own } from './own.ts';
import { Positions } from './positions.ts';

interface DrawingContext {
  layer: Layer;
  known: Finder['known'];
  /** The code that draws selections, once it is loaded. */
  selecting: () => Selecting | undefined;
  send: (message: FromAgent) => void;
}

/** Frames without a change before drawing pauses. */
const STILL_FRAMES = 12;
/** Drawing starts at the latest now. Earlier, a framework may still hydrate the page. */
const DRAW_BY_MS = 6000;
/** Clipping ancestors are found anew at most this often, because a page may change in each frame. */
const SURROUNDINGS_MS = 100;
/** No event says that an animation or a style sheet moves an element. */
const LOOK_MS = 200;

const mayDraw = () => document.readyState === 'complete' || performance.now() > DRAW_BY_MS;

/** Draws the pins at their elements, in every frame in which something moves. */
export class Drawing {
  /** Whether the pins of threads are shown; those of findings always are. */
  areShown = false;
  readonly #context: DrawingContext;
  readonly #markers: Markers;
  readonly #ghosts: Ghosts;
  readonly #positions: Positions;
  #outline: Outline | undefined;
  #outlined: string | null = null;
  #pointed: string | null = null;
  #stillFrames = 0;
  #isDue = false;
  #isForgetting = false;
  /** What is in front of some pins is not known yet. */
  #isTesting = false;
  #drawn = '';
  #reported = '';

  constructor(context: DrawingContext) {
    this.#context = context;
    this.#markers = new Markers(context.layer);
    this.#ghosts = new Ghosts(context.layer, context.known);
    this.#positions = new Positions(context.layer.host);
  }

  /** Draws when the page is late with loading. Called once. */
  begin(): void {
    if (!mayDraw()) own.later(() => this.redraw(), DRAW_BY_MS);
    own.repeat(() => this.#context.known.size > 0 && this.#drawSoon(), LOOK_MS);
  }

  /** Draws frames until nothing has moved for a while. */
  redraw(): void {
    this.#stillFrames = 0;
    this.#drawSoon();
  }

  /** Finds anew what hides the elements of pins. */
  forget(): void {
    this.#positions.forget();
    this.redraw();
  }

  forgetSoon(): void {
    if (this.#isForgetting) return;
    this.#isForgetting = true;
    own.later(() => {
      this.#isForgetting = false;
      this.forget();
    }, SURROUNDINGS_MS);
  }

  /** Outlines the element of a pin; null outlines none. */
  outline(id: string | null): void {
    this.#outlined = id;
    this.redraw();
  }

  /** Returns the ids of the pins at a point of the screen, or else of the ghost. */
  pinsAt(x: number, y: number): string[] {
    const ids = this.#markers.at(x, y);
    return ids.length > 0 ? ids : [this.#ghosts.at(x, y) ?? []].flat();
  }

  /** Reports the ghost that the pointer is over. */
  point(x: number, y: number): void {
    const id = this.#ghosts.at(x, y);
    if (id !== this.#pointed) this.#context.send({ type: 'ghostPointed', id });
    this.#pointed = id;
  }

  #drawSoon(): void {
    if (!this.#isDue) own.nextFrame(() => this.#draw());
    this.#isDue = true;
  }

  #draw(): void {
    const { layer, known, selecting } = this.#context;
    this.#isDue = false;
    layer.restore();
    const visible = mayDraw() ? this.#visiblePins() : [];
    this.#markers.draw(visible);
    selecting()?.draw(known.values());
    this.#ghosts.draw(this.areShown && mayDraw());
    this.#drawOutline();
    const drawn = visible.map(({ pin, at }) => `${pin.id}${at.x.toFixed(1)},${at.y.toFixed(1)}`).join();
    this.#stillFrames = drawn === this.#drawn ? this.#stillFrames + 1 : 0;
    this.#drawn = drawn;
    this.#report(visible.find(({ pin }) => pin.isCurrent));
    if (this.#stillFrames < STILL_FRAMES || this.#isTesting) this.#drawSoon();
  }

  #visiblePins(): VisiblePin[] {
    this.#positions.begin();
    const inView = [...this.#context.known.values()].flatMap((one) => {
      const isMark = one.pin.ghost === undefined && (this.areShown || one.pin.isFinding);
      const at = isMark ? this.#positions.find(one) : null;
      return at ? [{ one, at }] : [];
    });
    this.#isTesting = this.#positions.tests.run();
    return inView.flatMap(({ one, at }) =>
      this.#positions.tests.isCovered(one)
        ? []
        : [{ pin: one.pin, at, isDoubtful: one.status === 'doubtful' }],
    );
  }

  #drawOutline(): void {
    const { layer, known } = this.#context;
    const one = this.areShown && mayDraw() && this.#outlined !== null && known.get(this.#outlined);
    // What an open thread selects in its element is drawn already.
    const element = one && !(one.pin.isCurrent && one.pin.selection) ? one.element : null;
    if (element) this.#outline ??= new Outline(layer);
    this.#outline?.around(element);
  }

  /** Reports where the pin of the open thread is, beside which the viewer shows the thread. */
  #report(current: VisiblePin | undefined): void {
    const moved: PinMoved = { type: 'pinMoved', pin: current ? { id: current.pin.id, ...current.at } : null };
    const text = JSON.stringify(moved);
    if (text !== this.#reported) this.#context.send(moved);
    this.#reported = text;
  }
}
