import { findAll } from '@stagelink/shared/locator/find';
import { isSamePage } from '@stagelink/shared/preview/routes';
import type { DrawnPin, FromAgent, ToAgent } from '@stagelink/shared/preview/messages';
import type { Selection } from '@stagelink/shared/preview/selection';
import type { Gate } from '../gate.ts';
import type { Picking } from '../picking/picking.ts';
import type { TypedText } from '../typing.ts';
import { above } from './above.ts';
import { createDrawing } from './drawing.ts';
import { Finder } from './finder.ts';
import { createFocusHold } from './focus.ts';
import { createGuard } from './guard.ts';
import { withoutAnchor } from './hashes.ts';
import { watchHiding } from './hiding.ts';
import { formerKeyOf } from './keys.ts';
import { createLayer } from './layer.ts';
import { createLinks } from './links.ts';
import { newId } from './newId.ts';
import { useNative, own } from './own.ts';
import { createOwnQuery } from './ownQuery.ts';
import { isOpen } from './pageState.ts';
import {
  createOutlines,
  createPickings,
  createReopenings,
  createSelections,
  createTreePart,
  sendAudit,
  sendPicture,
} from './parts.ts';
import { createPassed } from './passed.ts';
import { createAwaitedReveal, createReveal } from './reveal.ts';
import { createScrolling } from './scrolling.ts';
import { createStatusReport } from './statusReport.ts';
import { isDarkPage } from './tones.ts';
import { watch } from './watch.ts';

/** What the agent passes to this file, which loads long after the prototype's scripts. */
interface Agent {
  native: typeof own;
  gate: Gate;
  /** The path of the prototype's root on its host. */
  root: string;
  routeNow: () => string;
  typed: () => TypedText[];
  /** Passes a string to the next document; `kept` is the one of the previous document. */
  keep: (word: string) => void;
  kept: string | null;
  /** Reports the page's state again if it has changed. */
  report: () => void;
  send: (message: FromAgent) => void;
}

export interface Pins {
  take: (message: PinMessage) => void;
  /** The route may have changed. */
  moved: () => void;
  /** Returns a route without what differs at each load. */
  pageOf: (route: string) => string;
}

/** The agent handles the others itself. */
export type PinMessage = Exclude<ToAgent, { type: 'reload' | 'refresh' | 'report' }>;
type Handlers = { [T in PinMessage['type']]: (message: Extract<PinMessage, { type: T }>) => void };

/** A page may replace its document without any event. */
const REPLACED_MS = 500;

