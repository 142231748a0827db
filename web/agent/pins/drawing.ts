import type { FromAgent, PinMoved } from '@stagelink/shared/preview/messages';
import type { Selecting } from '../selection/selection.ts';
import type { Finder } from './finder.ts';
import type { Layer } from './layer.ts';
import { createMarks, type Seen } from './marks.ts';
import { createOutline, type Outline } from './outline.ts';
import { own } from './own.ts';
import { createPlaces } from './places.ts';

interface DrawingContext {
  layer: Layer;
  known: Finder['known'];
  /** The code that draws selections, once it is loaded. */
  selecting: () => Selecting | undefined;
  send: (message: FromAgent) => void;
}

export interface Drawing {
  /** Draws frames until nothing has moved for a while. */
  redraw: () => void;
  /** Finds anew what hides the elements of pins: at once, or soon. */
  forget: () => void;
  forgetSoon: () => void;
  /** Shows or hides the pins of threads; those of findings are always shown. */
  setShown: (areShown: boolean) => void;
  areShown: () => boolean;
  /** Outlines the element of a pin; null outlines none. */
  outline: (id: string | null) => void;
  /** Returns the ids of the pins at a point of the screen. */
  pinsAt: (x: number, y: number) => string[];
  /** Draws when the page is late with loading. Called once. */
  begin: () => void;
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
export function createDrawing({ layer, known, selecting, send }: DrawingContext): Drawing {
  const marks = createMarks(layer);
  const places = createPlaces(layer.host);
  let areShown = false;
  let outline: Outline | undefined;
  let outlined: string | null = null;
  let still = 0;
  let isDue = false;
  let isForgetting = false;
  /** What is in front of some pins is not known yet. */
  let isBehind = false;
  let drawn = '';
  let followed = '';

  function visiblePins(): Seen[] {
    if (!mayDraw()) return [];
    const inView = [...known.values()].flatMap((one) => {
      const at = areShown || one.pin.isFinding ? places.see(one) : null;
      return at ? [{ one, at }] : [];
    });
    isBehind = places.test();
    return inView.flatMap(({ one, at }) =>
      places.isCovered(one) ? [] : [{ pin: one.pin, at, isDoubtful: one.status === 'doubtful' }],
    );
  }

  function drawOutline(): void {
    const one = areShown && mayDraw() && outlined !== null && known.get(outlined);
    // What an open thread selects in its element is drawn already.
    const element = one && !(one.pin.isCurrent && one.pin.selection) ? one.element : null;
    if (element) outline ??= createOutline(layer);
    outline?.around(element);
  }

  /** Reports the place of the open thread, which the viewer shows beside its pin. */
  function follow(current: Seen | undefined): void {
    const moved: PinMoved = { type: 'pinMoved', pin: current ? { id: current.pin.id, ...current.at } : null };
    const place = JSON.stringify(moved);
    if (place !== followed) send(moved);
    followed = place;
  }

  function draw(): void {
    isDue = false;
    layer.restore();
    places.begin();
    const seen = visiblePins();
    marks.draw(seen);
    selecting()?.draw(known.values());
    drawOutline();
    const now = seen.map(({ pin, at }) => `${pin.id}${at.x.toFixed(1)},${at.y.toFixed(1)}`).join();
    still = now === drawn ? still + 1 : 0;
    drawn = now;
    follow(seen.find(({ pin }) => pin.isCurrent));
    if (still < STILL_FRAMES || isBehind) drawSoon();
  }

  function drawSoon(): void {
    if (!isDue) own.nextFrame(draw);
    isDue = true;
  }

  function redraw(): void {
    still = 0;
    drawSoon();
  }

  return {
    redraw,
    forget: places.forget,
    forgetSoon() {
      if (isForgetting) return;
      isForgetting = true;
      own.later(() => {
        isForgetting = false;
        places.forget();
        redraw();
      }, SURROUNDINGS_MS);
    },
    setShown(shown) {
      areShown = shown;
    },
    areShown: () => areShown,
    outline(id) {
      outlined = id;
      redraw();
    },
    pinsAt: marks.at,
    begin() {
      if (!mayDraw()) own.later(redraw, DRAW_BY_MS);
      own.repeat(() => known.size > 0 && drawSoon(), LOOK_MS);
    },
  };
}
