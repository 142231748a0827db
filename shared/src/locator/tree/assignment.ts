import type { Pairs } from './pairs.ts';

const LEVELS = 512;

/** An assignment of old nodes to new ones and back; -1 for nodes without a counterpart. */
export interface Assignment {
  nows: Int32Array;
  olds: Int32Array;
}

/** Assigns two nodes to each other, and frees those that were assigned to them. */
export function reassign({ nows, olds }: Assignment, at: number, other: number): void {
  const [was, holder] = [nows[at] ?? -1, olds[other] ?? -1];
  if (was >= 0) olds[was] = -1;
  if (holder >= 0) nows[holder] = -1;
  nows[at] = other;
  olds[other] = at;
}

/** Assigns one to one, the likeliest pairs first; pairs below `least` are not assigned. */
export function* assign(
  pairs: Pairs,
  counts: { old: number; now: number },
  least: number,
  isSliceOver: () => boolean,
): Generator<void, Assignment> {
  const levels: number[][] = Array.from({ length: LEVELS + 1 }, () => []);
  const nows = new Int32Array(counts.old).fill(-1);
  const olds = new Int32Array(counts.now).fill(-1);
  const owner: number[] = [];
  for (let at = 0; at < counts.old; at++) {
    for (let pair = pairs.start(at); pair < pairs.end(at); pair++) {
      const likeness = pairs.all[pair] ?? 0;
      if (likeness >= least) levels[Math.min(LEVELS, Math.floor(likeness * LEVELS))]?.push(pair);
      owner[pair] = at;
    }
    if (isSliceOver()) yield;
  }
  for (const level of levels.toReversed()) {
    level.sort((a, b) => (pairs.all[b] ?? 0) - (pairs.all[a] ?? 0));
    for (const pair of level) {
      const at = owner[pair] ?? -1;
      const other = pairs.otherOf(pair);
      if (nows[at] !== -1 || olds[other] !== -1) continue;
      nows[at] = other;
      olds[other] = at;
    }
    if (isSliceOver()) yield;
  }
  return { nows, olds };
}
