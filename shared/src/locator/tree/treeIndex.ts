import { wordsOf } from '../tokens.ts';
import { type PageTree, TREE_ATTRIBUTES, type TreeNode } from './pageTree.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Distinct words that are read of an element with all inside it, and the elements they are read of. */
const WORDS_MAX = 40;
const READ_MAX = 80;

/** A page tree with what matching reads again and again. Nodes are named by their index. */
export interface TreeIndex {
  nodes: readonly TreeNode[];
  parents: Int32Array;
  children: readonly (readonly number[])[];
  /** Position among its siblings. */
  ranks: Int32Array;
  /** Last node inside each; itself for a leaf. */
  lasts: Int32Array;
  /** Words of the text and labels of each element and of those inside it. */
  words: readonly (readonly number[])[];
  /** Classes, id and attributes of each element. */
  marks: readonly (readonly number[])[];
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

/** Names and values that contain no such character; see `tidy`. */
const SEPARATOR = '\0';

function marksOf({ id, classes = [], attributes = {} }: TreeNode): string[] {
  const marks: string[] = [];
  for (const name of classes) marks.push(`.${name}`);
  if (id) marks.push(`#${id}`);
  for (const name of TREE_ATTRIBUTES) {
    const value = attributes[name];
    if (value) marks.push(`${name}=${value}`);
  }
  return marks;
}

const ownWords = ({
  text = '',
  attributes: { alt = '', title = '', placeholder = '', ...more } = {},
}: TreeNode) => wordsOf([text, alt, title, placeholder, more['aria-label'] ?? ''].join(' '));

/** Indexes a tree, and counts its words as those of the old (0) or new (1) page. */
export function* indexTree(
  { nodes }: PageTree,
  page: 0 | 1,
  vocabulary: Vocabulary,
  contents: Contents,
  isSliceOver: () => boolean,
): Generator<void, TreeIndex> {
  const count = nodes.length;
  const parents = new Int32Array(count);
  const ranks = new Int32Array(count);
  const lasts = new Int32Array(count);
  const ids = new Int32Array(count);
  const children: number[][] = [];
  const own: number[][] = [];
  const marks: number[][] = [];
  const contentOf: string[] = [];
  let at = 0;
  for (const node of nodes) {
    const written = marksOf(node);
    const labels = ownWords(node).map((word) => vocabulary.idOf(word));
    const ids = written.map((mark) => vocabulary.idOf(mark));
    for (const id of labels) vocabulary.count(page, id);
    for (const id of ids) vocabulary.count(page, id);
    parents[at] = node.parent;
    lasts[at] = at;
    children.push([]);
    ranks[at] = (children[node.parent]?.push(at) ?? 1) - 1;
    own.push(labels);
    marks.push(ids);
    contentOf.push([node.tag, node.text, ...written].join(SEPARATOR));
    at++;
    if (isSliceOver()) yield;
  }
  const words: number[][] = [];
  for (at = count - 1; at >= 0; at--) {
    const parent = parents[at] ?? -1;
    if (parent >= 0) lasts[parent] = Math.max(lasts[parent] ?? 0, lasts[at] ?? 0);
    const inside = (children[at] ?? []).map((child) => ids[child]);
    ids[at] = contents.idOf([contentOf[at], ...inside].join(SEPARATOR));
    if (isSliceOver()) yield;
  }
  for (at = 0; at < count; at++) {
    const all = new Set<number>();
    const end = Math.min(lasts[at] ?? at, at + READ_MAX);
    for (let one = at; one <= end && all.size < WORDS_MAX; one++)
      for (const id of own[one] ?? []) all.add(id);
    words.push([...all]);
    if (isSliceOver()) yield;
  }
  return { nodes, parents, children, ranks, lasts, words, marks, contents: ids };
}
