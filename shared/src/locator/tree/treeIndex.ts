import { wordsOf } from '../tokens.ts';
import { withoutPlaces } from './describeNode.ts';
import { TREE_ATTRIBUTES } from './limits.ts';
import type { PageTree, TreeNode } from './pageTree.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Distinct words that are read of an element with all inside it, and the elements they are read of. */
const WORDS_MAX = 40;
const READ_MAX = 80;

/** A page tree with what matching reads again and again. Nodes are named by their index. */
export interface TreeIndex {
  nodes: readonly TreeNode[];
  /** Whether the page had more elements. */
  isCut: boolean;
  parents: Int32Array;
  children: readonly (readonly number[])[];
  /** Position among its siblings. */
  ranks: Int32Array;
  /** Last node inside each; itself for a leaf. */
  lasts: Int32Array;
  /** The outermost element that contains nothing but each; itself where there is none. */
  outers: Int32Array;
  /** Words of the text and labels of each element. */
  own: readonly (readonly number[])[];
  /** Words of the text and labels of each element and of those inside it. */
  words: readonly (readonly number[])[];
  /** Whether each has words that are written: a text or a label, not the name of a picture. */
  isWritten: readonly boolean[];
  /** Classes, id and attributes of each element. */
  marks: readonly (readonly number[])[];
  /** Those of the marks that name one element: its id, name or address. */
  names: readonly (readonly number[])[];
  /** Equal for two subtrees with the same content, of either page. */
  contents: Int32Array;
}

/** Gives equal numbers to equal contents. */
export class Contents {
  #ids = new Map<string, number>();
  idOf(content: string): number {
    const id = this.#ids.get(content) ?? this.#ids.size;
    this.#ids.set(content, id);
    return id;
  }
}

/** Returns the tag of an element; all headings count as one. */
export const plainTag = (node?: TreeNode): string | undefined => node?.tag.replace(/^h\d$/, 'heading');

/** Names and values that contain no such character; see `tidy`. */
const SEPARATOR = '\0';

/** Returns what names say: `footer` for a footer and for `docs-footer`. */
const partsOf = ({ tag, id = '', classes = [], attributes: { role = '' } = {} }: TreeNode): string[] =>
  [tag, id, role, ...classes].flatMap((name) => name.toLowerCase().match(/\p{L}{3,}/gu) ?? []);

/** Returns the mark of all elements with a tag. */
export const tagMark = (tag: string): string => `<${tag}`;

function marksOf(node: TreeNode): string[] {
  const { tag, id, classes = [], attributes = {} } = node;
  const marks = [tagMark(tag)];
  for (const part of new Set(partsOf(node))) marks.push(`:${part}`);
  for (const name of classes) marks.push(`.${name}`);
  if (id) marks.push(`#${id}`);
  for (const name of TREE_ATTRIBUTES) {
    const value = attributes[name];
    if (value) marks.push(`${name}=${value}`);
  }
  return marks;
}

