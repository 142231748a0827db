import type { Finding } from '@stagelink/shared/contracts/findings';
import { wordsOf } from '@stagelink/shared/domain/findingRules';

/** As code, without what would end it or mention people: it comes from an untrusted page. */
const asCode = (text: string) =>
  `\`${text
    .replaceAll(/[`\s]+/g, ' ')
    .replaceAll('@', '(at)')
    .trim()}\``;

/** Returns the Markdown of the comment that is made of a finding. */
export function commentText({ rule, evidence }: Pick<Finding, 'rule' | 'evidence'>): string {
  const { what, fix, link } = wordsOf(rule);
  const facts = evidence.text.trim() === '' ? [] : [asCode(evidence.text)];
  return [`**${what}**`, ...facts, `${fix} [About this rule](${link})`].join('\n\n');
}
