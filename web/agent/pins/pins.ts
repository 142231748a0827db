import { describe } from '@stagelink/shared/locator/describe';
import { PICTURE_MAX, REVEAL_WAIT_MS } from '@stagelink/shared/preview/handshake';
import type { FromAgent, PinFinding, ToAgent } from '@stagelink/shared/preview/messages';
import type { Guard } from '../gate.ts';
import { excerptOf } from './excerpt.ts';
import { createFinder } from './finder.ts';
import { watchKeys } from './keys.ts';
import { createLayer } from './layer.ts';
import { watchLongPress } from './longPress.ts';
import { createMarks, type Seen } from './marks.ts';
import { nameOf } from './names.ts';
import { newId } from './newId.ts';
import { hold, own } from './own.ts';
import { readPageState } from './pageState.ts';
import { createPicker } from './picker.ts';
import { createPlaces } from './places.ts';
import { createReveal } from './reveal.ts';
import { createScrolling } from './scrolling.ts';
import { createShow } from './show.ts';
import { isDarkPage } from './tones.ts';
import { elementUnder } from './under.ts';
import { watch } from './watch.ts';

/** What the agent hands over to this file, which is loaded long after the prototype has begun. */
interface Agent {
  native: typeof own;
  gate: { guard: Guard | null };
  /** The path of the prototype's root on its host. */
  root: string;
  /** Where in the prototype we are. */
  routeNow: () => string;
  pictureUrl: string;
  /** Leaves a word for the next document; `kept` is what the last one left. */
  keep: (word: string) => void;
  kept: string | null;
  send: (message: FromAgent) => void;
}

export interface Pins {
  hear: (message: ToAgent) => void;
  /** The route may be another one. */
  moved: () => void;
}

/** Frames without a change before we stop looking. */
const STILL_FRAMES = 12;
const PRESS = /^(pointer|mouse)(down|up)$|^click$/;
const REPORT_MS = 150;
/** A page that has not loaded by then is drawn on all the same; before, a framework may still hydrate it. */
const DRAW_BY_MS = 6000;
/** A click comes this soon after the finger is lifted. */
const GESTURE_MS = 400;
const PICTURE_WAIT_MS = 4000;
const FINGER = /^(pointer|touch)/;