/** Marks that name one element. */
const NAME = /^(?:#|(?:name|data-testid|href|src)=)/;

/** Kinds of sample data, which stay when the data is replaced. */
const KINDS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['@mail', /\S@\S+\.\w/],
  ['@phone', /^[+(]?\d[\d\s()./-]{6,}$/],
  ['@price', /[$€£¥]\s?\d|\d\s?[€£¥]/],
  ['@percent', /\d\s?%/],
  ['@time', /\b\d{1,2}:\d\d\b/],
  ['@date', /\b(?:19|20)\d\d\b/],
];

/** Names of icons and pictures say what they show: `fa-facebook`, `logo.png`. */
function picturedWords({ classes = [], attributes: { src = '', shape = '' } = {} }: TreeNode): string[] {
  const named = wordsOf([...classes, src].join(' ').replaceAll(/[-_.]/g, ' '));
  return shape ? [...named, `drawn ${shape}`] : [...named];
}

function writtenWords({ text = '', attributes = {} }: TreeNode): readonly string[] {
  const { alt = '', title = '', placeholder = '', 'aria-label': label = '' } = attributes;
  const words = wordsOf([text, alt, title, placeholder, label].join(' '));
  return [
    ...words,
    ...KINDS.filter(([, pattern]) => pattern.test(withoutPlaces(text))).map(([name]) => name),
  ];
}

/** Returns the distinct words of a range of nodes. */
function distinct(lists: readonly (readonly number[])[], start: number, end: number): number[] {
  const all = new Set<number>();
  for (let at = start; at <= end && all.size < WORDS_MAX; at++) for (const id of lists[at] ?? []) all.add(id);
  return [...all];
}

/** Indexes a tree, and counts its words as those of the old (0) or new (1) page. */
export function* indexTree(
  { nodes, isCut }: PageTree,
  page: 0 | 1,
  vocabulary: Vocabulary,
  contents: Contents,
  isSliceOver: () => boolean,
): Generator<void, TreeIndex> {
  const count = nodes.length;
  const parents = new Int32Array(count);
  const ranks = new Int32Array(count);
  const lasts = new Int32Array(count);
  const outers = new Int32Array(count);
  const ids = new Int32Array(count);
  const children: number[][] = [];
  const own: number[][] = [];
  const pictured: number[][] = [];
  const marks: number[][] = [];
  const names: number[][] = [];
  const contentOf: string[] = [];
  let at = 0;
  for (const node of nodes) {
    const written = marksOf(node);
    const labels = writtenWords(node).map((word) => vocabulary.idOf(word));
    // Only of leaves: the classes of containers are about their layout.
    const drawn =
      nodes[at + 1]?.parent === at ? [] : picturedWords(node).map((word) => vocabulary.idOf(word));
    const ids = written.map((mark) => vocabulary.idOf(mark));
    for (const id of [...labels, ...drawn]) vocabulary.count(page, id);
    for (const id of ids) vocabulary.count(page, id);
    parents[at] = node.parent;
    lasts[at] = at;
    children.push([]);
    ranks[at] = (children[node.parent]?.push(at) ?? 1) - 1;
    own.push(labels);
    pictured.push(drawn);
    marks.push(ids);
    names.push(ids.filter((_, one) => NAME.test(written[one] ?? '')));
    contentOf.push([node.tag, withoutPlaces(node.text ?? ''), ...written].join(SEPARATOR));
    at++;
    if (isSliceOver()) yield;
  }
  const words: number[][] = [];
  const isWritten: boolean[] = [];
  for (at = count - 1; at >= 0; at--) {
    const parent = parents[at] ?? -1;
    if (parent >= 0) lasts[parent] = Math.max(lasts[parent] ?? 0, lasts[at] ?? 0);
    const inside = (children[at] ?? []).map((child) => ids[child]);
    ids[at] = contents.idOf([contentOf[at], ...inside].join(SEPARATOR));
    if (isSliceOver()) yield;
  }
  for (at = 0; at < count; at++) {
    const parent = parents[at] ?? -1;
    const isAlone = parent > 0 && children[parent]?.length === 1 && !nodes[parent]?.text;
    outers[at] = isAlone ? (outers[parent] ?? parent) : at;
    const end = Math.min(lasts[at] ?? at, at + READ_MAX);
    const written = distinct(own, at, end);
    isWritten.push(written.length > 0);
    words.push(written.length > 0 ? written : distinct(pictured, at, end));
    if (isSliceOver()) yield;
  }
  return {
    nodes,
    isCut,
    parents,
    children,
    ranks,
    lasts,
    outers,
    own,
    words,
    isWritten,
    marks,
    names,
    contents: ids,
  };
}

/** Returns the sibling before (-1) or after (1) a node; -1 without one. */
export const besideOf = ({ parents, children, ranks }: TreeIndex, at: number, step: 1 | -1): number =>
  children[parents[at] ?? -1]?.[(ranks[at] ?? 0) + step] ?? -1;
