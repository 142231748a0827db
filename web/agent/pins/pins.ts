import { describe } from '@stagelink/shared/locator/describe';
import { labelOf } from '@stagelink/shared/locator/role';
import { PICTURE_MAX, REVEAL_WAIT_MS } from '@stagelink/shared/preview/handshake';
import type { DrawnPin, FromAgent, PinFinding, PinMoved, ToAgent } from '@stagelink/shared/preview/messages';
import type { EventGuard } from '../gate.ts';
import type { OutlinePlace } from '@stagelink/shared/preview/pageOutline';
import type { Selection } from '@stagelink/shared/preview/selection';
import type { OutlineReader } from '../pageOutline/outline.ts';
import type { Selecting } from '../selection/selection.ts';
import { excerptOf } from './excerpt.ts';
import { createFinder } from './finder.ts';
import { watchKeys } from './keys.ts';
import { createLayer } from './layer.ts';
import { watchLongPress } from './longPress.ts';
import { createLinks } from './links.ts';
import { createMarks, type Seen } from './marks.ts';
import { nameOf } from './names.ts';
import { newId } from './newId.ts';
import { useNative, own } from './own.ts';
import { createOutline, type Outline } from './outline.ts';
import { readPageState } from './pageState.ts';
import { createPicker } from './picker.ts';
import { createPlaces } from './places.ts';
import { createReveal } from './reveal.ts';
import { createScrolling } from './scrolling.ts';
import { createShow } from './show.ts';
import { isDarkPage } from './tones.ts';
import { elementUnder } from './under.ts';
import { watch } from './watch.ts';

/** What the agent passes to this file, which loads long after the prototype's scripts. */
interface Agent {
  native: typeof own;
  gate: { guard: EventGuard | null };
  /** The path of the prototype's root on its host. */
  root: string;
  routeNow: () => string;
  pictureUrl: string;
  /** Passes a string to the next document; `kept` is the one of the previous document. */
  keep: (word: string) => void;
  kept: string | null;
  send: (message: FromAgent) => void;
}

export interface Pins {
  take: (message: ToAgent) => void;
  /** The route may have changed. */
  moved: () => void;
}

/** Frames without a change before drawing pauses. */
const STILL_FRAMES = 12;
const PRESS = /^(pointer|mouse)(down|up)$|^click$/;
const REPORT_MS = 150;
/** Drawing starts at the latest now. Earlier, a framework may still hydrate the page. */
const DRAW_BY_MS = 6000;
/** Clipping ancestors are found anew at most this often, because a page may change in each frame. */
const SURROUNDINGS_MS = 100;
/** A click follows the end of a touch within this time. */
const GESTURE_MS = 400;
const PICTURE_WAIT_MS = 4000;
const JUMP_AGAIN_MS = 250;
const FINGER = /^(pointer|touch)/;

