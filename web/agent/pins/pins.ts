import { REVEAL_WAIT_MS } from '@stagelink/shared/preview/handshake';
import type { FromAgent, ToAgent } from '@stagelink/shared/preview/messages';
import type { Faults } from '../faults.ts';
import type { Gate } from '../gate.ts';
import type { Timers } from '../timers.ts';
import type { TypedText } from '../typing.ts';
import { DrawnPins } from './drawnPins.ts';
import { FocusHold } from './focus.ts';
import { createGuard, type Parts } from './guard.ts';
import { watchHiding } from './hiding.ts';
import { formerKeyOf } from './keys.ts';
import { Layer } from './layer.ts';
import { createLinks } from './links.ts';
import { useNative, own } from './own.ts';
import { createOwnQuery } from './ownQuery.ts';
import {
  createOutlines,
  createPickings,
  createSelections,
  type PartContext,
  sendAudit,
  sendPicture,
} from './parts.ts';
import { createPassed } from './passed.ts';
import { Picks } from './picks.ts';
import { createScrolling } from './scrolling.ts';

/** What the agent passes to this file, which loads long after the prototype's scripts. */
interface Agent {
  native: typeof own;
  gate: Gate;
  /** The path of the prototype's root on its host. */
  root: string;
  routeNow: () => string;
  typed: () => TypedText[];
  faults: Faults;
  timers: Timers;
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

/** Reports a key of the viewer that was pressed before this file was loaded. */
function sendFormerKey({ key }: Gate, { typed, send }: PartContext): void {
  // A key may have been typed into a field of a web component, which only its input shows.
  const hasInput = typed().some(({ element }) => element !== null);
  const former = key && !hasInput ? formerKeyOf(key) : null;
  if (former) send({ type: 'key', key: former });
}

function watchReplaced(replaced: () => void): void {
  const { documentElement } = document;
  own.repeat(() => document.documentElement !== documentElement && replaced(), REPLACED_MS);
}

function createHandlers({ context, pins, picks, focus }: Parts): Handlers {
  const { root, send } = context;
  const { drawing, reopening, reveal } = pins;
  const links = createLinks(root, send);
  const scrolling = createScrolling(send);
  const outlines = createOutlines(context, (element) => reveal.show(element, false));
  return {
    pick(request) {
      if (!request.isOn) return picks.stop();
      picks.start(request, () => send({ type: 'picking', isOn: false, isBlocked: true }));
    },
    finishPick: () => picks.finish(),
    pins(threads) {
      pins.setThreads(threads);
      picks.outlineFurther(threads.pins);
    },
    findings: (findings) => pins.setFindings(findings),
    ghosts: (ghosts) => pins.setGhosts(ghosts),
    audit({ auditId }) {
      pins.begin();
      void sendAudit(context, auditId);
    },
    trees: ({ trees }) => pins.addTrees(trees),
    readTree: (request) => pins.readTree(request),
    choose({ id, isOther }) {
      const element = pins.elementOf(id, isOther);
      if (element) picks.part.load((picking) => picking.pickElement(element));
    },
    reveal({ id, isOther }) {
      const other = isOther && pins.elementOf(id, true);
      if (other) reveal.show(other, true);
      else reveal.request(id);
    },
    holdFocus: ({ isOn }) => focus.set(isOn),
    // Replaces the entry, so that Back leaves the prototype; a bare hash would resolve against its <base>.
    goTo: ({ hash }) => location.replace(location.href.replace(/#.*/, '') + hash),
    outline: ({ id }) => drawing.outline(id),
    show: ({ route, page }) => reopening.load((part) => part.page.show(route, page)),
    reopen: ({ id, page }) =>
      reopening.load(
        (part) => void part.reopen(id, page),
        () => send({ type: 'reopened', id, isOpen: false }),
      ),
    freeze: ({ isOn }) =>
      picks.part.load(
        (picking) => picking.freeze(isOn),
        () => send({ type: 'frozen', isOn: false, isBlocked: true }),
      ),
    picture({ pickId, pin }) {
      const element = pin === undefined ? null : pins.elementOf(pin);
      // The element of a pin may be gone meanwhile.
      if (pin === undefined || element) void sendPicture(context, element ?? null, pickId);
    },
    watchLinks: ({ isOn }) => links.watch(isOn),
    watchScroll: ({ isOn }) => scrolling.watch(isOn),
    // The viewer stops waiting if there is no reply.
    readOutline: ({ id }) => outlines.load((part) => part.send(id)),
    jump: (place) => outlines.load((part) => part.jump(place, Date.now() + REVEAL_WAIT_MS)),
    scrollTo: ({ x, y }) => scrolling.to(x, y),
  };
}

export function start({ native, gate, root, typed, faults, timers, report, send, ...agent }: Agent): Pins {
  useNative(native);
  const passed = createPassed(agent);
  const ownQuery = createOwnQuery(passed.ownQuery);
  const pageOf = ownQuery.without;
  const layer = new Layer();
  const context: PartContext = {
    own,
    host: layer.host,
    root,
    routeNow: () => pageOf(agent.routeNow()),
    typed,
    partUrl: (name) => import.meta.url.replace(/[^/]+$/, name),
    changedAt: () => pins.changedAt,
    send,
  };
  const focus = new FocusHold(send);
  const selections = createSelections(context, layer, (...selection) =>
    picks.part.now()?.pickSelection(...selection),
  );
  const pins = new DrawnPins(context, { layer, selections, pageOf, keep: passed.keepShown });
  const pickings = createPickings(context, {
    layer,
    focus,
    faults,
    timers,
    selecting: () => selections.now(),
    actionsFor: (element) => pins.reopening.now()?.actionsFor(element),
    sendPicture: (...picture) => void sendPicture(context, ...picture),
  });
  const picks = new Picks(pickings, selections);
  const parts: Parts = { context, pins, picks, focus };

  gate.guard = createGuard(parts);
  sendFormerKey(gate, context);
  const { shown } = passed;
  if (shown !== null) pins.reopening.load((part) => part.page.resume(shown));
  passed.whenLeaving(ownQuery.names);
  watchHiding(send);
  watchReplaced(() => {
    // Another agent takes over, and draws the pins.
    pins.clear();
    report();
  });
  // The agent has reported the first route before this file was loaded.
  own.later(report, 0);

  const handlers = createHandlers(parts);
  return {
    moved: () => pins.turn(),
    pageOf,
    take: (message) => (handlers[message.type] as (message: PinMessage) => void)(message),
  };
}
