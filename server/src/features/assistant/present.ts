import type { AssistantMessage, AssistantTarget } from '@stagelink/shared/contracts/assistant';
import { cleanLine } from './plainText.ts';
import type { MessageRow } from './repo.ts';

const LABEL_MAX = 60;

/** A name inside a sentence: short, and without a period of its own. */
const nameOf = (label: string) => cleanLine(label, LABEL_MAX).replace(/\.$/, '');

/** A ref, in brackets as models write it, or in parentheses after a name. */
const MENTION = /[ \t]?\(([EF][1-9]\d{0,3})\)|\[([EF][1-9]\d{0,3})\]|\b([EF][1-9]\d{0,3})\b/g;

/** Makes page text harmless in Markdown. */
const escaped = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');

const asIs = (text: string) => text;

/** Writes the names of what was sent instead of its refs. `write`: how the text needs page text to be written. */
export function withNames(
  text: string,
  targets: readonly AssistantTarget[],
  write: (label: string) => string = asIs,
): string {
  const labels = new Map(targets.map(({ ref, label }) => [ref, nameOf(label)]));
  return text.replace(MENTION, (found, after?: string, bracketed?: string, bare?: string) => {
    const label = labels.get(after ?? bracketed ?? bare ?? '');
    if (label === undefined) return found;
    return after === undefined ? `“${write(label)}”` : '';
  });
}

/** A message as people read it; the model goes on reading refs. */
export function presentMessage({ role, content, items, targets }: MessageRow): AssistantMessage {
  const named = (text: string) => withNames(text, targets);
  return {
    role,
    content: role === 'user' ? content : withNames(content, targets, escaped),
    items: items.map((item) => ({
      ...item,
      title: named(item.title),
      why: named(item.why),
      fix: named(item.fix),
    })),
    targets,
  };
}
