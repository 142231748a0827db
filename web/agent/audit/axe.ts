/* oxlint-disable no-underscore-dangle -- names of axe-core */
import { AXE_RULE_IDS, type FindingRule, severityOf } from '@stagelink/shared/domain/findingRules';
import { type AxeTree, buildTree, type VirtualNode } from './axeTree.ts';
import type { Found } from './found.ts';
import type { Pace } from './pace.ts';

interface CheckResult {
  id: string;
  result: unknown;
  data: unknown;
  message?: string;
}

interface NodeResult {
  node: { element?: Element };
  any: CheckResult[];
  all: CheckResult[];
  none: CheckResult[];
}

interface RuleResult {
  id: string;
  nodes: NodeResult[];
}

interface AxeContext {
  include: VirtualNode[];
  exclude: VirtualNode[];
  flatTree: VirtualNode[];
  frames: never[];
  page: boolean;
  initiator: boolean;
  focusable: boolean;
  size: object;
}

interface AxeRule {
  id: string;
  gather: (context: AxeContext, options: object) => VirtualNode[];
  matches: (element: Node, node: VirtualNode, context: AxeContext) => boolean;
  gatherAndMatchNodes: (context: AxeContext, options: object) => VirtualNode[];
  runSync: (context: AxeContext, options: object) => RuleResult;
  after: (result: RuleResult, options: object) => RuleResult;
}

/**
 * The parts of axe-core with which its rules run element by element: its `run` blocks the page. See
 * docs/decisions/0233.
 */
interface Axe extends AxeTree {
  teardown: () => void;
  _audit: { rules: AxeRule[]; noHtml: boolean };
  _selectCache: unknown[] | undefined;
  utils: AxeTree['utils'] & {
    publishMetaData: (result: RuleResult) => void;
    finalizeRuleResult: (result: RuleResult) => { violations: NodeResult[]; incomplete: NodeResult[] };
  };
  commons: {
    dom: {
      isVisibleToScreenReaders: (node: VirtualNode) => boolean;
      isVisibleOnScreen: (node: VirtualNode) => boolean;
      getOverflowHiddenAncestors: (node: VirtualNode) => VirtualNode[];
    };
  };
}

/** Loads axe-core and leaves no global name. */
async function load(url: string): Promise<Axe> {
  const global = window as { axe?: Axe };
  const before = global.axe;
  await import(/* @vite-ignore */ url);
  const { axe } = global;
  if (before) global.axe = before;
  else delete global.axe;
  if (!axe) throw new Error('axe-core did not load');
  return axe;
}

let loading: Promise<Axe> | undefined;

/** Loads axe-core, once for all audits of the page. */
export function loadAxe(url: string): Promise<Axe> {
  loading ??= load(url);
  return loading;
}

interface Contrast {
  contrastRatio?: number;
  expectedContrastRatio?: string;
  fgColor?: string;
  bgColor?: string;
}

/** Returns what was measured, such as “3.1 : 1, needs 4.5 : 1 · #8a8f98 on #ffffff”. */
function evidenceOf({ any, all, none }: NodeResult): string {
  const check = [...any, ...all, ...none][0];
  const { contrastRatio, expectedContrastRatio, fgColor, bgColor } = (check?.data ?? {}) as Contrast;
  if (check?.id === 'color-contrast' && contrastRatio && expectedContrastRatio && fgColor && bgColor) {
    const needed = expectedContrastRatio.replace(':', ' : ');
    return `${Math.floor(contrastRatio * 10) / 10} : 1, needs ${needed} · ${fgColor.toUpperCase()} on ${bgColor.toUpperCase()}`;
  }
  return check?.message ?? '';
}

const elementOf = ({ node }: NodeResult): Element | null => node.element ?? null;

const isKnown = (id: string): id is FindingRule => (AXE_RULE_IDS as string[]).includes(id);

/** Styles that decide which element is above another. */
const STACKING = [
  'position',
  'z-index',
  'opacity',
  '-webkit-transform',
  'mix-blend-mode',
  'filter',
  'perspective',
  'clip-path',
  '-webkit-mask',
  '-webkit-mask-image',
  'mask-border',
  '-webkit-mask-border',
  'isolation',
  'will-change',
  '-webkit-overflow-scrolling',
  'contain',
  'float',
  'display',
];

