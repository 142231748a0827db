import { ROUTE_MAX } from '../limits.ts';
import { cut } from '../tokens.ts';
import { chooseSteps } from './chosenSteps.ts';
import { describeNode, pageBox, type Typed } from './describeNode.ts';
import { createDom, type Dom } from './dom.ts';
import { TREE_NAME_MAX, TREE_NODES_MAX } from './limits.ts';
import type { PageTree, TreeNode } from './pageTree.ts';
import { createPace, runAtOnce } from './slices.ts';
import { type Step, walkPage } from './walkPage.ts';

export interface ReadOptions {
  /** Path and hash of the page; a query is dropped. */
  route: string;
  /** Elements that a page with too many elements is cut around, such as those with pins. */
  keep?: readonly Element[];
  /** Whether drawings are recorded with their parts; by default when an element to keep is a part of one. */
  hasParts?: boolean;
  /** An element that is no part of the page: the overlay of the preview agent. */
  leaveOut?: Element;
  typed?: Typed;
  /** Milliseconds of a slice. */
  budget?: number;
  /** Most nodes of the tree. */
  max?: number;
}

/** A tree, and the element of each of its nodes on the current page. */
export interface ReadTree {
  tree: PageTree;
  elements: Element[];
}

const NOTHING_TYPED: Typed = { isTyped: () => false, withoutTyped: (text) => text };
const EDITABLE = /^(?:|true|plaintext-only)$/i;
const WITH_LABEL = /^(?:submit|button|reset)$/i;

const isPartOfDrawing = (element: Element) => (element as Partial<SVGElement>).ownerSVGElement != null;

/** Whether a tree contains the parts of drawings; a tree to match it with is read the same way. */
export const hasDrawingParts = ({ nodes }: PageTree): boolean =>
  nodes.some(({ parent }) => nodes[parent]?.tag === 'svg');

type Shift = readonly [x: number, y: number];

/** Describes the steps of a page one after the other, each parent before its children. */
function createDescriber(dom: Dom, typed: Typed, hasParts: boolean, scrolled: Shift) {
  const nodes: TreeNode[] = [];
  /** Indices of the nodes by step. */
  const indices = new Map<number, number>();
  /** Whether people type into each node, or into one around it. */
  const typedInto: boolean[] = [];
  /** Shifts from the viewport of each frame to the page. */
  const shifts = new Map<number, Shift>([[-1, scrolled]]);

  const isEditable = (element: Element) =>
    EDITABLE.test(dom.attributeOf(element, 'contenteditable') ?? 'false') || typed.isTyped(element);

  const textOf = (element: Element, text: string) =>
    dom.tagOf(element) === 'input' && WITH_LABEL.test(dom.attributeOf(element, 'type') ?? '')
      ? (dom.attributeOf(element, 'value') ?? '')
      : text;

  function add(at: number, { element, parent: above, text, frame }: Step): void {
    const parent = indices.get(above) ?? -1;
    // A field has a name and a placeholder, which are not typed; its text is.
    const isField = /^(?:input|textarea|select)$/.test(dom.tagOf(element));
    const isTyped = (typedInto[parent] ?? false) || (!isField && isEditable(element));
    const rect = dom.boxOf(element);
    const [x, y] = shifts.get(frame) ?? scrolled;
    shifts.set(at, [x + rect.left, y + rect.top]);
    indices.set(at, nodes.length);
    typedInto.push(isTyped);
    const isDrawing = hasParts ? isPartOfDrawing(element) : dom.tagOf(element) === 'svg';
    const box = pageBox(rect, [x, y]);
    nodes.push(
      describeNode(dom, element, typed, { parent, text: textOf(element, text), box, isDrawing, isTyped }),
    );
  }

  return { nodes, add };
}

/**
 * Records a page as a tree; each iteration is a slice of about `budget` milliseconds. Never records what a person
 * typed, and no query of an address.
 */
export function* readTree(
  document: Document,
  {
    route,
    keep = [],
    hasParts = keep.some(isPartOfDrawing),
    leaveOut,
    typed = NOTHING_TYPED,
    budget = 4,
    max = TREE_NODES_MAX,
  }: ReadOptions,
): Generator<void, ReadTree> {
  const dom = createDom();
  const isSliceOver = createPace(budget);
  const steps = yield* walkPage(document, dom, { leaveOut, hasParts }, isSliceOver);
  const kept = new Set(keep);
  const wanted = steps.flatMap(({ element }, at) => (kept.has(element) ? [at] : []));
  const window = document.defaultView;
  const describer = createDescriber(dom, typed, hasParts, [window?.scrollX ?? 0, window?.scrollY ?? 0]);
  const elements: Element[] = [];
  for (const at of chooseSteps(steps, wanted, max)) {
    const step = steps[at];
    if (!step) continue;
    describer.add(at, step);
    elements.push(step.element);
    if (isSliceOver()) yield;
  }
  const root = dom.rootOf(document);
  const lang = ((root && dom.attributeOf(root, 'lang')) ?? '').replace(/-.*/s, '').toLowerCase();
  const tree: PageTree = {
    route: cut(route.replace(/\?[^#]*/, ''), ROUTE_MAX),
    width: Math.max(0, Math.round(window?.innerWidth ?? 0)),
    isCut: elements.length < steps.length,
    nodes: describer.nodes,
  };
  if (lang) tree.lang = cut(lang, TREE_NAME_MAX);
  return { tree, elements };
}

/** Records a page in one go. */
export const readTreeAtOnce = (document: Document, options: ReadOptions): ReadTree =>
  runAtOnce(readTree(document, options));
