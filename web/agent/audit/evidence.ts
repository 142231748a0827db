import {
  EVIDENCE_HTML_MAX,
  EVIDENCE_NAME_MAX,
  EVIDENCE_TEXT_MAX,
} from '@stagelink/shared/preview/auditLimits';
import { labelOf } from '@stagelink/shared/locator/role';
import { cut } from '@stagelink/shared/locator/tokens';
import type * as native from '../native.ts';
import { excerptOf } from '../pins/excerpt.ts';
import { nameOf, ownText } from '../pins/names.ts';
import { createTypedContent, type TypedContent } from '../typed.ts';
import type { TypedText } from '../typing.ts';

/** Longer names are cut anyway. */
const NAME_TEXT_MAX = 400;

function isWithinTyped({ isTyped }: TypedContent, element: Element): boolean {
  let at: Element | null = element;
  while (at && !isTyped(at)) at = at.parentElement;
  return at !== null;
}

/** Returns the text of an element; for one that people type into, only what labels it. */
function textOf(content: TypedContent, element: Element): string {
  const label = labelOf(element, (each) => content.writtenText(each, NAME_TEXT_MAX));
  if (label !== '') return content.withoutTyped(label);
  if (isWithinTyped(content, element)) return '';
  return content.withoutTyped(
    content.hasTyped(element) ? content.writtenText(element, NAME_TEXT_MAX) : ownText(element),
  );
}

/** Returns what shows findings to people and models: without what was typed, and storable. */
export function createEvidence(own: typeof native, typed: readonly TypedText[]) {
  const content = createTypedContent(typed);
  const storable = (text: string, max: number) => cut(own.storable(text), max);

  return (element: Element | null, text: string) => {
    const name = element ? nameOf(element, (each) => textOf(content, each)) : '';
    const isTyped = element !== null && isWithinTyped(content, element);
    const html = element && !isTyped ? excerptOf(element, content.withoutTyped) : '';
    return {
      text: storable(content.withoutTyped(text), EVIDENCE_TEXT_MAX),
      name: storable(name, EVIDENCE_NAME_MAX),
      html: storable(html, EVIDENCE_HTML_MAX),
    };
  };
}
