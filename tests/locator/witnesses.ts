import { readAtOnce } from '@stagelink/shared/locator/domIndex';
import type { Locator } from '@stagelink/shared/locator/locator';
import { judge, type Verdict } from '@stagelink/shared/locator/tree/judge';
import { matchTrees } from '@stagelink/shared/locator/tree/matchTrees';
import type { PageTree } from '@stagelink/shared/locator/tree/pageTree';
import { readTree, readTreeAtOnce } from '@stagelink/shared/locator/tree/readTree';
import { described, pointable } from './described.ts';
import { hearBoth, LOST, ROUTE } from './hearBoth.ts';
import { takeMarks } from './marks.ts';

/** Runs in the pages of the fixtures: finds targets by their locators and by the trees of both pages. */

interface Target {
  key: string;
  difficulty: string | null;
  locator: Locator;
  /** Index in the tree. */
  node: number;
}

export interface PageRecord {
  tree: PageTree;
  targets: Target[];
}

interface Answer {
  status: Verdict['status'];
  /** Whether it is the original element. */
  leadsThere: boolean;
  /** Whether the original element is shown, as the answer or as the other one that it may be. */
  isShown: boolean;
}

export interface WitnessResult {
  key: string;
  difficulty: string | null;
  /** False when the thing is gone. */
  isThere: boolean;
  byLocator: Answer;
  byBoth: Answer;
}

export interface Judged {
  results: WitnessResult[];
  milliseconds: number;
  nodes: number;
}

export function recordMarks(): PageRecord {
  const marks = [...takeMarks()];
  const page = readAtOnce(document);
  const keep = marks.map(([, { element }]) => element);
  const { tree, elements } = readTreeAtOnce(document, { route: ROUTE, keep });
  const targets = marks.map(([key, { element, difficulty }]) => ({
    key,
    difficulty,
    locator: described(element, page),
    node: elements.indexOf(element),
  }));
  return { tree, targets };
}

export function judgeMarks({ tree, targets }: PageRecord): Judged {
  const marks = takeMarks();
  const { findings, matches, elements, milliseconds } = hearBoth(
    tree,
    targets.map(({ locator }) => locator),
  );
  const results = targets.map(({ key, difficulty, node }, at) => {
    const finding = findings[at] ?? LOST;
    const verdict = judge(finding, matches, node, elements);
    const original = marks.get(key)?.element;
    const byLocator = finding.status !== 'lost' && finding.element === original;
    const byBoth = verdict.element !== null && verdict.element === original;
    const isOther = verdict.other !== null && verdict.other === original;
    return {
      key,
      difficulty,
      isThere: original !== undefined,
      byLocator: { status: finding.status, leadsThere: byLocator, isShown: byLocator },
      byBoth: { status: verdict.status, leadsThere: byBoth, isShown: byBoth || isOther },
    };
  });
  return { results, milliseconds, nodes: elements.length };
}

/** Returns the elements that both witnesses together do not surely find on the page they were recorded on. */
export function unsureOnSamePage(): string[] {
  takeMarks();
  const page = readAtOnce(document);
  const pinned = pointable();
  const { tree, elements: old } = readTreeAtOnce(document, { route: ROUTE, hasParts: true });
  const { findings, matches, elements } = hearBoth(
    tree,
    pinned.map((element) => described(element, page)),
  );
  return pinned.flatMap((element, at) => {
    const verdict = judge(findings[at] ?? LOST, matches, old.indexOf(element), elements);
    const isFound = verdict.status === 'found' && verdict.element === element;
    return isFound ? [] : [`${verdict.status}: ${element.outerHTML.slice(0, 120)}`];
  });
}

/** Records the page in slices of one step, and changes the page between them. */
export function treeWhileChanging(change: (slice: number) => void): PageTree {
  const steps = readTree(document, { route: ROUTE, budget: 0 });
  let slice = 0;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value.tree;
    change(slice++);
  }
}

/** Records the page around the elements that match a selector. */
export const treeAround = (selector: string, route = ROUTE): PageTree =>
  readTreeAtOnce(document, { route, keep: [...document.querySelectorAll(selector)] }).tree;

export interface TreeTiming {
  milliseconds: number;
  slices: number;
  longest: number;
  nodes: number;
}

/** Reads the page and matches an older tree with it in slices, as the preview agent does between frames. */
export function timeTrees(old: PageTree, budget: number): TreeTiming {
  const timing: TreeTiming = { milliseconds: 0, slices: 0, longest: 0, nodes: 0 };
  function run<T>(steps: Generator<void, T>): T {
    for (;;) {
      const start = performance.now();
      const step = steps.next();
      const took = performance.now() - start;
      timing.milliseconds += took;
      timing.longest = Math.max(timing.longest, took);
      timing.slices += 1;
      if (step.done) return step.value;
    }
  }
  // The layout is the page's own work.
  document.body.getBoundingClientRect();
  const { tree } = run(readTree(document, { route: ROUTE, budget }));
  timing.nodes = tree.nodes.length;
  run(matchTrees(old, tree, { budget }));
  return timing;
}
