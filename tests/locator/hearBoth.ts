import { findAll, type Finding } from '@stagelink/shared/locator/find';
import type { Locator } from '@stagelink/shared/locator/locator';
import { matchTrees, type NodeMatch } from '@stagelink/shared/locator/tree/matchTrees';
import type { PageTree } from '@stagelink/shared/locator/tree/pageTree';
import { hasDrawingParts, readTreeAtOnce } from '@stagelink/shared/locator/tree/readTree';
import { runAtOnce } from '@stagelink/shared/locator/tree/slices';

export const ROUTE = '/';

/** Finds all by their locators. */
export function findAtOnce(locators: readonly Locator[]): Finding[] {
  const findings: Finding[] = [];
  for (const slice of findAll(document, locators, { budget: Infinity }))
    for (const { index, finding } of slice) findings[index] = finding;
  return findings;
}

/** What both witnesses report, in the order of the locators and of the nodes of the old tree. */
interface Witnesses {
  findings: Finding[];
  matches: NodeMatch[];
  elements: Element[];
  milliseconds: number;
}

/** Finds all by their locators, and matches an older tree with the page. */
export function hearBoth(tree: PageTree, locators: readonly Locator[]): Witnesses {
  const findings = findAtOnce(locators);
  const start = performance.now();
  const keep = findings.flatMap((finding) => (finding.status === 'lost' ? [] : [finding.element]));
  const now = readTreeAtOnce(document, { route: ROUTE, keep, hasParts: hasDrawingParts(tree) });
  const matches = runAtOnce(matchTrees(tree, now.tree));
  return { findings, matches, elements: now.elements, milliseconds: performance.now() - start };
}

export const LOST: Finding = { status: 'lost' };
