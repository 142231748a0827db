import { describe } from '@stagelink/shared/locator/describe';
import { labelOf } from '@stagelink/shared/locator/role';
import { tidy } from '@stagelink/shared/locator/tokens';
import { ELEMENT_NAME_MAX } from '@stagelink/shared/preview/handshake';
import type { Point } from '@stagelink/shared/locator/locator';
import type { Picked } from '@stagelink/shared/preview/pickedElement';
import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import type { Selection } from '@stagelink/shared/preview/selection';
import { createTypedContent } from '../typed.ts';
import type { TypedText } from '../typing.ts';
import { shownBox } from './boxes.ts';
import { excerptOf } from './excerpt.ts';
import { nameOf, ownText } from './names.ts';
import { own } from './own.ts';
import { readPageState } from './pageState.ts';
import { readWithoutTyped } from './typedPage.ts';

interface Around {
  /** The page's route. */
  route: string;
  /** What a person typed, which is not sent. */
  typed: readonly TypedText[];
  selection: Selection | undefined;
  /** What opened the part of the page that it is in. */
  actions: RecordedAction[] | undefined;
}

/** Describes a picked element; null for one that cannot be found again. */
export function describePicked(
  element: Element,
  at: Point,
  { route, typed, selection, actions }: Around,
): Picked | null {
  const { isTyped, hasTyped, writtenText, withoutTyped } = createTypedContent(typed);
  const viewport = { width: own.widthOf(window), height: own.heightOf(window) };
  const nameText = (one: Element) =>
    labelOf(one, writtenText) ||
    (isTyped(one) || hasTyped(one) ? tidy(writtenText(one, ELEMENT_NAME_MAX)) : ownText(one));
  const described = describe(element, at, { box: shownBox(element), viewport }, readWithoutTyped(typed));
  return (
    described && {
      // The route as the prototype sees it on its own origin.
      locator: { ...described, route },
      elementName: withoutTyped(nameOf(element, nameText)),
      elementHtml: excerptOf(element, withoutTyped),
      page: readPageState(),
      selection,
      ...(actions?.length && { actions }),
    }
  );
}
