import type { FindingRule } from './findingRules.ts';
import { wordsOf } from './findingRules.ts';

/** As code, without what would end it or mention people: it comes from an untrusted page. */
const asCode = (text: string) =>
  `\`${text
    .replaceAll(/[`\s]+/g, ' ')
    .replaceAll('@', '(at)')
    .trim()}\``;

/** Returns the Markdown of the comment that is made of a finding. */
export function findingComment(rule: FindingRule, evidence: string): string {
  const { what, fix, link } = wordsOf(rule);
  const facts = evidence.trim() === '' ? [] : [asCode(evidence)];
  return [`**${what}**`, ...facts, `${fix} [About this rule](${link})`].join('\n\n');
}
