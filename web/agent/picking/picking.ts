import type { findAll } from '@stagelink/shared/locator/find';
import type { Point } from '@stagelink/shared/locator/locator';
import type { ToAgent } from '@stagelink/shared/preview/messages';
import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import type { Selection } from '@stagelink/shared/preview/selection';
import { Freeze } from '../freeze/freeze.ts';
import type * as native from '../native.ts';
import type { FocusHold } from '../pins/focus.ts';
import { withoutAnchor } from '../pins/hashes.ts';
import type { Layer } from '../pins/layer.ts';
import { own, useNative } from '../pins/own.ts';
import { type Choice, described, describePicked, type FurtherPicked } from '../pins/picked.ts';
import type { Selecting } from '../selection/selection.ts';
import type { Timers } from '../timers.ts';
import { FurtherOutlines } from './furtherOutlines.ts';
import { newId } from './newId.ts';
import { Picker } from './picker.ts';
import { type InspectionContext, sendInspection } from './sendInspection.ts';
import { elementUnder } from './under.ts';

/** What the pin code passes to this file. */
export interface PickingTools extends InspectionContext {
  own: typeof native;
  layer: Layer;
  focus: FocusHold;
  routeNow: () => string;
  timers: Timers;
  findAll: typeof findAll;
  /** The code of selections, once it is loaded. */
  selecting: () => Selecting | undefined;
  /** Returns what opened the part of the page that an element is in. */
  actionsFor: (element: Element) => RecordedAction[] | undefined;
  sendPicture: (element: Element, pickId: string, selection?: Selection) => void;
}

/** What is picked besides an element: a part of it, or further elements. */
interface Also {
  selection?: Selection;
  further?: FurtherPicked | undefined;
}

/** Picks elements and parts of them, and sends what was picked. Loaded when something is picked for the first time. */
export class Picking {
  readonly picker: Picker;
  readonly further: FurtherOutlines;
  readonly #tools: PickingTools;
  #freeze: Freeze | undefined;

  constructor(tools: PickingTools) {
    // This file is built on its own, with its own copy of what it shares with the pins.
    useNative(tools.own);
    this.#tools = tools;
    this.picker = new Picker(tools.layer, {
      describe: (choice) =>
        described(choice, { route: withoutAnchor(tools.routeNow()), typed: tools.typed() }),
      picked: (choice, further) => this.#describe(choice, { further }),
      chosen: (count, problem) => tools.send({ type: 'chosen', count, ...(problem && { problem }) }),
      dragged: (...drag) => tools.selecting()?.drag(...drag),
      changed: (isOn) => tools.send({ type: 'picking', isOn }),
    });
    this.further = new FurtherOutlines(tools.layer, tools.findAll);
  }

  start({ isArea, further }: Extract<ToAgent, { type: 'pick' }>): void {
    // The keys that walk along the page are for the picker.
    this.#tools.focus.set(false);
    this.#tools.layer.matchPage();
    this.picker.start(isArea === true, further);
  }

  /** Stops what moves on the page while a state is pointed at. */
  freeze(isOn: boolean): void {
    this.#freeze ??= new Freeze(this.#tools);
    this.#freeze.set(isOn);
  }

  /** Picks what is at a point of the screen. */
  pickAt(x: number, y: number): void {
    this.#describe({ element: elementUnder(this.#tools.layer.host, x, y), at: { x, y } })();
  }

  /** Picks an element as if its middle was pressed. */
  pickElement(element: Element): void {
    const { left, top, width, height } = this.#tools.own.boxOf(element);
    this.#describe({ element, at: { x: left + width / 2, y: top + height / 2 } })();
  }

  pickSelection(element: Element, at: Point, selection: Selection): void {
    const send = this.#describe({ element, at }, { selection });
    this.picker.stop();
    send();
  }

  /** Describes a picked element. Returns a function that sends it. */
  #describe(choice: Choice, { selection, further }: Also = {}): () => void {
    const { element } = choice;
    const { layer, routeNow, typed, actionsFor, focus, send, sendPicture } = this.#tools;
    const picked = describePicked(choice, {
      route: withoutAnchor(routeNow()),
      typed: typed(),
      selection,
      actions: actionsFor(element),
      further,
    });
    return () => {
      if (!picked) return;
      const pickId = newId();
      // The field of the comment is about to take the keyboard.
      focus.set(true);
      send({ type: 'picked', pickId, picked });
      sendPicture(element, pickId, selection);
      const elements = [choice, ...(further?.choices ?? [])].map((one) => one.element);
      void sendInspection(this.#tools, layer, elements.filter(own.isConnected), pickId);
    };
  }
}
