import { forgetWords } from '../tokens.ts';
import { type Assignment, assign } from './assignment.ts';
import { addAlike, addNeighbours } from './candidates.ts';
import { matchIdentical } from './identical.ts';
import { createComparer } from './likeness.ts';
import type { NodeMatch } from './matchTypes.ts';
import { isGone, opinionsOn } from './neighbours.ts';
import { createNameComparer } from './otherName.ts';
import { createOnlyOnes } from './onlyOne.ts';
import type { PageTree, TreeNode } from './pageTree.ts';
import { Pairs } from './pairs.ts';
import { compareWords } from './replaced.ts';
import { propagate } from './propagation.ts';
import { createPace } from './slices.ts';
import { Contents, indexTree, type TreeIndex } from './treeIndex.ts';
import { createTwinComparer } from './twins.ts';
import { Vocabulary } from './vocabulary.ts';

export type { NodeMatch, Opinion } from './matchTypes.ts';

/** Elements that a text is of, and not of a part of the page. */
const SMALL = 7;
const ROUNDS = ['outwards', 'inwards', 'outwards', 'inwards'] as const;
/** Pairs that are less alike are no match. */
const LEAST = 0.25;

/** An element can only be gone if what it could be is more likely another element by this. */
const NONE = 0.5;
const BETTER = 0.1;

/** Whether every likely counterpart of an element is the better one of another element. */
function isOutdone(pairs: Pairs, { olds }: Assignment, at: number): boolean {
  for (let pair = pairs.start(at); pair < pairs.end(at); pair++) {
    const likeness = pairs.all[pair] ?? 0;
    const other = pairs.otherOf(pair);
    if (likeness >= NONE && pairs.likeness(olds[other] ?? -1, other) < likeness + BETTER) return false;
  }
  return true;
}

const plainTag = (node?: TreeNode) => node?.tag.replace(/^h\d$/, 'heading');

/** Returns the lead of an assigned pair over the next best pair that contains one of the two. */
function createLeads(pairs: Pairs, olds: number, nows: number) {
  const bestOf = new Float32Array(nows);
  const secondOf = new Float32Array(nows);
  for (let at = 0; at < olds; at++) {
    for (let pair = pairs.start(at); pair < pairs.end(at); pair++) {
      const other = pairs.otherOf(pair);
      const likeness = pairs.all[pair] ?? 0;
      if (likeness > (bestOf[other] ?? 0)) {
        secondOf[other] = bestOf[other] ?? 0;
        bestOf[other] = likeness;
      } else if (likeness > (secondOf[other] ?? 0)) secondOf[other] = likeness;
    }
  }
  return (at: number, other: number): number => {
    const mine = pairs.likeness(at, other);
    let rival = mine < (bestOf[other] ?? 0) ? (bestOf[other] ?? 0) : (secondOf[other] ?? 0);
    for (let pair = pairs.start(at); pair < pairs.end(at); pair++)
      if (pairs.otherOf(pair) !== other) rival = Math.max(rival, pairs.all[pair] ?? 0);
    return mine - rival;
  };
}

/**
 * Matches the elements of an old page to those of the new one; each iteration is a slice of about `budget`
 * milliseconds. Returns what is known of each node of the old tree, by its index. See docs/decisions/0320.
 */
export function* matchTrees(
  oldTree: PageTree,
  nowTree: PageTree,
  { budget = 4 }: { budget?: number } = {},
): Generator<void, NodeMatch[]> {
  const isSliceOver = createPace(budget);
  const vocabulary = new Vocabulary();
  const contents = new Contents();
  const old: TreeIndex = yield* indexTree(oldTree, 0, vocabulary, contents, isSliceOver);
  const now: TreeIndex = yield* indexTree(nowTree, 1, vocabulary, contents, isSliceOver);
  forgetWords();
  const counts = { old: old.nodes.length, now: now.nodes.length };
  vocabulary.weigh(Math.max(counts.old, counts.now));
  const identical = matchIdentical(old, now, vocabulary);
  const isOpen = (at: number) => identical[at] === -1;
  const pairs = new Pairs(counts.old);
  for (let at = 0; at < counts.old; at++) if (!isOpen(at)) pairs.settle(at, identical[at] ?? -1);
  yield;

  const substances = Float32Array.from(old.words, (words, at) => {
    const isSmall = (old.lasts[at] ?? at) - at < SMALL;
    return isSmall
      ? Math.min(
          1,
          words.reduce((sum, id) => sum + vocabulary.weightOf(id), 0),
        )
      : 0;
  });
  const comparer = createComparer(old, now, vocabulary, [oldTree.width, nowTree.width]);
  yield* addAlike(old, now, vocabulary, comparer, pairs, isOpen, isSliceOver);
  for (const direction of ROUNDS) {
    yield* addNeighbours(old, now, comparer, pairs, isOpen, isSliceOver);
    yield* propagate(old, now, pairs, substances, isOpen, direction, isSliceOver);
  }
  let assignment: Assignment = yield* assign(pairs, counts, LEAST, isSliceOver);
  for (const direction of ROUNDS) {
    pairs.trust(assignment);
    yield* addNeighbours(old, now, comparer, pairs, isOpen, isSliceOver);
    yield* propagate(old, now, pairs, substances, isOpen, direction, isSliceOver);
    if (direction === 'inwards') assignment = yield* assign(pairs, counts, LEAST, isSliceOver);
  }
  const isTranslated = oldTree.lang !== nowTree.lang;
  const compared = yield* compareWords(old, now, vocabulary, assignment, isTranslated, isSliceOver);
  const isOtherName = yield* createNameComparer(old, now, isSliceOver);
  const isAmongTwins = yield* createTwinComparer(old, now, isSliceOver);
  const leadOf = createLeads(pairs, counts.old, counts.now);
  const weightOf = (at: number) => pairs.likeness(at, assignment.nows[at] ?? -1);
  const isOnlyOne = createOnlyOnes(old, now, assignment, { weightOf, leadOf, words: compared.words });
  const matches: NodeMatch[] = [];
  for (let at = 0; at < counts.old; at++) {
    const other = assignment.nows[at] ?? -1;
    if (other < 0) {
      const neighbours = { parent: 0, before: 0, after: 0, inside: 0 } as const;
      const gone = isOutdone(pairs, assignment, at) && isGone(old, now, assignment, at);
      matches.push({
        now: null,
        weight: 0,
        parentWeight: 0,
        lead: 0,
        neighbours,
        words: null,
        isSameTag: false,
        isOtherName: false,
        isAmongTwins: false,
        isOnlyOne: false,
        isReplaced: false,
        isGone: gone,
      });
    } else
      matches.push({
        now: other,
        weight: pairs.likeness(at, other),
        parentWeight: weightOf(old.parents[at] ?? -1),
        lead: leadOf(at, other),
        neighbours: opinionsOn(old, now, assignment, at, other),
        words: compared.words[at] ?? null,
        isSameTag: plainTag(old.nodes[at]) === plainTag(now.nodes[other]),
        isOtherName: isOtherName(at, other),
        isAmongTwins: isAmongTwins(at, other),
        isOnlyOne: isOnlyOne(at, other),
        isReplaced: compared.isReplaced[at] ?? false,
        isGone: false,
      });
    if (isSliceOver()) yield;
  }
  return matches;
}
