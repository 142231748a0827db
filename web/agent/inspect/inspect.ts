import { roleOf } from '@stagelink/shared/locator/role';
import { tidy } from '@stagelink/shared/locator/tokens';
import type { InspectedElement, Inspection } from '@stagelink/shared/preview/inspection';
import { ELEMENTS_MAX, INSPECTED_TEXT_MAX, INSPECTION_MAX } from '@stagelink/shared/preview/inspectionLimits';
import type { Faults } from '../faults.ts';
import type * as native from '../native.ts';
import { above } from '../pins/above.ts';
import { shownBox } from '../pins/boxes.ts';
import { own, useNative } from '../pins/own.ts';
import { createTypedContent, type TypedContent } from '../typed.ts';
import type { TypedText } from '../typing.ts';
import { errorsOf, failedRequests } from './errors.ts';
import { createMapper, type Mapper } from './frames.ts';
import { sourcesOf } from './sources.ts';
import { stylesOf } from './styles.ts';
import { wordBlanker } from './typedWords.ts';

/** What is inspected, and with what. */
interface Inspecting {
  own: typeof native;
  /** The agent’s own shadow tree. */
  shadow: ShadowRoot;
  /** The path of the prototype’s root on its host. */
  root: string;
  typed: readonly TypedText[];
  faults: Faults;
}

function textOf(element: Element, { isTyped, writtenText, withoutTyped }: TypedContent): string {
  for (let at: Element | null = element; at; at = above(at)) if (isTyped(at)) return '';
  const text = tidy(withoutTyped(writtenText(element, 4 * INSPECTED_TEXT_MAX)));
  return own.cut(own.storable(text), 0, INSPECTED_TEXT_MAX);
}

async function inspected(
  element: Element,
  { content, shadow, map }: { content: TypedContent; shadow: ShadowRoot; map: Mapper },
): Promise<InspectedElement> {
  const { x, y, width, height } = shownBox(element);
  const text = textOf(element, content);
  return {
    role: own.storable(roleOf(element, element.localName)).replace(/\p{Cc}/gu, ''),
    text,
    box: { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
    styles: stylesOf(element, shadow),
    sources: await sourcesOf(element, text, map),
  };
}

/** Says for coding agents what elements are, where they are in the source, and what failed on the page. */
export async function inspect(elements: readonly Element[], given: Inspecting): Promise<Inspection> {
  useNative(given.own);
  const { typed, faults, shadow, root } = given;
  const content = createTypedContent(typed);
  const about = { content, shadow, map: createMapper(root) };
  const blank = wordBlanker(typed);
  // Before the agent asks for source maps itself.
  const requests = failedRequests(faults, blank);
  const inspection: Inspection = {
    elements: await Promise.all(elements.slice(0, ELEMENTS_MAX).map((each) => inspected(each, about))),
    scheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    errors: errorsOf(faults.errors, blank),
    requests,
  };
  if (JSON.stringify(inspection).length > INSPECTION_MAX)
    for (const one of inspection.elements) one.styles = [];
  return inspection;
}
