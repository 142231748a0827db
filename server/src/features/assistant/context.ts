import type {
  AssistantFinding,
  AssistantPage,
  AssistantSeverity,
  AssistantTarget,
} from '@stagelink/shared/contracts/assistant';
import type { OutlineElement, PageOutline } from '@stagelink/shared/preview/pageOutline';
import { OUTLINE_BYTES } from '@stagelink/shared/preview/outlineLimits';

/** What the model is sent about a page, and all that its answer may be about. */
export interface PageContext {
  page: { route: string; title: string; language: string; width: number } | null;
  elements: ({ ref: string } & OutlineElement)[];
  findings: ({ ref: string } & AssistantFinding)[];
}

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** Query and hash may contain a token. */
const QUERY = /(https?:\/\/[^\s?#]+|^\/[^\s?#]*)[?#]\S*/g;
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu;

/** Removes what the model need not see: email addresses, queries of addresses, invisible characters. */
const scrub = (text: string): string =>
  text.replace(INVISIBLE, '').replace(EMAIL, '[email]').replace(QUERY, '$1');

/** Keeps the first elements that fit into the model's share of bytes. */
function fit(elements: PageContext['elements']): PageContext['elements'] {
  let bytes = 0;
  const end = elements.findIndex((element) => {
    bytes += Buffer.byteLength(JSON.stringify(element)) + 1;
    return bytes > OUTLINE_BYTES;
  });
  return end === -1 ? elements : elements.slice(0, end);
}

const scrubbed = ({ rule, what, evidence, fix, ...finding }: AssistantFinding): AssistantFinding => ({
  ...finding,
  rule: scrub(rule),
  what: scrub(what),
  evidence: scrub(evidence),
  fix: scrub(fix),
});

function pageOf({ route, title, language, width }: PageOutline): NonNullable<PageContext['page']> {
  return { route: scrub(route), title: scrub(title), language, width };
}

/** Names everything that an answer may refer to: elements E1…, findings F1…. */
export function contextOf({ outline, findings }: Pick<AssistantPage, 'outline' | 'findings'>): PageContext {
  const elements = (outline?.elements ?? []).map((element, at) => ({ ref: `E${at + 1}`, ...element }));
  return {
    page: outline && pageOf(outline),
    elements: fit(elements),
    findings: findings.map((finding, at) => ({ ref: `F${at + 1}`, ...scrubbed(finding) })),
  };
}

/** The context as the model reads it: without what only we need to find an element again. */
export const forModel = ({ page, elements, findings }: PageContext) => ({
  outline: page && {
    ...page,
    elements: elements.map(({ ref, role, name, level }) => ({
      ref,
      role,
      name: scrub(name),
      ...(level !== undefined && { level }),
    })),
  },
  findings: findings.map(({ ref, rule, severity, what, evidence, fix }) => ({
    ref,
    rule,
    severity,
    what,
    evidence,
    fix,
  })),
});

/** Returns the severity that the rule gave a finding; null for an element of the outline. */
export const measuredSeverity = ({ findings }: PageContext, ref: string): AssistantSeverity | null =>
  findings.find((finding) => finding.ref === ref)?.severity ?? null;

/** Returns where a ref leads, or null for one that was not sent. */
export function targetOf({ page, elements, findings }: PageContext, ref: string): AssistantTarget | null {
  const route = page?.route ?? '/';
  const finding = findings.find((one) => one.ref === ref);
  if (finding) return { ref, label: finding.what, route, place: null, findingId: finding.id };
  const element = elements.find((one) => one.ref === ref);
  if (!element) return null;
  const { role, name, nth } = element;
  return { ref, label: name === '' ? role : name, route, place: { role, name, nth }, findingId: null };
}