export function start({ native, gate, root, routeNow, pictureUrl, keep, kept, send }: Agent): Pins {
  hold(native);
  const layer = createLayer();
  const marks = createMarks(layer);
  const places = createPlaces();
  const reveal = createReveal(layer);
  const state = createShow({ root, routeNow, keep });
  const scrolling = createScrolling(send);
  let areShown = false;
  let observe: ((element: Element) => void) | undefined;
  let reported = '';
  let awaited: { id: string; until: number } | undefined;

  // What is drawn.

  let still = 0;
  let isDue = false;
  let drawn = '';

  const mayDraw = () => document.readyState === 'complete' || performance.now() > DRAW_BY_MS;

  function draw(): void {
    isDue = false;
    layer.mend();
    places.begin();
    const seen: Seen[] = [];
    if (areShown && mayDraw()) {
      for (const { pin, element, status } of finder.known.values()) {
        const at = element && places.see(element, pin.locator.offset);
        if (at) seen.push({ pin, at, isDoubtful: status === 'doubtful' });
      }
    }
    marks.draw(seen);
    const now = seen.map(({ pin, at }) => `${pin.id}${at.x.toFixed(1)},${at.y.toFixed(1)}`).join();
    still = now === drawn ? still + 1 : 0;
    drawn = now;
    if (still < STILL_FRAMES) drawSoon();
  }

  function drawSoon(): void {
    if (!isDue) own.nextFrame(draw);
    isDue = true;
  }

  function stir(): void {
    still = 0;
    drawSoon();
  }

  // What is known.

  let isReporting = false;

  function report(): void {
    isReporting = false;
    const findings: PinFinding[] = [];
    for (const { pin, status, confidence } of finder.known.values()) {
      if (status) findings.push({ id: pin.id, status, confidence: Math.round(confidence * 100) / 100 });
    }
    const text = JSON.stringify(findings);
    if (text === reported) return;
    reported = text;
    send({ type: 'pins', findings });
  }

  function revealAwaited(): void {
    const one = awaited && finder.known.get(awaited.id);
    if (!awaited || Date.now() > awaited.until) awaited = undefined;
    else if (one?.element) {
      awaited = undefined;
      state.leave();
      reveal(one.element, one.status === 'doubtful');
    }
  }

  const finder = createFinder(routeNow, () => {
    for (const { element } of finder.known.values()) if (element) observe?.(element);
    layer.setDark(isDarkPage());
    places.forget();
    revealAwaited();
    stir();
    if (isReporting) return;
    isReporting = true;
    own.later(report, REPORT_MS);
  });

  // What is picked.

  /** What comes after a pick belongs to it: the click, the finger that is lifted, the key that is let go. */
  let rest: { isFingerOfPage: boolean } | null = null;

  function endRestSoon(): void {
    const mine = rest && (rest = { ...rest });
    own.later(() => {
      if (rest === mine) rest = null;
    }, GESTURE_MS);
  }

  function isRest({ type }: Event): boolean {
    if (rest && (type === 'pointerup' || type === 'pointercancel')) endRestSoon();
    else if (type === 'pointerdown' || type === 'keydown') rest = null;
    // A page that got the press of a finger has to get its release too.
    return rest !== null && !(rest.isFingerOfPage && FINGER.test(type));
  }

  async function pictured(element: Element, pickId: string): Promise<void> {
    let isSaid = false;
    const say = (picture: ArrayBuffer | null) => {
      if (!isSaid) send({ type: 'pictured', pickId, picture });
      isSaid = true;
    };
    own.later(() => say(null), PICTURE_WAIT_MS);
    try {
      const { makePicture } = (await import(
        /* @vite-ignore */ pictureUrl
      )) as typeof import('../picture/picture.ts');
      say(await makePicture(element, layer.host, PICTURE_MAX));
    } catch {
      say(null);
    }
  }

  function picked(element: Element, x: number, y: number): void {
    const viewport = { width: own.widthOf(window), height: own.heightOf(window) };
    const described = describe(element, { x, y }, { box: own.boxOf(element), viewport });
    if (!described) return;
    const pickId = newId();
    send({
      type: 'picked',
      pickId,
      picked: {
        // As the prototype sees its route when it has an origin of its own.
        locator: { ...described, route: routeNow() },
        elementName: nameOf(element),
        elementHtml: excerptOf(element),
        page: readPageState(),
      },
    });
    void pictured(element, pickId);
  }

  const picker = createPicker(layer, {
    picked,
    changed: (isOn) => send({ type: 'picking', isOn }),
  });

  const lookOn = watchLongPress((x, y) => {
    const element = elementUnder(layer.host, x, y);
    if (!observe || !areShown || !element) return;
    rest = { isFingerOfPage: true };
    picked(element, x, y);
  });

  // What people do.

  const listenLast = watchKeys((key) => send({ type: 'key', key }));

  const isOnLayer = (event: Event) => own.targetOf(event) === layer.host;
  /** The last press began on a mark: its release and its click belong to the mark too, and of no other press. */
  let isMarkPressed = false;
  const isDragOfPage = (event: Event) => !isMarkPressed && ((event as MouseEvent).buttons ?? 0) > 0;

  function isPressOnMark(event: MouseEvent): boolean {
    // In a modal dialog nothing outside it can be hit, a mark included, but there it is.
    const ids = marks.at(event.clientX, event.clientY);
    if (event.type === 'pointerdown') isMarkPressed = ids.length > 0 || isOnLayer(event);
    const isOurs = isMarkPressed;
    if (event.type === 'click') {
      if (isOurs && ids.length > 0) send({ type: 'pinPressed', ids });
      isMarkPressed = false;
    }
    return isOurs;
  }

  function guard(event: Event): boolean {
    const { type } = event;
    if (picker.isOn()) {
      picker.take(event);
      if (!picker.isOn()) {
        rest = { isFingerOfPage: false };
        endRestSoon();
      }
      return true;
    }
    if (isRest(event)) return true;
    if (type === 'keydown') {
      isMarkPressed = false;
      listenLast();
    }
    lookOn(event);
    return PRESS.test(type) ? isPressOnMark(event as MouseEvent) : isOnLayer(event) && !isDragOfPage(event);
  }
  gate.guard = guard;
  if (kept !== null) state.resume(kept);

  function begin(): void {
    if (observe) return;
    if (!mayDraw()) own.later(stir, DRAW_BY_MS);
    observe = watch(layer.host, {
      content: finder.look,
      place() {
        places.forget();
        stir();
      },
      front() {
        layer.raise();
        places.forget();
        stir();
      },
    });
  }

  return {
    moved: finder.turn,
    hear(message) {
      if (message.type === 'pick') {
        if (message.isOn) {
          layer.setDark(isDarkPage());
          picker.start();
        } else picker.stop();
      } else if (message.type === 'pins') {
        begin();
        // Whoever says this may be another viewer, who was told nothing yet.
        reported = '';
        ({ areShown } = message);
        finder.tell(message.pins);
        stir();
      } else if (message.type === 'reveal') {
        awaited = { id: message.id, until: Date.now() + REVEAL_WAIT_MS };
        revealAwaited();
      } else if (message.type === 'show') state.show(message.route, message.page);
      else if (message.type === 'watchScroll') scrolling.watch(message.isOn);
      else if (message.type === 'scrollTo') scrolling.to(message.x, message.y);
    },
  };
}
