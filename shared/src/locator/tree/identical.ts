import type { TreeIndex } from './treeIndex.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Weight of the words that make a subtree unmistakable. */
const UNMISTAKABLE = 3;

/** Returns the only node of each content; -1 where there are several. */
function onlyHolders({ contents }: TreeIndex): Map<number, number> {
  const holders = new Map<number, number>();
  for (let at = 0; at < contents.length; at++) {
    const content = contents[at] ?? -1;
    holders.set(content, holders.has(content) ? -1 : at);
  }
  return holders;
}

/**
 * Returns for each old node the new node of the same unchanged subtree; -1 where something changed, or where the
 * subtree could be confused with another one.
 */
export function matchIdentical(old: TreeIndex, now: TreeIndex, vocabulary: Vocabulary): Int32Array {
  const count = old.nodes.length;
  const matched = new Int32Array(count).fill(-1);
  // Equal subtrees have their nodes in the same order.
  const settle = (at: number, other: number) => {
    for (let one = at; one <= (old.lasts[at] ?? at); one++) matched[one] = other + one - at;
  };
  if (old.contents[0] === now.contents[0]) {
    settle(0, 0);
    return matched;
  }
  matched[0] = 0;
  const mine = onlyHolders(old);
  const theirs = onlyHolders(now);
  for (let at = 1; at < count; at++) {
    if (matched[at] !== -1) continue;
    const content = old.contents[at] ?? -1;
    const other = theirs.get(content) ?? -1;
    if (other <= 0 || mine.get(content) !== at) continue;
    let weight = 0;
    for (const id of old.words[at] ?? []) weight += vocabulary.weightOf(id);
    if (weight >= UNMISTAKABLE) settle(at, other);
  }
  return matched;
}
