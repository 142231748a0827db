import type { Finding } from '../find.ts';
import type { Match, NodeMatch } from './matchTypes.ts';

/** What is known of a pin on the current page, by its locator and by the page tree together. */
export interface Verdict {
  /** `removed`: all around the element is still there, and it is not. */
  status: 'found' | 'doubtful' | 'lost' | 'removed';
  /** The best guess; null when lost or removed. */
  element: Element | null;
  /** The other element that a doubtful result may be, when locator and tree contradict each other. */
  other: Element | null;
  /** 0 to 1. */
  confidence: number;
}

/** Certainty above which a tree is sure alone. */
const SURE = 0.968;
/** The same for an element that has another tag now. */
const SURE_OF_OTHER_TAG = 0.985;
/** Certainty above which it confirms a doubtful locator, and contradicts a sure one. */
const FIRM = 0.9;
/** Likelihood from which a match that only the tree knows is shown as a guess. */
const POSSIBLE = 0.5;
/** An element is no guess if both it and its parent are less alike. */
const FAINT = 0.46;
/** Lead without which it is no guess where the block around it has no counterpart. */
const LEAD_ALONE = 0.2;
/** Lead over the next likely pair without which it is not sure. */
const SURE_LEAD = 0.05;
/** Share of words from which the only one of its sort on a page is surely the same. */
const LANDMARK_WORDS = 0.5;
/** Share of words from which an element is sure although its block has no counterpart. */
const KNOWN_WORDS = 0.8;
/** Share of words below which two texts are different texts. */
const OTHER_WORDS = 0.2;
/** The same for a link that only the tree knows: it may lead elsewhere. */
const OTHER_LINK = 0.5;

/** Lead and share of words with which an item in a place that another item has taken may still be the same one. */
const KEPT_LEAD = 0.11;
const KEPT_WORDS = 0.05;
/** The share where nothing around it contradicts. */
const PLACED_WORDS = 0.1;

/** A lead and a share of words below which one of several that are alike is another one. */
const TWIN_LEAD = 0.02;
const TWIN_WORDS = 0.5;
/** Confidence of a locator below which nothing is known where a tree without a lead contradicts it. */
const WEAK = 0.15;

const isReworded = ({ words }: Match) => words !== null && words < OTHER_WORDS;

/** Whether another item is in its place, and nothing hints that it is the same one in other words. */
function isAnother(match: Match): boolean {
  const { isReplaced, isOtherPart, isAmongTwins, isLandmark, isNamed, lead } = match;
  const { parent, before, after, inside } = match.neighbours;
  const words = match.words ?? 0;
  if (!isReplaced || isLandmark) return false;
  // A name of a place, such as `section-5`, stays when its content moves to the next one.
  if (inside < 0) return true;
  if (isNamed) return false;
  if (isOtherPart || (isAmongTwins && lead < TWIN_LEAD && words < TWIN_WORDS)) return true;
  const isPlaced = before >= 0 && after >= 0 && before + after > 0 && words >= PLACED_WORDS;
  const isLeading = lead >= KEPT_LEAD && words >= KEPT_WORDS;
  return !(parent > 0 && (isPlaced || isLeading));
}

/** Whether too little of an element and of what is around it is left for a guess. */
const isFaint = ({ weight, parentWeight, lead, neighbours }: Match) =>
  Math.max(weight, parentWeight) < FAINT || (neighbours.parent === 0 && lead < LEAD_ALONE);

const likelihood = (evidence: number) => 1 / (1 + Math.exp(-evidence));

/** Returns what the neighbours say, negative when they contradict. */
const aroundOf = ({ neighbours: { parent, before, after, inside } }: Match) =>
  0.5 * parent + 0.2 * (before + after) + 0.4 * inside;

const leadOf = ({ lead }: Match) => Math.max(-0.2, Math.min(0.3, lead));

/** Returns how certain a match is, 0 to 1; the weights were fitted to the fixtures that are used for tuning. */
function certaintyOf(match: Match): number {
  const text = match.words === null ? 1 : isReworded(match) ? 0.6 : 0;
  return likelihood(-2 + 5.8 * match.weight + 6 * leadOf(match) + aroundOf(match) - text);
}

/**
 * Whether a match is a good guess. After a redesign little is alike, so the lead and the match of the parent say more
 * than how alike the two are. The weights were fitted to the fixtures that are used for tuning.
 */
