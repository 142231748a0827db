import type { Finding } from '../find.ts';
import type { NodeMatch } from './matchTypes.ts';

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

/** Certainty above which a tree is sure alone, confirms a doubtful locator, contradicts a sure one, and is worth showing. */
const SURE = 0.968;
/** The same for an element that has another tag now. */
const SURE_OF_OTHER_TAG = 0.985;
const CONFIRMING = 0.9;
const CONTRADICTING = 0.9;
const POSSIBLE = 0.8;
/** Lead over the next likely pair without which it is not sure. */
const SURE_LEAD = 0.05;
/** Share of words below which two texts are different texts. */
const OTHER_WORDS = 0.2;

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

const isReworded = ({ words }: NodeMatch) => words !== null && words < OTHER_WORDS;

/** Returns how certain a match is, 0 to 1; the weights were fitted to the fixtures that are used for tuning. */
function certaintyOf(match: NodeMatch): number {
  const { parent, before, after, inside } = match.neighbours;
  const around = 0.5 * parent + 0.2 * (before + after) + 0.4 * inside;
  const text = match.words === null ? 1 : isReworded(match) ? 0.6 : 0;
  const sum = -2 + 5.8 * match.weight + 6 * within(match.lead, -0.2, 0.3) + around - text;
  return 1 / (1 + Math.exp(-sum));
}

const nothing = (status: 'lost' | 'removed'): Verdict => ({
  status,
  element: null,
  other: null,
  confidence: 0,
});

/** Says where an element is by the tree alone. */
function judgeByTree(match: NodeMatch, element: Element, certainty: number): Verdict {
  if (certainty < POSSIBLE || match.isReplaced) return nothing('lost');
  const isSure =
    certainty >= (match.isSameTag ? SURE : SURE_OF_OTHER_TAG) &&
    match.lead >= SURE_LEAD &&
    match.neighbours.parent >= 0 &&
    !isReworded(match);
  return isSure
    ? { status: 'found', element, other: null, confidence: certainty }
    : { status: 'doubtful', element, other: null, confidence: certainty / 2 };
}

/**
 * Combines what the locator of a pin found and what the page tree says of its node. `elements` are those of the new
 * tree. Without a match the locator decides alone. See docs/decisions/0321.
 */
export function judge(finding: Finding, match: NodeMatch | undefined, elements: readonly Element[]): Verdict {
  const byTree = match && match.now !== null ? elements[match.now] : undefined;
  if (!match || !byTree) {
    if (finding.status === 'lost') return nothing(match?.isGone ? 'removed' : 'lost');
    return { ...finding, other: null };
  }
  const certainty = certaintyOf(match);
  if (finding.status === 'lost') return judgeByTree(match, byTree, certainty);
  const { status, element, confidence } = finding;
  const isFirm = match.neighbours.parent >= 0 && match.lead >= SURE_LEAD && !match.isReplaced;
  if (byTree === element) {
    if (status === 'found' || (isFirm && certainty >= CONFIRMING))
      return { status: 'found', element, other: null, confidence: Math.max(confidence, certainty) };
    return match.isReplaced ? nothing('lost') : { status, element, other: null, confidence };
  }
  const doubt = { status: 'doubtful', confidence: confidence / 2 } as const;
  if (status === 'found') {
    const isContradicted = isFirm && certainty >= CONTRADICTING;
    return isContradicted
      ? { ...doubt, element, other: byTree }
      : { status, element, other: null, confidence };
  }
  return isFirm && certainty >= CONTRADICTING
    ? { ...doubt, element: byTree, other: element }
    : { ...doubt, element, other: byTree };
}
