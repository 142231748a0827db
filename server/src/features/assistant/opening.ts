import type { AssistantSeverity } from '@stagelink/shared/contracts/assistant';
import { count } from '@stagelink/shared/domain/format';
import type { PageContext } from './context.ts';

const HARMFUL_MAX = 3;

const countOf = ({ findings }: PageContext, severity: AssistantSeverity) =>
  findings.filter((finding) => finding.severity === severity).length;

const listed = (parts: string[]) => parts.filter((part) => !part.startsWith('0 ')).join(', ');

function fromFindings(context: PageContext): string {
  const counts = listed([
    count(countOf(context, 'fault'), 'fault'),
    count(countOf(context, 'hint'), 'hint'),
    count(countOf(context, 'look'), 'finding to look at', 'findings to look at'),
  ]);
  const width = context.page && context.page.width > 0 ? ` at ${context.page.width} px` : '';
  const worst = context.findings
    .filter(({ severity }) => severity === 'fault')
    .slice(0, HARMFUL_MAX)
    .map(({ ref, what }) => `${what} (${ref})`);
  const harmful = worst.length === 0 ? '' : ` Most harmful: ${worst.join('; ')}.`;
  return `${counts} on this page${width}.${harmful}`;
}

function fromOutline({ page, elements }: PageContext): string {
  const withRole = (...roles: string[]) => elements.filter(({ role }) => roles.includes(role)).length;
  const parts = listed([
    count(withRole('heading'), 'heading'),
    count(withRole('link'), 'link'),
    count(withRole('button'), 'button'),
    count(withRole('textbox', 'checkbox', 'radio', 'combobox', 'slider'), 'form field'),
    count(withRole('image'), 'image'),
  ]);
  const title = page && page.title !== '' ? ` of “${page.title}”` : '';
  return `${count(elements.length, 'element')}${title} read${parts === '' ? '' : `: ${parts}`}.`;
}

/** Returns the first sentence of a conversation: facts that need no model. Empty without any. */
export function openingOf(context: PageContext): string {
  if (context.findings.length > 0) return fromFindings(context);
  return context.elements.length > 0 ? fromOutline(context) : '';
}
