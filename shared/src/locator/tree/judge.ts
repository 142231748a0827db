import type { Finding } from '../find.ts';
import type { NodeMatch } from './matchTypes.ts';

/** What is known of a pin on the current page, by its locator and by the page tree together. */
export interface Verdict {
  /** `removed`: all around the element is still there, and it is not. */
  status: 'found' | 'doubtful' | 'lost' | 'removed';
  /** The best guess; null when lost or removed. */
  element: Element | null;
  /** With a doubtful result the other element that it may be, when locator and tree contradict each other. */
  other: Element | null;
  /** 0 to 1. */
  confidence: number;
}

/** Certainty above which a tree is sure alone, confirms a doubtful locator, and is worth showing. */
const SURE = 0.96;
const CONFIRMING = 0.9;
const POSSIBLE = 0.6;
/** Without such a lead over other pairs it is not sure, and it does not contradict a sure locator. */
const SURE_LEAD = 0.05;
const LEAD = 0.02;
const CONFIRMING_LEAD = 0.04;
/** Share of words below which two texts are different texts. */
const OTHER_WORDS = 0.2;

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** Returns how certain a match is, 0 to 1; the weights were fitted to the fixtures that are used for tuning. */
function certaintyOf({ weight, lead, neighbours, words, isReplaced }: NodeMatch): number {
  const { parent, before, after, inside } = neighbours;
  const around = 0.5 * parent + 0.2 * (before + after) + 0.4 * inside;
  const text = words === null ? 1 : words < OTHER_WORDS ? 0.6 : 0;
  const sum = -2 + 5.8 * weight + 6 * within(lead, -0.2, 0.3) + around - text - (isReplaced ? 1 : 0);
  return 1 / (1 + Math.exp(-sum));
}

const nothing = (status: 'lost' | 'removed'): Verdict => ({
  status,
  element: null,
  other: null,
  confidence: 0,
});

/**
 * Combines what the locator of a pin found and what the page tree says of its node. `elements` are those of the new
 * tree. Without a match the locator decides alone.
 */
export function judge(finding: Finding, match: NodeMatch | undefined, elements: readonly Element[]): Verdict {
  const byTree = match && match.now !== null ? (elements[match.now] ?? null) : null;
  if (!match || !byTree) {
    if (finding.status === 'lost') return nothing(match?.isGone ? 'removed' : 'lost');
    return { ...finding, other: null };
  }
  const certainty = certaintyOf(match);
  const isReworded = match.words !== null && match.words < OTHER_WORDS;
  const isInPlace = match.neighbours.parent >= 0;
  const isSure =
    certainty >= SURE && match.lead >= SURE_LEAD && isInPlace && !isReworded && !match.isReplaced;
  if (finding.status === 'lost') {
    if (certainty < POSSIBLE || match.isReplaced) return nothing('lost');
    return isSure
      ? { status: 'found', element: byTree, other: null, confidence: certainty }
      : { status: 'doubtful', element: byTree, other: null, confidence: certainty / 2 };
  }
  const { status, element, confidence } = finding;
  if (byTree === element) {
    if (status === 'doubtful' && match.isReplaced) return nothing('lost');
    const isConfirmed =
      status === 'found' || (isInPlace && certainty >= CONFIRMING && match.lead >= CONFIRMING_LEAD);
    return isConfirmed
      ? { status: 'found', element, other: null, confidence: Math.max(confidence, certainty) }
      : { status: 'doubtful', element, other: null, confidence };
  }
  const contradicts = certainty >= POSSIBLE && match.lead >= LEAD && !match.isReplaced;
  if (status === 'found' && !contradicts) return { status, element, other: null, confidence };
  return status === 'doubtful' && isSure
    ? { status: 'doubtful', element: byTree, other: element, confidence: certainty / 2 }
    : { status: 'doubtful', element, other: byTree, confidence: confidence / 2 };
}
