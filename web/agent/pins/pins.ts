import type { DrawnPin, FromAgent, ToAgent } from '@stagelink/shared/preview/messages';
import type { Selection } from '@stagelink/shared/preview/selection';
import type { EventGuard } from '../gate.ts';
import type { TypedText } from '../typing.ts';
import { createDrawing } from './drawing.ts';
import { createFinder, type Finder } from './finder.ts';
import { createGuard } from './guard.ts';
import { createLayer } from './layer.ts';
import { createLinks } from './links.ts';
import { newId } from './newId.ts';
import { useNative, own } from './own.ts';
import { createOutlines, createSelections, createTreePart, sendAudit, sendPicture } from './parts.ts';
import { describePicked } from './picked.ts';
import { createPicker } from './picker.ts';
import { createAwaitedReveal, createReveal } from './reveal.ts';
import { createScrolling } from './scrolling.ts';
import { createShow } from './show.ts';
import { createStatusReport } from './statusReport.ts';
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
  typed: () => TypedText[];
  pictureUrl: string;
  /** Passes a string to the next document; `kept` is the one of the previous document. */
  keep: (word: string) => void;
  kept: string | null;
  send: (message: FromAgent) => void;
}

export interface Pins {
  take: (message: PinMessage) => void;
  /** The route may have changed. */
  moved: () => void;
}

/** The agent handles the others itself. */
export type PinMessage = Exclude<ToAgent, { type: 'reload' | 'goTo' | 'refresh' | 'report' }>;
type Handlers = { [T in PinMessage['type']]: (message: Extract<PinMessage, { type: T }>) => void };

/** Keeps the pins of threads and of findings, which arrive in messages of their own. */
function createPinSets({ setPins }: Finder) {
  let threads: DrawnPin[] = [];
  let findings: DrawnPin[] = [];

  return {
    setThreads(next: DrawnPin[]): void {
      threads = next;
      setPins([...threads, ...findings]);
    },
    setFindings(next: DrawnPin[]): void {
      findings = next;
      setPins([...threads, ...findings]);
    },
    /** Reports a press on a marker: of its threads, or of its findings if it has no thread. */
    press(ids: string[], send: (message: FromAgent) => void): void {
      const isFinding = (id: string) => findings.some((pin) => pin.id === id);
      const pressed = ids.filter((id) => !isFinding(id));
      if (pressed.length > 0) send({ type: 'pinPressed', ids: pressed });
      else if (ids.length > 0) send({ type: 'findingPressed', ids });
    },
  };
}

export function start({ native, gate, root, routeNow, typed, pictureUrl, keep, kept, send }: Agent): Pins {
  useNative(native);
  const layer = createLayer();
  const partUrl = (name: string) => pictureUrl.replace(/[^/]+$/, name);
  let changed = 0;
  const context = { host: layer.host, root, routeNow, typed, partUrl, changedAt: () => changed, send };
  const finder = createFinder(routeNow, onRound, () => treePart.now());
  const { known } = finder;
  const treePart = createTreePart(context, known);
  const pins = createPinSets(finder);
  const status = createStatusReport(
    known,
    ({ pin, isJudged }) => pin.tree !== undefined && !isJudged && !treePart.hasFailed(),
    send,
  );
  const state = createShow({ root, routeNow, keep });
  const reveal = createReveal(layer);
  const awaited = createAwaitedReveal(known, (...found) => {
    state.leave();
    reveal(...found);
  });
  const selections = createSelections(context, layer, (...part) => {
    picker.stop();
    picked(...part);
  });
  const drawing = createDrawing({ layer, known, selecting: selections.now, send });
  const picker = createPicker(layer, {
    picked,
    dragged: (...drag) => selections.now()?.drag(...drag),
    changed: (isOn) => send({ type: 'picking', isOn }),
  });
  let observe: ((element: Element) => void) | undefined;

  function onRound(): void {
    for (const { element } of known.values()) if (element) observe?.(element);
    layer.setDark(isDarkPage());
    drawing.forget();
    awaited.check();
    drawing.stir();
    status.soon();
  }

  function picked(element: Element, x: number, y: number, selection?: Selection): void {
    const found = describePicked(element, { x, y }, routeNow(), selection);
    if (!found) return;
    const pickId = newId();
    send({ type: 'picked', pickId, picked: found });
    void sendPicture(context, element, pickId, selection);
  }

  function begin(): void {
    if (observe) return;
    drawing.begin();
    changed = performance.now();
    observe = watch(layer.host, {
      content() {
        changed = performance.now();
        finder.look();
      },
      place() {
        drawing.forgetSoon();
        drawing.stir();
      },
      front() {
        layer.raise();
        drawing.forget();
        drawing.stir();
      },
    });
  }

  gate.guard = createGuard({
    host: layer.host,
    picker,
    pinsAt: drawing.pinsAt,
    pressed: (ids) => pins.press(ids, send),
    takesLongPress(x, y) {
      const element = observe && drawing.areShown() ? elementUnder(layer.host, x, y) : null;
      if (element) picked(element, x, y);
      return element !== null;
    },
    send,
  });
  if (kept !== null) state.resume(kept);

  const links = createLinks(root, send);
  const scrolling = createScrolling(send);
  const outlines = createOutlines(context, (element) => reveal(element, false));
  const handlers: Handlers = {
    pick({ isOn, takesSelection, isArea }) {
      if (!isOn) return picker.stop();
      layer.setDark(isDarkPage());
      picker.start(isArea === true);
      selections.load(() => takesSelection && picker.isOn() && selections.now()?.read());
    },
    pins({ pins: threads, areShown }) {
      begin();
      // The sender may be a new viewer without any status yet.
      status.reset();
      drawing.setShown(areShown);
      pins.setThreads(threads);
      if (threads.some((pin) => pin.isCurrent && pin.selection)) selections.load(drawing.stir);
      drawing.stir();
    },
    findings({ pins: findings }) {
      begin();
      pins.setFindings(findings);
      drawing.stir();
    },
    audit({ auditId }) {
      begin();
      void sendAudit(context, auditId);
    },
    trees: ({ trees }) =>
      treePart.load((part) => {
        part.add(trees);
        finder.turn();
      }, status.soon),
    readTree: (request) =>
      treePart.load(
        (part) => part.send(request),
        () => send({ type: 'treeRead', id: request.id, tree: null, nodes: [] }),
      ),
    choose({ id, isOther }) {
      const one = known.get(id);
      const element = isOther ? one?.other : one?.element;
      if (!element) return;
      const { left, top, width, height } = own.boxOf(element);
      picked(element, left + width / 2, top + height / 2);
    },
    reveal({ id, isOther }) {
      const other = isOther && known.get(id)?.other;
      if (other) reveal(other, true);
      else awaited.request(id);
    },
    outline: ({ id }) => drawing.outline(id),
    show: ({ route, page }) => state.show(route, page),
    picture: ({ pickId }) => void sendPicture(context, null, pickId),
    watchLinks: ({ isOn }) => links.watch(isOn),
    watchScroll: ({ isOn }) => scrolling.watch(isOn),
    readOutline: ({ id }) => outlines.read(id),
    jump: (place) => outlines.jump(place),
    scrollTo: ({ x, y }) => scrolling.to(x, y),
  };
  return {
    moved: finder.turn,
    take: (message) => (handlers[message.type] as (message: PinMessage) => void)(message),
  };
}
