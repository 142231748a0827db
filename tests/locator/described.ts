import { describe } from '@stagelink/shared/locator/describe';
import { readAtOnce } from '@stagelink/shared/locator/domIndex';
import type { Locator, Point } from '@stagelink/shared/locator/locator';
import { elementsIn } from './marks.ts';

/** Not the middle, so that a mirrored or missing offset is detected. */
export function pointOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 4, y: top + height * 0.75 };
}

export function described(element: Element, page = readAtOnce(document)): Locator {
  const locator = describe(element, pointOf(element), undefined, page);
  if (!locator) throw new Error(`nothing describes ${element.outerHTML.slice(0, 200)}`);
  return locator;
}

/** Returns all visible elements. A form field may be named `body`, so `document.body` is not used. */
export function pointable(): Element[] {
  const body = document.querySelector('body');
  if (!body) throw new Error('the page has no body');
  return [body, ...elementsIn(body)].filter(
    (element) => !/^(script|style|template)$/.test(element.localName),
  );
}