function isPossible(match: Match): boolean {
  if (isAnother(match)) return false;
  if (match.isOnlyOne || match.isLandmark || match.isNamed || match.isCaptioned) return true;
  if (isFaint(match)) return false;
  const alike = 0.5 * match.weight + 2 * match.parentWeight + 9.4 * leadOf(match);
  const text = isReworded(match) ? 0.7 : 0;
  return likelihood(-1.3 + alike + 0.7 * aroundOf(match) - text) >= POSSIBLE;
}

const nothing = (status: 'lost' | 'removed'): Verdict => ({
  status,
  element: null,
  other: null,
  confidence: 0,
});

/** Whether the tree has a reason against being sure. */
const isDoubted = ({ isNamed, words, ...match }: Match) =>
  match.isStandIn ||
  match.isOtherName ||
  ((match.isAmongTwins || match.isInTwin) && !isNamed) ||
  match.isReplaced ||
  match.isOtherValue ||
  (match.isUprooted && (words ?? 0) < KNOWN_WORDS);

/** Says where an element is by the tree alone. */
function judgeByTree(match: Match, element: Element, certainty: number): Verdict {
  if (!isPossible(match)) return nothing('lost');
  const isClear =
    certainty >= (match.isSameTag ? SURE : SURE_OF_OTHER_TAG) &&
    match.lead >= SURE_LEAD &&
    (match.words ?? 1) > (element.localName === 'a' ? OTHER_LINK : OTHER_WORDS);
  const isKept = match.isOnlyOne || (match.isLandmark && (match.words ?? 0) >= LANDMARK_WORDS);
  const isSure = (isClear || isKept) && match.neighbours.parent >= 0 && !isDoubted(match);
  return {
    status: isSure ? 'found' : 'doubtful',
    element,
    other: null,
    confidence: isSure ? certainty : certainty / 2,
  };
}

/** Whether an element is the likeliest counterpart of an element of the old page. */
const isHeld = (element: Element, matches: readonly NodeMatch[], elements: readonly Element[]) =>
  matches.some(
    (match) =>
      match.now !== null && elements[match.now] === element && match.lead >= SURE_LEAD && !match.isStandIn,
  );

/** Whether a doubtful locator guesses at another element. `isSame`: the tree guesses at the same one. */
function isAbsent(match: Match, isSame: boolean, confidence: number): boolean {
  const { isAmongTwins, isUprooted, isOtherPart, lead, words, neighbours } = match;
  const isElsewhere = isAmongTwins && (neighbours.parent < 0 || isUprooted);
  if (isSame) return isElsewhere || isAnother(match);
  const isUnknown = confidence < WEAK && lead < SURE_LEAD;
  return isUnknown || (isElsewhere && words === 1) || (isOtherPart && isAnother(match));
}

/**
 * Combines what the locator of a pin found and what the page tree says of its node. `elements` are those of the new
 * tree, `at` is the pin’s node in the old one. Without a match the locator decides alone. See docs/decisions/0321.
 */
export function judge(
  finding: Finding,
  matches: readonly NodeMatch[],
  at: number | undefined,
  elements: readonly Element[],
): Verdict {
  const node = matches[at ?? -1];
  const match = node?.now === null ? undefined : node;
  const byTree = (match && elements[match.now]) ?? null;
  const absent = nothing(node?.now === null && node.isGone ? 'removed' : 'lost');
  if (finding.status === 'lost')
    return match && byTree ? judgeByTree(match, byTree, certaintyOf(match)) : absent;
  const { status, element, confidence } = finding;
  const kept: Verdict = { ...finding, other: null };
  const doubt: Verdict = { status: 'doubtful', element, other: byTree, confidence: confidence / 2 };
  if (!match || !byTree) {
    if (!node || !isHeld(element, matches, elements)) return kept;
    return status === 'found' ? doubt : absent;
  }
  if (status === 'doubtful' && isAbsent(match, byTree === element, confidence)) return absent;
  const certainty = certaintyOf(match);
  const isPlaced = match.neighbours.parent >= 0 && !match.isReplaced;
  const isFirm = isPlaced && match.lead >= SURE_LEAD && certainty >= FIRM;
  if (byTree === element) {
    if (status !== 'found' && (!isFirm || isDoubted(match))) return kept;
    if (match.isOtherName || (isReworded(match) && isAnother(match))) return { ...doubt, other: null };
    return { ...kept, status: 'found', confidence: Math.max(confidence, certainty) };
  }
  if (status === 'found') return isFirm && !match.isStandIn ? doubt : kept;
  return isFirm || isHeld(element, matches, elements) ? { ...doubt, element: byTree, other: element } : doubt;
}