/** Keeps the pins of threads and of findings, which arrive in messages of their own. */
function createPinSets(finder: Finder) {
  let threads: DrawnPin[] = [];
  let findings: DrawnPin[] = [];

  return {
    setThreads(next: DrawnPin[]): void {
      threads = next;
      finder.setPins([...threads, ...findings]);
    },
    setFindings(next: DrawnPin[]): void {
      findings = next;
      finder.setPins([...threads, ...findings]);
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

export function start({ native, gate, root, typed, report, send, ...agent }: Agent): Pins {
  useNative(native);
  const passed = createPassed(agent);
  const ownQuery = createOwnQuery(passed.ownQuery);
  const routeNow = () => ownQuery.without(agent.routeNow());
  const layer = createLayer();
  const partUrl = (name: string) => import.meta.url.replace(/[^/]+$/, name);
  let changed = 0;
  const context = { host: layer.host, root, routeNow, typed, partUrl, changedAt: () => changed, send };
  const isClosed = (pin: DrawnPin) => reopening.now()?.isClosed(pin) ?? false;
  const finder = new Finder({ routeNow, pageOf: ownQuery.without, isClosed }, onRound, () => treePart.now());
  const { known } = finder;
  const look = () => finder.look([]);
  const treePart = createTreePart(context, known);
  const pins = createPinSets(finder);
  const { host } = layer;
  const reopening = createReopenings(partUrl, {
    own,
    host,
    root,
    routeNow,
    typed,
    keep: passed.keepShown,
    known,
    look,
    findAll,
    above,
    isOpen,
    isSamePage,
    send,
  });
  const status = createStatusReport(
    known,
    {
      isTreeAwaited: ({ isJudged }) => !isJudged && !treePart.hasFailed(),
      hiddenTest: () => reopening.now()?.hiddenTest(),
    },
    send,
  );
  const reveal = createReveal(layer);
  const awaited = createAwaitedReveal(known, (...found) => {
    reopening.now()?.leave();
    reveal(...found);
  });
  const selections = createSelections(context, layer, (...part) => {
    const sendPart = picked(...part);
    picking.now()?.picker.stop();
    sendPart();
  });
  const drawing = createDrawing({ layer, known, selecting: selections.now, send });
  const picking = createPickings(context, layer, {
    picked,
    dragged: (...drag) => selections.now()?.drag(...drag),
    changed: (isOn) => send({ type: 'picking', isOn }),
  });
  const focus = createFocusHold(send);
  /** Picking may end before its code is loaded. */
  let isWanted = false;
  let observe: ((element: Element) => void) | undefined;

  function onRound(): void {
    for (const { element } of known.values()) if (element) observe?.(element);
    layer.setDark(isDarkPage());
    awaited.check();
    drawing.redraw();
    status.soon();
  }

  /** Describes a picked element. Returns a function that sends it. */
  function picked(element: Element, x: number, y: number, selection?: Selection): () => void {
    const actions = reopening.now()?.actionsFor(element);
    const around = { route: withoutAnchor(routeNow()), typed: typed(), selection, actions };
    const found = picking.now()?.describe(element, { x, y }, around);
    return () => {
      if (!found) return;
      const pickId = newId();
      // The field of the comment is about to take the keyboard.
      focus.set(true);
      send({ type: 'picked', pickId, picked: found });
      void sendPicture(context, element, pickId, selection);
    };
  }

  function begin(): void {
    if (observe) return;
    drawing.begin();
    changed = performance.now();
    reopening.load(look);
    observe = watch(layer.host, {
      all: (changes) => reopening.now()?.changed(changes),
      content(changes) {
        changed = performance.now();
        finder.look(changes);
      },
      place() {
        status.soon();
        drawing.forgetSoon();
        drawing.redraw();
      },
      front() {
        layer.raise();
        drawing.forget();
        drawing.redraw();
      },
    });
  }

  const guard = createGuard({
    host,
    isPicking: picking.isOn,
    pick: (event) => picking.now()?.picker.take(event) ?? false,
    pinsAt: drawing.pinsAt,
    pressed: (ids) => pins.press(ids, send),
    takesLongPress(x, y) {
      const isTaken = observe !== undefined && drawing.areShown();
      if (isTaken) picking.load(({ elementAt }) => picked(elementAt(x, y), x, y)());
      return isTaken;
    },
    isForViewer: focus.takes,
    send,
  });
  gate.guard = (event) => {
    if (event.type === 'submit') return reopening.now()?.isRunning() ?? false;
    const isTaken = guard(event);
    if (!isTaken) reopening.now()?.take(event);
    return isTaken;
  };
  // A key may have been typed into a field of a web component, which only its input shows.
  const hasInput = typed().some(({ element }) => element !== null);
  const key = gate.key && !hasInput ? formerKeyOf(gate.key) : null;
  if (key) send({ type: 'key', key });
  const { shown } = passed;
  if (shown !== null) reopening.load((part) => part.resume(shown));
  passed.whenLeaving(ownQuery.names);
  watchHiding(send);
  const { documentElement } = document;
  own.repeat(() => {
    if (document.documentElement === documentElement) return;
    // Another agent takes over, and draws the pins.
    finder.setPins([]);
    report();
  }, REPLACED_MS);
  // The agent has reported the first route before this file was loaded.
  own.later(report, 0);

  const links = createLinks(root, send);
  const scrolling = createScrolling(send);
  const outlines = createOutlines(context, (element) => reveal(element, false));
  const handlers: Handlers = {
    pick({ isOn, takesSelection, isArea }) {
      isWanted = isOn;
      if (!isOn) return picking.now()?.picker.stop();
      const begin = ({ picker }: Picking) => {
        if (!isWanted) return;
        // The keys that walk along the page are for the picker.
        focus.set(false);
        layer.setDark(isDarkPage());
        picker.start(isArea === true);
        selections.load(() => takesSelection && picker.isOn && selections.now()?.read());
      };
      picking.load(begin, () => send({ type: 'picking', isOn: false, isBlocked: true }));
    },
    pins({ pins: threads, areShown }) {
      begin();
      // The sender may be a new viewer without any status yet.
      status.reset();
      drawing.setShown(areShown);
      pins.setThreads(threads);
      if (threads.some((pin) => pin.isCurrent && pin.selection)) selections.load(drawing.redraw);
      drawing.redraw();
    },
    findings({ pins: findings }) {
      begin();
      pins.setFindings(findings);
      drawing.redraw();
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
      picking.load(() => picked(element, left + width / 2, top + height / 2)());
    },
    reveal({ id, isOther }) {
      const other = isOther && known.get(id)?.other;
      if (other) reveal(other, true);
      else awaited.request(id);
    },
    holdFocus: ({ isOn }) => focus.set(isOn),
    // Replaces the entry, so that Back leaves the prototype; a bare hash would resolve against its <base>.
    goTo: ({ hash }) => location.replace(location.href.replace(/#.*/, '') + hash),
    outline: ({ id }) => drawing.outline(id),
    show: ({ route, page }) => reopening.load((part) => part.show(route, page)),
    reopen: ({ id, page }) => reopening.load((part) => void part.reopen(id, page)),
    picture: ({ pickId }) => void sendPicture(context, null, pickId),
    watchLinks: ({ isOn }) => links.watch(isOn),
    watchScroll: ({ isOn }) => scrolling.watch(isOn),
    readOutline: ({ id }) => outlines.read(id),
    jump: (place) => outlines.jump(place),
    scrollTo: ({ x, y }) => scrolling.to(x, y),
  };
  return {
    moved: () => finder.turn(),
    pageOf: ownQuery.without,
    take: (message) => (handlers[message.type] as (message: PinMessage) => void)(message),
  };
}
