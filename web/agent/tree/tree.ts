import type { Finding } from '@stagelink/shared/locator/find';
import { judge, type Verdict } from '@stagelink/shared/locator/tree/judge';
import { matchTrees } from '@stagelink/shared/locator/tree/matchTrees';
import { TREE_JSON_BYTES } from '@stagelink/shared/locator/tree/limits';
import type { PageTree } from '@stagelink/shared/locator/tree/pageTree';
import { hasDrawingParts, type ReadTree, readTree } from '@stagelink/shared/locator/tree/readTree';
import type { DrawnPin, FromAgent, ToAgent } from '@stagelink/shared/preview/messages';
import type * as native from '../native.ts';
import { createTypedContent } from '../typed.ts';
import type { TypedText } from '../typing.ts';

/** What the pin code passes to this file. */
export interface TreeTools {
  own: typeof native;
  /** The agent's own element in the page. */
  host: Element;
  routeNow: () => string;
  typed: () => TypedText[];
  known: ReadonlyMap<
    string,
    {
      pin: DrawnPin;
      status: string | null;
      element: Element | null;
      further: readonly (Element | null)[];
      isJudged: boolean;
    }
  >;
  send: (message: FromAgent) => void;
}

type ReadRequest = Extract<ToAgent, { type: 'readTree' }>;

/** What a locator of a pin found, its own or that of a further element. */
export interface LocatedPin {
  /** Differs from those of all others that are judged. */
  key: string;
  pin: DrawnPin;
  /** Index in the tree of the pin; absent for an element that the tree does not have. */
  node: number | undefined;
  finding: Finding;
}

/** Trees that one page is matched with in a round; pins of further trees are found by their locators only. */
const TREES_MAX = 6;

/** Reads the page in slices, at most once with and once without the parts of drawings. */
class PageReadings {
  readonly #read: (hasParts: boolean) => Generator<void, ReadTree>;
  readonly #pages = new Map<boolean, ReadTree>();

  constructor(read: (hasParts: boolean) => Generator<void, ReadTree>) {
    this.#read = read;
  }

  /** Returns the page as it is compared with a tree. */
  *for(tree: PageTree): Generator<void, ReadTree> {
    const hasParts = hasDrawingParts(tree);
    const page = this.#pages.get(hasParts) ?? (yield* this.#read(hasParts));
    this.#pages.set(hasParts, page);
    return page;
  }
}

/** Remembers verdicts for as long as what they were made of is as before. */
class Verdicts {
  readonly #own: typeof native;
  readonly #last = new Map<string, LocatedPin & { verdict: Verdict }>();

  constructor(own: typeof native) {
    this.#own = own;
  }

  keep(one: LocatedPin, verdict: Verdict): void {
    this.#last.set(one.key, { ...one, verdict });
  }

  /** Elements that were not found may come late. */
  of({ key, pin, node, finding }: LocatedPin): Verdict | undefined {
    const last = this.#last.get(key);
    if (!last || last.pin.tree?.hash !== pin.tree?.hash || last.node !== node) return;
    const { verdict } = last;
    const isSame =
      last.finding.status === finding.status &&
      (finding.status === 'lost' ||
        last.finding.status === 'lost' ||
        last.finding.element === finding.element);
    return isSame && verdict.element && this.#own.isConnected(verdict.element) ? verdict : undefined;
  }
}

/** Records the page as a tree, and finds pins by the trees of the pages that they were made on. */
export class Trees {
  readonly #tools: TreeTools;
  readonly #verdicts: Verdicts;
  readonly #trees = new Map<string, PageTree>();

  constructor(tools: TreeTools) {
    this.#tools = tools;
    this.#verdicts = new Verdicts(tools.own);
  }

  add(given: readonly { hash: string; tree: PageTree }[]): void {
    for (const { hash, tree } of given) this.#trees.set(hash, tree);
  }

  /** Whether the tree of a pin has arrived. */
  knows(pin: DrawnPin): boolean {
    return this.#treeOf(pin) !== undefined;
  }

  /** Judges pins in slices; those of too many different trees get no verdict. */
  *judge(pins: readonly LocatedPin[]): Generator<void, Map<string, Verdict>> {
    const result = new Map<string, Verdict>();
    const changed: LocatedPin[] = [];
    for (const one of pins) {
      const verdict = this.#verdicts.of(one);
      if (verdict) result.set(one.key, verdict);
      else changed.push(one);
    }
    const pages = new PageReadings((hasParts) => this.#readPage({ hasParts }));
    for (const [tree, group] of [...this.#byTree(changed)].slice(0, TREES_MAX)) {
      const page = yield* pages.for(tree);
      const matches = yield* matchTrees(tree, page.tree);
      for (const one of group) {
        const verdict = judge(one.finding, matches, one.node, page.elements);
        result.set(one.key, verdict);
        this.#verdicts.keep(one, verdict);
      }
    }
    return result;
  }

  /** Sends the page as a tree, with the elements of those of these pins that are surely found. */
  send({ id, pins, max }: ReadRequest): void {
    const { own, send } = this.#tools;
    const found = pins.flatMap((pin) => this.#surelyFound(pin));
    const keep = found.flatMap(({ element, further }) => [
      element,
      ...further.filter((each) => each !== null),
    ]);
    const steps = this.#readPage({ keep, ...(max !== undefined && { max }) });
    const step = (): void => {
      const { done, value } = steps.next();
      if (!done) return own.later(step, 0);
      const json = JSON.stringify(value.tree);
      const indices = new Map(value.elements.map((element, at) => [element, at]));
      const nodes = found.flatMap(({ id: pin, element, further: others }) => {
        const node = indices.get(element);
        const further = others.map((each) => (each && indices.get(each)) ?? null);
        return node === undefined ? [] : [{ id: pin, node, ...(further.length > 0 && { further }) }];
      });
      send({ type: 'treeRead', id, tree: json.length > TREE_JSON_BYTES ? null : json, nodes });
    };
    own.later(step, 0);
  }

  #surelyFound(id: string): { id: string; element: Element; further: readonly (Element | null)[] }[] {
    const one = this.#tools.known.get(id);
    // Its tree may yet contradict what its locator found.
    const isAwaited = one?.pin.tree !== undefined && !one.isJudged;
    return one?.status === 'found' && one.element && !isAwaited
      ? [{ id, element: one.element, further: one.further }]
      : [];
  }

  #treeOf({ tree }: DrawnPin): PageTree | undefined {
    return tree && this.#trees.get(tree.hash);
  }

  #readPage(options: { keep?: readonly Element[]; hasParts?: boolean; max?: number }) {
    const { host, routeNow, typed } = this.#tools;
    return readTree(document, {
      route: routeNow(),
      leaveOut: host,
      typed: createTypedContent(typed()),
      ...options,
    });
  }

  /** Groups pins by tree, those that are not surely found by their locators first. */
  #byTree(pins: readonly LocatedPin[]): Map<PageTree, LocatedPin[]> {
    const unsureFirst = pins.toSorted(
      (a, b) => Number(a.finding.status === 'found') - Number(b.finding.status === 'found'),
    );
    const groups = new Map<PageTree, LocatedPin[]>();
    for (const one of unsureFirst) {
      const tree = this.#treeOf(one.pin);
      if (tree) groups.set(tree, [...(groups.get(tree) ?? []), one]);
    }
    return groups;
  }
}
