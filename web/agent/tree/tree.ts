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
    { pin: DrawnPin; status: string | null; element: Element | null; isJudged: boolean }
  >;
  send: (message: FromAgent) => void;
}

type ReadRequest = Extract<ToAgent, { type: 'readTree' }>;

/** What the locator of a pin found. */
export interface LocatedPin {
  pin: DrawnPin;
  finding: Finding;
}

/** Trees that one page is matched with in a round; pins of further trees are found by their locators only. */
const TREES_MAX = 6;

/** Records the page as a tree, and finds pins by the trees of the pages that they were made on. */
export function createTrees({ own, host, routeNow, typed, known, send }: TreeTools) {
  const trees = new Map<string, PageTree>();
  const verdicts = new Map<string, LocatedPin & { verdict: Verdict }>();

  const treeOf = ({ tree }: DrawnPin) => tree && trees.get(tree.hash);

  const readPage = (options: { keep?: readonly Element[]; hasParts?: boolean; max?: number }) =>
    readTree(document, {
      route: routeNow(),
      leaveOut: host,
      typed: createTypedContent(typed()),
      ...options,
    });

  /** Returns the last verdict, if what it was made of is as before. Elements that were not found may come late. */
  function lastVerdict({ pin, finding }: LocatedPin): Verdict | undefined {
    const last = verdicts.get(pin.id);
    if (!last || last.pin.tree?.hash !== pin.tree?.hash || last.pin.tree?.node !== pin.tree?.node) return;
    const { verdict } = last;
    const isSame =
      last.finding.status === finding.status &&
      (finding.status === 'lost' ||
        last.finding.status === 'lost' ||
        last.finding.element === finding.element);
    return isSame && verdict.element && own.isConnected(verdict.element) ? verdict : undefined;
  }

  /** Groups pins by tree, those that are not surely found by their locators first. */
  function byTree(pins: readonly LocatedPin[]): Map<PageTree, LocatedPin[]> {
    const unsureFirst = pins.toSorted(
      (a, b) => Number(a.finding.status === 'found') - Number(b.finding.status === 'found'),
    );
    const groups = new Map<PageTree, LocatedPin[]>();
    for (const one of unsureFirst) {
      const tree = treeOf(one.pin);
      if (tree) groups.set(tree, [...(groups.get(tree) ?? []), one]);
    }
    return groups;
  }

  /** Reads the page at most once for trees with and once for those without the parts of drawings. */
  function createPages() {
    const pages = new Map<boolean, ReadTree>();
    return function* pageFor(tree: PageTree): Generator<void, ReadTree> {
      const hasParts = hasDrawingParts(tree);
      const page = pages.get(hasParts) ?? (yield* readPage({ hasParts }));
      pages.set(hasParts, page);
      return page;
    };
  }

  return {
    add(given: readonly { hash: string; tree: PageTree }[]): void {
      for (const { hash, tree } of given) trees.set(hash, tree);
    },

    /** Whether the tree of a pin has arrived. */
    knows: (pin: DrawnPin): boolean => treeOf(pin) !== undefined,

    /** Judges pins in slices; those of too many different trees get no verdict. */
    *judge(pins: readonly LocatedPin[]): Generator<void, Map<string, Verdict>> {
      const result = new Map<string, Verdict>();
      const changed: LocatedPin[] = [];
      for (const one of pins) {
        const verdict = lastVerdict(one);
        if (verdict) result.set(one.pin.id, verdict);
        else changed.push(one);
      }
      const pageFor = createPages();
      for (const [tree, group] of [...byTree(changed)].slice(0, TREES_MAX)) {
        const page = yield* pageFor(tree);
        const matches = yield* matchTrees(tree, page.tree);
        for (const one of group) {
          const verdict = judge(one.finding, matches[one.pin.tree?.node ?? -1], page.elements);
          result.set(one.pin.id, verdict);
          verdicts.set(one.pin.id, { ...one, verdict });
        }
      }
      return result;
    },

    /** Sends the page as a tree, with the elements of those of these pins that are surely found. */
    send({ id, pins, max }: ReadRequest): void {
      const found = pins.flatMap((pin) => {
        const one = known.get(pin);
        // Its tree may yet contradict what its locator found.
        const isAwaited = one?.pin.tree !== undefined && !one.isJudged;
        return one?.status === 'found' && one.element && !isAwaited
          ? [{ id: pin, element: one.element }]
          : [];
      });
      const keep = found.map(({ element }) => element);
      const steps = readPage({ keep, ...(max !== undefined && { max }) });
      const step = (): void => {
        const { done, value } = steps.next();
        if (!done) return own.later(step, 0);
        const json = JSON.stringify(value.tree);
        const indices = new Map(value.elements.map((element, at) => [element, at]));
        const nodes = found.flatMap(({ id: pin, element }) => {
          const node = indices.get(element);
          return node === undefined ? [] : [{ id: pin, node }];
        });
        send({ type: 'treeRead', id, tree: json.length > TREE_JSON_BYTES ? null : json, nodes });
      };
      own.later(step, 0);
    },
  };
}

export type Trees = ReturnType<typeof createTrees>;