/** Lets axe-core compute and remember what its rules otherwise compute for the whole page at once. */
function prepare({ commons: { dom } }: Axe, node: VirtualNode): void {
  dom.isVisibleToScreenReaders(node);
  dom.isVisibleOnScreen(node);
  dom.getOverflowHiddenAncestors(node);
  for (const name of STACKING) node.getComputedStylePropertyValue(name);
  // Reading them is what computes them.
  void [node.boundingClientRect, node.clientRects];
}

/** Prepares all elements in slices. */
async function warmUp(axe: Axe, root: VirtualNode, pace: Pace): Promise<void> {
  const queue = [root];
  for (let node = queue.pop(); node && !pace.isOver(); node = queue.pop()) {
    if (node.actualNode.nodeType === Node.ELEMENT_NODE) prepare(axe, node);
    queue.push(...node.children);
    await pace.pause();
  }
}

/** Text that takes axe-core seconds in one step, such as a log file. */
const TEXT_MAX = 100_000;

const isTooLong = ({ actualNode }: VirtualNode) =>
  [...actualNode.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && (node as Text).length > TEXT_MAX,
  );

const HEADINGS = 50;

/** Lets a rule judge its results together. That of headings takes time by the square of their number. */
async function judge(rule: AxeRule, result: RuleResult, pace: Pace): Promise<RuleResult> {
  if (rule.id !== 'heading-order') return rule.after(result, {});
  const [first, ...others] = result.nodes;
  if (!first) return result;
  for (let at = 0; at < others.length; at += HEADINGS) {
    await pace.pause();
    // The first one contains the order of all headings.
    rule.after({ ...result, nodes: [first, ...others.slice(at, at + HEADINGS)] }, {});
  }
  return result;
}

/** What a rule found, and whether it left out elements. */
interface RuleRun {
  result: RuleResult;
  isCut: boolean;
}

async function runRule(rule: AxeRule, context: AxeContext, pace: Pace): Promise<RuleRun> {
  const result: RuleResult = { ...rule.runSync.call(withNodes(rule, []), context, {}) };
  let isCut = false;
  for (const node of rule.gather(context, {})) {
    await pace.pause();
    if (pace.isOver()) {
      isCut = true;
      break;
    }
    if (!rule.matches(node.actualNode, node, context)) continue;
    if (isTooLong(node)) isCut = true;
    else result.nodes.push(...rule.runSync.call(withNodes(rule, [node]), context, {}).nodes);
  }
  return { result: await judge(rule, result, pace), isCut };
}

/** Returns the rule for these elements only. */
const withNodes = (rule: AxeRule, nodes: VirtualNode[]): AxeRule =>
  Object.assign(Object.create(rule) as AxeRule, { gatherAndMatchNodes: () => nodes });

function toFound({ utils }: Axe, rule: FindingRule, node: NodeResult): Found[] {
  const result = { id: rule, nodes: [node] };
  utils.publishMetaData(result);
  const { violations, incomplete } = utils.finalizeRuleResult(result);
  const severity = violations.length > 0 ? severityOf(rule) : 'look';
  return [...violations, ...incomplete].map((one) => ({
    rule,
    severity,
    element: elementOf(one),
    text: evidenceOf(one),
  }));
}

/** Runs the rules of axe-core in slices. Returns what was found until the time was over. */
export async function runAxe(url: string, pace: Pace): Promise<{ found: Found[]; isCut: boolean }> {
  const axe = await loadAxe(url);
  await pace.rest();
  axe.teardown();
  axe._audit.noHtml = true;
  try {
    const root = await buildTree(axe, pace);
    axe._selectCache = [];
    await pace.rest();
    await warmUp(axe, root, pace);
    const context: AxeContext = {
      include: [root],
      exclude: [],
      flatTree: axe._tree ?? [root],
      frames: [],
      page: true,
      initiator: true,
      focusable: true,
      size: {},
    };
    const findings: Found[] = [];
    let isCut = false;
    for (const rule of axe._audit.rules) {
      if (!isKnown(rule.id)) continue;
      if (pace.isOver()) return { found: findings, isCut: true };
      await pace.pause();
      try {
        const run = await runRule(rule, context, pace);
        isCut ||= run.isCut;
        for (const node of run.result.nodes) {
          await pace.pause();
          findings.push(...toFound(axe, rule.id, node));
        }
      } catch {
        // A rule that fails on this page finds nothing; the others go on.
      }
    }
    return { found: findings, isCut };
  } finally {
    axe.teardown();
  }
}
