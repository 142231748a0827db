/* oxlint-disable no-underscore-dangle -- names of axe-core */
import type { Pace } from './pace.ts';

export interface VirtualNode {
  actualNode: Node;
  children: VirtualNode[];
  attrNames: string[];
  attr: (name: string) => string | null;
  props: { nodeName: string };
  getComputedStylePropertyValue: (property: string) => string;
  clientRects: DOMRect[];
  boundingClientRect: DOMRect;
  _selectorMap?: SelectorMap;
  _hasShadowRoot?: boolean;
}

/** Elements by tag, attribute and id, from which axe-core's rules select. */
type SelectorMap = Record<string, VirtualNode[]> & { [IDS]?: Record<string, VirtualNode[]> };

/** What builds axe-core's tree. */
export interface AxeTree {
  setup: (node: Node) => VirtualNode;
  VirtualNode: new (node: Node, parent: VirtualNode | null, shadowId?: string) => VirtualNode;
  utils: { isShadowRoot: (node: Node) => boolean };
  _tree: VirtualNode[] | undefined;
}

const IDS = ' [idsMap]';

function add(map: Record<string, VirtualNode[]>, key: string, node: VirtualNode): void {
  if (!Object.hasOwn(map, key)) map[key] = [];
  map[key]?.push(node);
}

function select(node: VirtualNode, map: SelectorMap): void {
  add(map, node.props.nodeName, node);
  add(map, '*', node);
  for (const name of node.attrNames) {
    add(map, `[${name}]`, node);
    if (name !== 'id') continue;
    map[IDS] ??= {};
    for (const id of (node.attr('id') ?? '').trim().split(/\s+/)) add(map[IDS], id, node);
  }
}

interface Waiting {
  node: Node;
  parent: VirtualNode | null;
  shadowId?: string | undefined;
}

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

/** A slot is replaced by what is assigned to it. */
function assignedTo(slot: HTMLSlotElement): Node[] {
  const assigned = slot.assignedNodes();
  return assigned.length > 0 ? assigned : [...slot.childNodes];
}

/** Builds in slices the tree that axe-core's `setup` builds at once. */
export async function buildTree(axe: AxeTree, pace: Pace): Promise<VirtualNode> {
  // An empty text creates the caches to which the nodes add themselves.
  const map = axe.setup(document.createTextNode(''))._selectorMap ?? {};
  const root = new axe.VirtualNode(document.documentElement, null);
  const queue: Waiting[] = [];
  let hosts = 0;
  const enqueue = (nodes: Iterable<Node>, parent: VirtualNode | null, shadowId?: string) => {
    for (const node of [...nodes].toReversed()) queue.push({ node, parent, shadowId });
  };
  const open = (element: Element, node: VirtualNode, shadowId?: string) => {
    select(node, map);
    const isHost = axe.utils.isShadowRoot(element);
    root._hasShadowRoot ||= isHost;
    enqueue(
      (isHost && element.shadowRoot ? element.shadowRoot : element).childNodes,
      node,
      isHost ? `shadow${(hosts += 1)}` : shadowId,
    );
  };
  open(document.documentElement, root);
  for (let next = queue.pop(); next && !pace.isOver(); next = queue.pop()) {
    const { node, parent, shadowId } = next;
    await pace.pause();
    if (node instanceof HTMLSlotElement) {
      enqueue(assignedTo(node), parent, shadowId);
    } else if (isElement(node) || node.nodeType === Node.TEXT_NODE) {
      const made = new axe.VirtualNode(node, parent, shadowId);
      parent?.children.push(made);
      if (isElement(node)) open(node, made, shadowId);
    }
  }
  root._selectorMap = map;
  axe._tree = [root];
  return root;
}
