import { forgetWords } from '../tokens.ts';
import { type Assignment, assign } from './assignment.ts';
import { readCaptioned, valueOf } from './captioned.ts';
import { addAlike, addNeighbours } from './candidates.ts';
import { alignEqualParts } from './equalParts.ts';
import { matchIdentical } from './identical.ts';
import { createComparer } from './likeness.ts';
import type { NodeMatch } from './matchTypes.ts';
import { readNamed } from './named.ts';
import { isGone, isUprooted, opinionsOn } from './neighbours.ts';
import { createNameComparer } from './otherName.ts';
import { createOnlyOnes, isLandmark } from './onlyOne.ts';
import type { PageTree } from './pageTree.ts';
import { Pairs } from './pairs.ts';
import { compareWords } from './replaced.ts';
import { propagate } from './propagation.ts';
import { keepShapes } from './sameShape.ts';
import { createPace } from './slices.ts';
import { createStandIns } from './standIns.ts';
import { Contents, indexTree, plainTag, type TreeIndex } from './treeIndex.ts';
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

/** Returns what each old element has of its own, 0 to 1. */
const substancesOf = ({ words, lasts }: TreeIndex, vocabulary: Vocabulary) =>
  Float32Array.from(words, (ids, at) => {
    if ((lasts[at] ?? at) - at >= SMALL) return 0;
    return Math.min(
      1,
      ids.reduce((sum, id) => sum + vocabulary.weightOf(id), 0),
    );
  });

/** Both pages, and the pairs of their elements. */
interface Pages {
  old: TreeIndex;
  now: TreeIndex;
  vocabulary: Vocabulary;
  pairs: Pairs;
  /** The new element with the same name that is nowhere else; -1 where there is none. */
  named: Int32Array;
  /** The new value with the same caption; -1 where there is none. */
  captioned: Int32Array;
  /** Whether an old element is not in an unchanged part of the page. */
  isOpen: (at: number) => boolean;
}

function* readPages(
  oldTree: PageTree,
  nowTree: PageTree,
  isSliceOver: () => boolean,
): Generator<void, Pages> {
  const vocabulary = new Vocabulary();
  const contents = new Contents();
  const old: TreeIndex = yield* indexTree(oldTree, 0, vocabulary, contents, isSliceOver);
  const now: TreeIndex = yield* indexTree(nowTree, 1, vocabulary, contents, isSliceOver);
  forgetWords();
  vocabulary.weigh(Math.max(old.nodes.length, now.nodes.length));
  const identical = matchIdentical(old, now, vocabulary);
  const isOpen = (at: number) => identical[at] === -1;
  const pairs = new Pairs(old.nodes.length);
  for (let at = 0; at < identical.length; at++) if (!isOpen(at)) pairs.settle(at, identical[at] ?? -1);
  yield;
  const named = readNamed(old, now, vocabulary);
  const captioned = yield* readCaptioned(old, now, vocabulary, isSliceOver);
  return { old, now, vocabulary, pairs, named, captioned, isOpen };
}

/** Finds the pairs, and assigns the elements to each other. */
function* assignPages(
  { old, now, vocabulary, pairs, named, captioned, isOpen }: Pages,
  widths: readonly [old: number, now: number],
  isSliceOver: () => boolean,
): Generator<void, Assignment> {
  const counts = { old: old.nodes.length, now: now.nodes.length };
  const substances = substancesOf(old, vocabulary);
  const comparer = createComparer(old, now, vocabulary, widths);
  yield* addAlike(old, now, vocabulary, comparer, pairs, isOpen, isSliceOver);
  for (const [at, other] of captioned.entries()) if (other >= 0 && isOpen(at)) pairs.settle(at, other);
  for (const [at, other] of named.entries()) if (other >= 0 && isOpen(at)) pairs.settle(at, other);
  for (const direction of ROUNDS) {
    yield* addNeighbours(old, now, comparer, pairs, isOpen, isSliceOver);
    yield* propagate(old, now, pairs, substances, isOpen, direction, isSliceOver);
  }
  let assignment: Assignment = yield* assign(pairs, counts, LEAST, isSliceOver);
  yield* keepShapes(old, now, assignment, pairs, vocabulary, comparer, isSliceOver);
  for (const direction of ROUNDS) {
    pairs.trust(assignment);
    yield* addNeighbours(old, now, comparer, pairs, isOpen, isSliceOver);
    yield* propagate(old, now, pairs, substances, isOpen, direction, isSliceOver);
    if (direction === 'inwards') assignment = yield* assign(pairs, counts, LEAST, isSliceOver);
  }
  yield* alignEqualParts(old, now, assignment, pairs, isSliceOver);
  return assignment;
}

