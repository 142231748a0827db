import type { DrawnPin, FromAgent, ToAgent } from '@stagelink/shared/preview/messages';
import type { Reopening } from '../reopen/reopen.ts';
import type { Selecting } from '../selection/selection.ts';
import type { Trees } from '../tree/tree.ts';
import { Drawing } from './drawing.ts';
import { Finder } from './finder.ts';
import type { Layer } from './layer.ts';
import type { LazyPart } from './lazyPart.ts';
import { createReopenings, createTreePart, type PartContext } from './parts.ts';
import { Reveal } from './reveal.ts';
import { createStatusReport } from './statusReport.ts';
import { watch } from './watch.ts';

type PinKind = 'threads' | 'findings' | 'ghosts';
type Message<T extends ToAgent['type']> = Extract<ToAgent, { type: T }>;

interface Surroundings {
  layer: Layer;
  selections: LazyPart<Selecting>;
  /** Returns a route without what differs at each load. */
  pageOf: (route: string) => string;
  /** Passes what the next document of this page is to show. */
  keep: (word: string) => void;
}

/** Whether a pin has what leads to a closed part of the page. */
const hasWayThere = ({ actions, locator }: DrawnPin): boolean =>
  !!actions?.length || locator.scrolls.length > 0;

/** Finds, draws and reports the pins of threads, findings and proposals, which arrive in messages of their own. */
export class DrawnPins {
  readonly reopening: LazyPart<Reopening>;
  readonly reveal: Reveal;
  readonly drawing: Drawing;
  readonly #send: (message: FromAgent) => void;
  readonly #layer: Layer;
  readonly #selections: LazyPart<Selecting>;
  readonly #finder: Finder;
  readonly #trees: LazyPart<Trees>;
  readonly #status: ReturnType<typeof createStatusReport>;
  readonly #pins: Record<PinKind, DrawnPin[]> = { threads: [], findings: [], ghosts: [] };
  #observe: ((element: Element) => void) | undefined;
  #changedAt = 0;

  constructor(context: PartContext, { layer, selections, pageOf, keep }: Surroundings) {
    const { routeNow, send } = context;
    this.#send = send;
    this.#layer = layer;
    this.#selections = selections;
    const isClosed = (pin: DrawnPin) =>
      hasWayThere(pin) && !this.reopening.hasFailed ? this.reopening.now()?.isClosed(pin) : false;
    this.#finder = new Finder(
      { routeNow, pageOf, isClosed },
      () => this.#onRound(),
      () => this.#trees.now(),
    );
    const { known } = this.#finder;
    this.#trees = createTreePart(context, known);
    const look = (ended: () => void) =>
      this.#finder.again(() => {
        this.#status.now();
        ended();
      });
    this.reopening = createReopenings(context, { keep, known, look });
    this.#status = createStatusReport(
      known,
      {
        isTreeAwaited: ({ isJudged }) => !isJudged && !this.#trees.hasFailed,
        hiddenTest: () => this.reopening.now()?.hiddenTest(),
      },
      send,
    );
    this.reveal = new Reveal(layer, known, () => this.reopening.now()?.page.leave());
    this.drawing = new Drawing({ layer, known, selecting: () => selections.now(), send });
  }

  /** When elements or texts of the page last changed. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** Whether the viewer has asked about pins, and shows those of threads. */
  get areShown(): boolean {
    return this.#observe !== undefined && this.drawing.areShown;
  }

  /** Watches the page. Before the viewer asks about pins, nothing is watched. */
  begin(): void {
    if (this.#observe) return;
    this.drawing.begin();
    this.#changedAt = performance.now();
    const look = () => this.#finder.look([]);
    this.reopening.load(look, look);
    this.#observe = watch(this.#layer.host, {
      all: (changes) => this.reopening.now()?.changed(changes),
      content: (changes) => {
        this.#changedAt = performance.now();
        this.#finder.look(changes);
      },
      place: () => {
        this.#status.soon();
        this.drawing.forgetSoon();
        this.drawing.redraw();
      },
      front: () => {
        this.#layer.raise();
        this.drawing.forget();
      },
    });
  }

  /** The route may have changed. */
  turn(): void {
    this.#finder.turn();
  }

  /** Another agent draws the pins. */
  clear(): void {
    this.#finder.setPins([]);
  }

  setThreads({ pins, areShown }: Message<'pins'>): void {
    this.begin();
    // The sender may be a new viewer without any status yet.
    this.#status.reset();
    this.drawing.areShown = areShown;
    this.#setPins('threads', pins);
    if (pins.some((pin) => pin.isCurrent && pin.selection))
      this.#selections.load(() => this.drawing.redraw());
    this.drawing.redraw();
  }

  setFindings({ pins }: Message<'findings'>): void {
    this.begin();
    this.#setPins('findings', pins);
    this.drawing.redraw();
  }

  setGhosts({ pins }: Message<'ghosts'>): void {
    this.begin();
    this.#setPins('ghosts', pins);
    this.drawing.redraw();
  }

  addTrees(trees: Message<'trees'>['trees']): void {
    this.#trees.load(
      (part) => {
        part.add(trees);
        this.#finder.again();
      },
      () => this.#status.soon(),
    );
  }

  readTree(request: Message<'readTree'>): void {
    this.#trees.load(
      (part) => part.send(request),
      () => this.#send({ type: 'treeRead', id: request.id, tree: null, nodes: [] }),
    );
  }

  /** Returns the element of a pin, or the other one that a doubtful pin may be on. */
  elementOf(id: string, isOther?: boolean): Element | null | undefined {
    const one = this.#finder.known.get(id);
    return isOther ? one?.other : one?.element;
  }

  /** Reports a press on a marker: of its threads, or of its findings if it has no thread. */
  press(ids: string[]): void {
    const isFinding = (id: string) => this.#pins.findings.some((pin) => pin.id === id);
    const threads = ids.filter((id) => !isFinding(id));
    if (threads.length > 0) this.#send({ type: 'pinPressed', ids: threads });
    else if (ids.length > 0) this.#send({ type: 'findingPressed', ids });
  }

  #setPins(kind: PinKind, pins: DrawnPin[]): void {
    this.#pins[kind] = pins;
    this.#finder.setPins(Object.values(this.#pins).flat());
  }

  #onRound(): void {
    for (const { element } of this.#finder.known.values()) if (element) this.#observe?.(element);
    this.#layer.matchPage();
    this.reveal.check();
    this.drawing.redraw();
    this.#status.soon();
  }
}
