import type { Assignment } from './assignment.ts';
import { createWordComparer } from './likeness.ts';
import type { TreeIndex } from './treeIndex.ts';
import type { Vocabulary } from './vocabulary.ts';

const FIELD = /^(?:input|select|textarea)$/;
/** Elements of a box around a field. */
const BOX_MAX = 150;
/** Share of words from which a wrapper has become what was in it. */
const SAME_WORDS = 0.5;

/** Returns the only field in a block; -1 where there is none or more. */
function onlyFieldIn({ nodes, lasts }: TreeIndex, block: number): number {
  const last = lasts[block] ?? block;
  if (last - block > BOX_MAX) return -1;
  let only = -1;
  for (let at = block + 1; at <= last; at++) {
    if (!FIELD.test(nodes[at]?.tag ?? '')) continue;
    if (only >= 0) return -1;
    only = at;
  }
  return only;
}

/**
 * Returns for an old element without a counterpart another one whose counterpart may be its own: the only thing in it,
 * if it was a wrapper that was taken off; the wrapper around it, if that has its words now; or the only field in it, if
 * it was a box that a script built around the field. Returns -1 where there is none.
 */
export function createStandIns(
  old: TreeIndex,
  now: TreeIndex,
  { nows }: Assignment,
  vocabulary: Vocabulary,
): (at: number) => number {
  const words = createWordComparer(vocabulary);
  const isMatched = (at: number) => (nows[at] ?? -1) > 0;
  const isAlone = (at: number) => old.outers[at] !== at;

  function inside(at: number): number {
    const child = old.children[at]?.[0] ?? -1;
    if (child < 0 || !isAlone(child)) return -1;
    return isMatched(child) ? child : inside(child);
  }

  function around(at: number): number {
    let wrapper = at;
    while (isAlone(wrapper) && !isMatched(wrapper)) wrapper = old.parents[wrapper] ?? -1;
    if (!old.isWritten[at] || !isMatched(wrapper)) return -1;
    words.first(old.words[at] ?? []);
    return words.likeness(now.words[nows[wrapper] ?? -1] ?? []) >= SAME_WORDS ? wrapper : -1;
  }

  function field(at: number): number {
    const only = onlyFieldIn(old, at);
    return isMatched(only) ? only : -1;
  }

  return (at) => [inside, around, field].map((find) => find(at)).find((one) => one >= 0) ?? -1;
}