export function start({ native, gate, root, routeNow, pictureUrl, keep, kept, send }: Agent): Pins {
  useNative(native);
  const layer = createLayer();
  const marks = createMarks(layer);
  const places = createPlaces();
  const reveal = createReveal(layer);
  const state = createShow({ root, routeNow, keep });
  const scrolling = createScrolling(send);
  const links = createLinks(root, send);
  let areShown = false;
  let threadPins: DrawnPin[] = [];
  let findingPins: DrawnPin[] = [];
  let observe: ((element: Element) => void) | undefined;
  let reported = '';
  let awaited: { id: string; until: number } | undefined;
  let outline: Outline | undefined;
  let outlined: string | null = null;

  // Drawing.

  let still = 0;
  let isDue = false;
  let drawn = '';
  let followed = '';

  const mayDraw = () => document.readyState === 'complete' || performance.now() > DRAW_BY_MS;

  function draw(): void {
    isDue = false;
    layer.mend();
    places.begin();
    const seen: Seen[] = [];
    if (mayDraw()) {
      for (const { pin, element, status } of finder.known.values()) {
        if (!areShown && !pin.isFinding) continue;
        const at = element && places.see(element, pin.locator.offset);
        if (at) seen.push({ pin, at, isDoubtful: status === 'doubtful' });
      }
    }
    marks.draw(seen);
    selecting?.draw(finder.known.values());
    drawOutline();
    const now = seen.map(({ pin, at }) => `${pin.id}${at.x.toFixed(1)},${at.y.toFixed(1)}`).join();
    still = now === drawn ? still + 1 : 0;
    drawn = now;
    follow(seen.find(({ pin }) => pin.isCurrent));
    if (still < STILL_FRAMES) drawSoon();
  }

  function drawOutline(): void {
    const one = areShown && mayDraw() && outlined !== null && finder.known.get(outlined);
    const element = one ? one.element : null;
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

  function drawSoon(): void {
    if (!isDue) own.nextFrame(draw);
    isDue = true;
  }

  function stir(): void {
    still = 0;
    drawSoon();
  }

  let isForgetting = false;

  function forgetSoon(): void {
    if (isForgetting) return;
    isForgetting = true;
    own.later(() => {
      isForgetting = false;
      places.forget();
      stir();
    }, SURROUNDINGS_MS);
  }

  // Status.

  let isReporting = false;

  function report(): void {
    isReporting = false;
    const findings: PinFinding[] = [];
    for (const { pin, status, confidence } of finder.known.values()) {
      if (status && !pin.isFinding)
        findings.push({ id: pin.id, status, confidence: Math.round(confidence * 100) / 100 });
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

  // Parts of elements.

  let selecting: Selecting | undefined;

  let loading: Promise<void> | undefined;

  /** Loads the code of selections, which most pages never need. */
  async function load(): Promise<void> {
    const { createSelecting } = (await import(
      /* @vite-ignore */ partUrl('selection.js')
    )) as typeof import('../selection/selection.ts');
    selecting = createSelecting(own, layer, (...part) => {
      picker.stop();
      picked(...part);
    });
  }

  const withSelecting = (act: () => void) => void (loading ??= load()).then(act, () => {});

  // Outline of the page.

  let reading: Promise<OutlineReader> | undefined;

  async function loadOutline(): Promise<OutlineReader> {
    const { createPageOutline } = (await import(
      /* @vite-ignore */ pictureUrl.replace(/[^/]+$/, 'outline.js')
    )) as typeof import('../pageOutline/outline.ts');
    return createPageOutline({ own, host: layer.host, labelOf, routeNow });
  }

  /** Without a reply the viewer stops waiting. */
  const withOutline = (act: (reader: OutlineReader) => void) =>
    void (reading ??= loadOutline()).then(own.withoutErrors(act), () => (reading = undefined));

  /** The page may still be loading. */
  function jump(reader: OutlineReader, place: OutlinePlace, until: number): void {
    const element = reader.find(place);
    if (element) reveal(element, false);
    else if (Date.now() < until) own.later(() => jump(reader, place, until), JUMP_AGAIN_MS);
  }

  // Picking.

  /** Events after a pick belong to it: the click, the touch release, the key release. */
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
    // A page that received a touch press must receive its release.
    return rest !== null && !(rest.isFingerOfPage && FINGER.test(type));
  }

  /** Makes a picture of an element or the selected part of it, or of the first page. */
  async function pictured(element: Element | null, pickId: string, selection?: Selection): Promise<void> {
    let isSent = false;
    const say = (picture: ArrayBuffer | null) => {
      if (!isSent) send({ type: 'pictured', pickId, picture });
      isSent = true;
    };
    if (element) own.later(() => say(null), PICTURE_WAIT_MS);
    try {
      const { makePicture, makeFirstPage } = (await import(
        /* @vite-ignore */ pictureUrl
      )) as typeof import('../picture/picture.ts');
      const { host } = layer;
      say(
        await (element
          ? makePicture(element, host, PICTURE_MAX, selection)
          : makeFirstPage(host, PICTURE_MAX)),
      );
    } catch {
      say(null);
    }
  }

  const partUrl = (name: string) => pictureUrl.replace(/[^/]+$/, name);

  async function audit(auditId: string): Promise<void> {
    let result: string | null = null;
    try {
      const { audit: measure } = (await import(
        /* @vite-ignore */ partUrl('audit.js')
      )) as typeof import('../audit/audit.ts');
      const progress = (part: number) => send({ type: 'auditing', auditId, part });
      result = await measure({ own, host: layer.host, root, routeNow, axeUrl: partUrl('axe.js'), progress });
    } catch {
      // The viewer offers to try again.
    }
    send({ type: 'audited', auditId, result });
  }

  function picked(element: Element, x: number, y: number, selection?: Selection): void {
    const viewport = { width: own.widthOf(window), height: own.heightOf(window) };
    const described = describe(element, { x, y }, { box: own.boxOf(element), viewport });
    if (!described) return;
    const pickId = newId();
    send({
      type: 'picked',
      pickId,
      picked: {
        // The route as the prototype sees it on its own origin.
        locator: { ...described, route: routeNow() },
        elementName: nameOf(element),
        elementHtml: excerptOf(element),
        page: readPageState(),
        selection,
      },
    });
    void pictured(element, pickId, selection);
  }

  const picker = createPicker(layer, {
    picked,
    dragged: (...drag) => selecting?.drag(...drag),
    changed: (isOn) => send({ type: 'picking', isOn }),
  });

  const onLongPressEvent = watchLongPress((x, y) => {
    const element = elementUnder(layer.host, x, y);
    if (!observe || !areShown || !element) return;
    rest = { isFingerOfPage: true };
    picked(element, x, y);
  });

  // Input.

  const listenLast = watchKeys((key) => send({ type: 'key', key }));

  const isOnLayer = (event: Event) => own.targetOf(event) === layer.host;
  /** The last press began on a marker: its release and click belong to the marker. */
  let isMarkPressed = false;
  const isDragOfPage = (event: Event) => !isMarkPressed && ((event as MouseEvent).buttons ?? 0) > 0;

  function press(ids: string[]): void {
    const isFinding = (id: string) => findingPins.some((pin) => pin.id === id);
    const threads = ids.filter((id) => !isFinding(id));
    if (threads.length > 0) send({ type: 'pinPressed', ids: threads });
    else if (ids.length > 0) send({ type: 'findingPressed', ids });
  }

  function isPressOnMark(event: MouseEvent): boolean {
    // A modal dialog makes markers outside it inert to hit tests, so use their geometry.
    const ids = marks.at(event.clientX, event.clientY);
    if (event.type === 'pointerdown') isMarkPressed = ids.length > 0 || isOnLayer(event);
    const isOurs = isMarkPressed;
    if (event.type === 'click') {
      if (isOurs) press(ids);
      isMarkPressed = false;
    }
    return isOurs;
  }

  function guardPicking(event: Event): boolean | 'default' {
    const isTaken = picker.take(event);
    if (!picker.isOn()) {
      rest = { isFingerOfPage: false };
      endRestSoon();
    }
    return isTaken || 'default';
  }

  function guard(event: Event): boolean | 'default' {
    const { type } = event;
    if (picker.isOn()) return guardPicking(event);
    if (isRest(event)) return true;
    if (type === 'keydown') {
      isMarkPressed = false;
      listenLast();
    }
    onLongPressEvent(event);
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
        forgetSoon();
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
    take(message) {
      if (message.type === 'pick') {
        if (message.isOn) {
          layer.setDark(isDarkPage());
          picker.start();
          withSelecting(() => message.takesSelection && picker.isOn() && selecting?.read());
        } else picker.stop();
      } else if (message.type === 'pins') {
        begin();
        // The sender may be a new viewer without any status yet.
        reported = '';
        ({ areShown } = message);
        threadPins = message.pins;
        finder.setPins([...threadPins, ...findingPins]);
        if (message.pins.some((pin) => pin.isCurrent && pin.selection)) withSelecting(stir);
        stir();
      } else if (message.type === 'findings') {
        begin();
        findingPins = message.pins;
        finder.setPins([...threadPins, ...findingPins]);
        stir();
      } else if (message.type === 'audit') void audit(message.auditId);
      else if (message.type === 'reveal') {
        awaited = { id: message.id, until: Date.now() + REVEAL_WAIT_MS };
        revealAwaited();
      } else if (message.type === 'outline') {
        outlined = message.id;
        stir();
      } else if (message.type === 'show') state.show(message.route, message.page);
      else if (message.type === 'picture') void pictured(null, message.pickId);
      else if (message.type === 'watchLinks') links.watch(message.isOn);
      else if (message.type === 'watchScroll') scrolling.watch(message.isOn);
      else if (message.type === 'readOutline')
        withOutline((reader) => send({ type: 'outlined', id: message.id, outline: reader.read() }));
      else if (message.type === 'jump')
        withOutline((reader) => jump(reader, message, Date.now() + REVEAL_WAIT_MS));
      else if (message.type === 'scrollTo') scrolling.to(message.x, message.y);
    },
  };
}
