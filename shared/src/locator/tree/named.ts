import { plainTag, type TreeIndex } from './treeIndex.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Returns for each old element the new one with the same id, name or address, if no other element of either page has
 * it; -1 where there is none, or where one is written and the other is a picture. Words are changed more often than names.
 */
export function readNamed(old: TreeIndex, now: TreeIndex, vocabulary: Vocabulary): Int32Array {
  const holders = new Map<number, number>();
  for (const [at, ids] of now.names.entries()) for (const id of ids) holders.set(id, at);
  return Int32Array.from(old.names, (ids, at) => {
    const found = new Set(ids.flatMap((id) => (vocabulary.isOnly(id) ? (holders.get(id) ?? []) : [])));
    const [other = -1] = found;
    const isSameKind =
      plainTag(old.nodes[at]) === plainTag(now.nodes[other]) && old.isWritten[at] === now.isWritten[other];
    return found.size === 1 && isSameKind ? other : -1;
  });
}