/** Returns what is known of each old element. */
function* describeMatches(
  { old, now, vocabulary, pairs, named, captioned }: Pages,
  assignment: Assignment,
  isTranslated: boolean,
  isSliceOver: () => boolean,
): Generator<void, NodeMatch[]> {
  const compared = yield* compareWords(old, now, vocabulary, assignment, isTranslated, isSliceOver);
  const isOtherName = yield* createNameComparer(old, now, isSliceOver);
  const isAmongTwins = yield* createTwinComparer(old, now, isSliceOver);
  const leadOf = createLeads(pairs, old.nodes.length, now.nodes.length);
  const weightOf = (at: number) => pairs.likeness(at, assignment.nows[at] ?? -1);
  const isOnlyOne = createOnlyOnes(old, now, assignment, { weightOf, leadOf, words: compared.words });
  const matches: NodeMatch[] = [];
  const isInTwin = (at: number): boolean => {
    const block = matches[old.parents[at] ?? -1];
    if (!block || block.now === null) return false;
    return block.isInTwin || (block.isAmongTwins && block.neighbours.parent < 0);
  };
  for (const [at, other] of assignment.nows.entries()) {
    if (other < 0)
      matches.push({
        now: null,
        isGone: isOutdone(pairs, assignment, at) && isGone(old, now, assignment, at),
      });
    else
      matches.push({
        now: other,
        weight: weightOf(at),
        parentWeight: weightOf(old.parents[at] ?? -1),
        lead: leadOf(at, other),
        neighbours: opinionsOn(old, now, assignment, at, other),
        words: compared.words[at] ?? null,
        isSameTag: plainTag(old.nodes[at]) === plainTag(now.nodes[other]),
        isOtherName: isOtherName(at, other),
        isAmongTwins: isAmongTwins(at, other),
        isInTwin: isInTwin(at),
        isOnlyOne: isOnlyOne(at, other),
        isNamed: named[at] === other,
        isCaptioned: captioned[at] === other,
        isOtherValue: captioned[at] === other && valueOf(old, at) !== valueOf(now, other),
        isLandmark: isLandmark(old, now, vocabulary, at, other),
        isUprooted: isUprooted(old, assignment, at),
        isReplaced: compared.isReplaced[at] ?? false,
        isOtherPart: compared.isOtherPart[at] ?? false,
        isStandIn: false,
      });
    if (isSliceOver()) yield;
  }
  const standInFor = createStandIns(old, now, assignment, vocabulary);
  for (const [at, { now: counterpart }] of matches.entries()) {
    const other = counterpart === null ? matches[standInFor(at)] : undefined;
    if (other && other.now !== null && !other.isOtherName) matches[at] = { ...other, isStandIn: true };
    if (isSliceOver()) yield;
  }
  return matches;
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
  const pages = yield* readPages(oldTree, nowTree, isSliceOver);
  const assignment = yield* assignPages(pages, [oldTree.width, nowTree.width], isSliceOver);
  return yield* describeMatches(pages, assignment, oldTree.lang !== nowTree.lang, isSliceOver);
}
