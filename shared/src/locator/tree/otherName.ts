import type { TreeNode } from './pageTree.ts';
import type { TreeIndex } from './treeIndex.ts';
import { wordsOf } from '../tokens.ts';

/** What distinguishes elements without words. */
const IDENTIFYING = ['name', 'data-testid', 'href', 'src', 'shape'] as const;
/** Classes of these name the icon that they show; those of other elements are about layout. */
const ICONS = /^(?:i|em|b|span|svg)$/;
/** Elements of an icon or picture with what is around it. */
const SMALL = 7;

const kindOf = ({ tag, attributes: { type = '' } = {} }: TreeNode) => `${tag} ${type}`;

interface Names {
  values: Set<string>;
  icons: Set<string>;
}

interface Page {
  /** Returns what names an element and what is in it. */
  namesOf: (at: number) => Names;
  /** Number of elements without words of the same kind. */
  kinOf: (at: number) => number;
  /** Number of icons that have the word among their classes. */
  iconsWith: (word: string) => number;
}

function* readPage(
  { nodes, lasts, isWritten }: TreeIndex,
  isSliceOver: () => boolean,
): Generator<void, Page> {
  const kin = new Map<string, number>();
  const icons = new Map<string, number>();
  const addTo = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const iconWordsOf = (at: number): ReadonlySet<string> => {
    const { tag = '', classes = [] } = nodes[at] ?? {};
    const isIcon = ICONS.test(tag) && lasts[at] === at && !isWritten[at];
    return new Set(isIcon ? wordsOf(classes.join(' ').replaceAll(/[-_.]/g, ' ')) : []);
  };
  for (const [at, node] of nodes.entries()) {
    if (isWritten[at]) continue;
    addTo(kin, kindOf(node));
    for (const word of iconWordsOf(at)) addTo(icons, word);
    if (isSliceOver()) yield;
  }
  return {
    kinOf: (at) => kin.get(kindOf(nodes[at] ?? { parent: -1, tag: '' })) ?? 0,
    iconsWith: (word) => icons.get(word) ?? 0,
    namesOf(at) {
      const names: Names = { values: new Set(), icons: new Set() };
      for (let one = at; one <= Math.min(lasts[at] ?? at, at + SMALL); one++) {
        const { id, attributes = {} } = nodes[one] ?? {};
        for (const value of [id, ...IDENTIFYING.map((name) => attributes[name])])
          if (value) names.values.add(value);
        for (const word of iconWordsOf(one)) names.icons.add(word);
      }
      return names;
    },
  };
}

const hasMore = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].some((one) => !others.has(one));

/**
 * Returns whether a pair has no words to compare, is among more of its kind, and has only other names: another id,
 * address or icon. Then nothing but its place says that it is the same thing.
 */
export function* createNameComparer(
  old: TreeIndex,
  now: TreeIndex,
  isSliceOver: () => boolean,
): Generator<void, (at: number, other: number) => boolean> {
  const mine = yield* readPage(old, isSliceOver);
  const theirs = yield* readPage(now, isSliceOver);
  return (at: number, other: number): boolean => {
    if (old.isWritten[at] && now.isWritten[other]) return false;
    if (mine.kinOf(at) < 2 && theirs.kinOf(other) < 2) return false;
    const [was, is] = [mine.namesOf(at), theirs.namesOf(other)];
    const isOnly = (word: string) => mine.iconsWith(word) === 1 && theirs.iconsWith(word) === 1;
    const isSame =
      [...was.values].some((value) => is.values.has(value)) ||
      [...was.icons].some((word) => is.icons.has(word) && isOnly(word));
    if (isSame) return false;
    const hasOtherValues = was.values.size > 0 && is.values.size > 0;
    return hasOtherValues || (hasMore(was.icons, is.icons) && hasMore(is.icons, was.icons));
  };
}
