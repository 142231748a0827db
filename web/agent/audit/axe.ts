/* oxlint-disable no-underscore-dangle -- names of axe-core */
import { AXE_RULE_IDS, type FindingRule, severityOf } from '@stagelink/shared/domain/findingRules';
import type { Found } from './found.ts';
import type { Pace } from './pace.ts';

interface VirtualNode {
  actualNode: Node;
  children: VirtualNode[];
}

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
  gatherAndMatchNodes: (context: AxeContext, options: object) => VirtualNode[];
  runSync: (context: AxeContext, options: object) => RuleResult;
  after: (result: RuleResult, options: object) => RuleResult;
}

/** The parts of axe-core with which its rules run element by element: its `run` blocks the page. */
interface Axe {
  setup: (document: Document) => VirtualNode;
  teardown: () => void;
  _audit: { rules: AxeRule[]; noHtml: boolean };
  _tree: VirtualNode[] | undefined;
  _selectCache: unknown[] | undefined;
  utils: {
    publishMetaData: (result: RuleResult) => void;
    finalizeRuleResult: (
      result: RuleResult,
    ) => RuleResult & { violations: NodeResult[]; incomplete: NodeResult[] };
  };
  commons: {
    dom: {
      isVisibleToScreenReaders: (node: VirtualNode) => boolean;
      isVisibleOnScreen: (node: VirtualNode) => boolean;
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

/** Computes in slices what rules otherwise compute for the whole page at once. */
async function warmUp({ commons }: Axe, root: VirtualNode, pace: Pace): Promise<void> {
  const queue = [root];
  for (let node = queue.pop(); node && !pace.isOver(); node = queue.pop()) {
    if (node.actualNode.nodeType === Node.ELEMENT_NODE) {
      commons.dom.isVisibleToScreenReaders(node);
      commons.dom.isVisibleOnScreen(node);
    }
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

/** What a rule found, and whether it left out elements. */
interface RuleRun {
  result: RuleResult;
  isCut: boolean;
}

async function runRule(rule: AxeRule, context: AxeContext, pace: Pace): Promise<RuleRun | null> {
  const gathered = rule.gatherAndMatchNodes(context, {});
  const nodes = gathered.filter((node) => !isTooLong(node));
  const result: RuleResult = { ...rule.runSync.call(withNodes(rule, []), context, {}) };
  for (const node of nodes) {
    await pace.pause();
    if (pace.isOver()) return null;
    result.nodes.push(...rule.runSync.call(withNodes(rule, [node]), context, {}).nodes);
  }
  return { result: rule.after(result, {}), isCut: nodes.length < gathered.length };
}

/** Returns the rule for these elements only. */
const withNodes = (rule: AxeRule, nodes: VirtualNode[]): AxeRule =>
  Object.assign(Object.create(rule) as AxeRule, { gatherAndMatchNodes: () => nodes });

function toFound(axe: Axe, id: FindingRule, result: RuleResult): Found[] {
  axe.utils.publishMetaData(result);
  const { violations, incomplete } = axe.utils.finalizeRuleResult(result);
  const one = (severity: Found['severity']) => (node: NodeResult) => ({
    rule: id,
    severity,
    element: elementOf(node),
    text: evidenceOf(node),
  });
  return [...violations.map(one(severityOf(id))), ...incomplete.map(one('look'))];
}

/** Runs the rules of axe-core in slices. Returns what was found until the time was over. */
export async function runAxe(url: string, pace: Pace): Promise<{ found: Found[]; isCut: boolean }> {
  const axe = await (loading ??= load(url));
  await pace.rest();
  axe.teardown();
  axe._audit.noHtml = true;
  try {
    const root = axe.setup(document);
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
      await pace.pause();
      try {
        const run = await runRule(rule, context, pace);
        if (!run) return { found: findings, isCut: true };
        isCut ||= run.isCut;
        findings.push(...toFound(axe, rule.id, run.result));
      } catch {
        // A rule that fails on this page finds nothing; the others go on.
      }
    }
    return { found: findings, isCut };
  } finally {
    axe.teardown();
  }
}
