import { FINDINGS_MAX, FINDINGS_PER_RULE, AUDIT_MAX } from '@stagelink/shared/preview/auditLimits';
import { SEVERITIES } from '@stagelink/shared/domain/findingRules';
import { describe } from '@stagelink/shared/locator/describe';
import { readPage } from '@stagelink/shared/locator/domIndex';
import type * as native from '../native.ts';
import type { TypedText } from '../typing.ts';
import { loadAxe, runAxe } from './axe.ts';
import { measureField, measureImage, measureWeight } from './content.ts';
import { createEvidence } from './evidence.ts';
import { measureFocus } from './focus.ts';
import type { Found } from './found.ts';
import { measureLinks } from './links.ts';
import { measureOverflow } from './overflow.ts';
import { createPace, type Pace } from './pace.ts';
import { ELEMENTS_MAX, readElements, type ReadPage, type SeenElement } from './page.ts';
import { measureTargets } from './targets.ts';
import { measureClipping, measureText } from './text.ts';

/** What the agent passes to this file, which loads when the page is audited. */
export interface AuditContext {
  own: typeof native;
  /** Contains what the agent draws. */
  host: Element;
  /** The path of the prototype's root on its host. */
  root: string;
  routeNow: () => string;
  typed: () => TypedText[];
  /** When elements or texts of the page last changed, as `performance.now()`. */
  changedAt: () => number;
  axeUrl: string;
  /** Reports the part that is done. */
  progress: (part: number) => void;
}

/** Up to this width a page is measured as on a phone. */
const PHONE = 500;
/** A page is audited once it has not changed for this time, at the latest after the second one. */
const QUIET_MS = 400;
const QUIET_BY_MS = 3000;
const POLL_MS = 100;

/** Waits until the page has loaded and rests. */
async function settle({ own, changedAt }: AuditContext): Promise<void> {
  const end = performance.now() + QUIET_BY_MS;
  for (let now = performance.now(); now < end; now = performance.now()) {
    const left = document.readyState === 'complete' ? changedAt() + QUIET_MS - now : POLL_MS;
    if (left <= 0) return;
    await new Promise<void>((resolve) => own.later(resolve, left));
  }
}

async function measurePage({ own, root }: AuditContext, { seen }: ReadPage, pace: Pace): Promise<Found[]> {
  const isPhone = own.widthOf(window) <= PHONE;
  const all: Found[] = [];
  const whole = [
    () => (isPhone ? measureTargets(own, seen) : []),
    () => (isPhone ? measureOverflow(own, seen) : []),
    () => measureFocus(own, seen),
    () => (isPhone ? [] : measureWeight()),
  ];
  for (const measure of whole) {
    await pace.pause();
    all.push(...measure());
  }
  for (const one of seen) {
    await pace.pause();
    if (pace.isOver()) break;
    all.push(...measureText(own, one), ...measureImage(own, one, isPhone));
    all.push(...measureField(own, one), ...(isPhone ? measureClipping(one) : []));
  }
  return [...all, ...(await measureLinks(own, seen, { root, pace }))];
}

const isClosed = ({ element }: SeenElement) =>
  element.localName.includes('-') &&
  !element.shadowRoot &&
  element.childNodes.length === 0 &&
  customElements.get(element.localName) !== undefined;

const unseenOf = (own: typeof native, { seen, isCut }: ReadPage) => ({
  frames: seen.filter(({ element }) => own.isMatching(element, 'iframe,frame,object,embed')).length,
  canvases: seen.filter(({ element }) => element.localName === 'canvas').length,
  shadows: seen.filter(isClosed).length,
  isCut,
});

/** Keeps the first elements of each rule, most harmful first, each with the number of elements found. */
function mostHarmful(all: Found[]): (Found & { count: number })[] {
  const groups = new Map<string, Found[]>();
  for (const one of all) {
    const key = `${one.rule} ${one.severity}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()]
    .flatMap((group) => group.slice(0, FINDINGS_PER_RULE).map((one) => ({ ...one, count: group.length })))
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
    .slice(0, FINDINGS_MAX);
}

/** Describes the elements of findings as those of comments, in slices. */
async function describeAll(
  { own, routeNow, typed }: AuditContext,
  kept: (Found & { count: number })[],
  pace: Pace,
) {
  // Texts between elements count too.
  const reading = readPage(document, { max: 2 * ELEMENTS_MAX });
  let step = reading.next();
  while (!step.done) {
    await pace.pause();
    step = reading.next();
  }
  const viewport = { width: own.widthOf(window), height: own.heightOf(window) };
  const evidenceOf = createEvidence(own, typed());
  const described = [];
  for (const { rule, severity, element, text, count } of kept) {
    await pace.pause();
    const box = element && own.boxOf(element);
    const locator = box && describe(element, { x: box.left, y: box.top }, { box, viewport }, step.value);
    described.push({
      rule,
      severity,
      locator: locator ? { ...locator, route: routeNow() } : null,
      evidence: { ...evidenceOf(element, text), ...(!locator && { name: '' }), width: viewport.width, count },
    });
  }
  return described;
}

/** Returns as many findings as fit into a message, as JSON. */
function toJson(result: { findings: unknown[] }): string {
  let json = JSON.stringify(result);
  while (json.length > AUDIT_MAX && result.findings.length > 0) {
    result.findings.length = Math.floor(result.findings.length / 2);
    json = JSON.stringify(result);
  }
  return json;
}

/** Measures the page and returns the result as JSON, which the viewer parses as untrusted. See docs/decisions/0233. */
export async function audit(context: AuditContext): Promise<string> {
  const { own, host, axeUrl, routeNow, progress } = context;
  // Loads while the page comes to rest; a failure is reported where axe-core runs.
  loadAxe(axeUrl).catch(() => {});
  await settle(context);
  const pace = createPace(own);
  const page = await readElements(own, pace, host);
  progress(0.2);
  const measured = await measurePage(context, page, pace);
  progress(0.4);
  // Beyond its limit, axe-core would read the whole page at once.
  const axe = page.isCut ? { found: [], isCut: true } : await runAxe(axeUrl, pace);
  progress(0.9);
  const findings = await describeAll(context, mostHarmful([...axe.found, ...measured]), pace);
  const unseen = unseenOf(own, { ...page, isCut: page.isCut || axe.isCut });
  return toJson(Object.assign({ route: routeNow(), width: own.widthOf(window), unseen }, { findings }));
}
