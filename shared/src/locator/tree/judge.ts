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

/**
 * Combines what the locator of a pin found and what the page tree says of its node. `elements` are those of the new
 * tree. Without a match the locator decides alone.
 */
export function judge(finding: Finding, match: NodeMatch | undefined, elements: readonly Element[]): Verdict {
  const byTree = match && match.now !== null ? (elements[match.now] ?? null) : null;
  if (finding.status === 'lost')
    return byTree
      ? { status: 'doubtful', element: byTree, other: null, confidence: match?.weight ?? 0 }
      : { status: match?.isGone ? 'removed' : 'lost', element: null, other: null, confidence: 0 };
  const { status, element, confidence } = finding;
  const isContradicted = byTree !== null && byTree !== element;
  return {
    status: isContradicted ? 'doubtful' : status,
    element,
    other: isContradicted ? byTree : null,
    confidence,
  };
}
