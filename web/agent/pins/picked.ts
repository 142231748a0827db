import { describe } from '@stagelink/shared/locator/describe';
import { labelOf } from '@stagelink/shared/locator/role';
import { tidy } from '@stagelink/shared/locator/tokens';
import { ELEMENT_NAME_MAX } from '@stagelink/shared/preview/handshake';
import type { Point } from '@stagelink/shared/locator/locator';
import type { Further, FurtherElement } from '@stagelink/shared/preview/further';
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

/** An element that was pressed. */
export interface Choice {
  element: Element;
  /** Where it was pressed, in CSS pixels of the viewport. */
  at: Point;
  /** What it was then: a page may remove it before it is picked. */
  recorded?: FurtherElement | null;
}

/** Elements that are picked with another one. */
export interface FurtherPicked {
  relation: Further['relation'];
  choices: readonly Choice[];
}

interface Around {
  /** The page's route. */
  route: string;
  /** What a person typed, which is not sent. */
  typed: readonly TypedText[];
  selection: Selection | undefined;
  /** What opened the part of the page that it is in. */
  actions: RecordedAction[] | undefined;
  further: FurtherPicked | undefined;
}

/** Describes one element; null for one that cannot be found again. */
export function described(
  { element, at, recorded = null }: Choice,
  { route, typed }: Pick<Around, 'route' | 'typed'>,
): FurtherElement | null {
  if (!own.isConnected(element)) return recorded;
  const { isTyped, hasTyped, writtenText, withoutTyped } = createTypedContent(typed);
  const viewport = { width: own.widthOf(window), height: own.heightOf(window) };
  const nameText = (one: Element) =>
    labelOf(one, writtenText) ||
    (isTyped(one) || hasTyped(one) ? tidy(writtenText(one, ELEMENT_NAME_MAX)) : ownText(one));
  const found = describe(element, at, { box: shownBox(element), viewport }, readWithoutTyped(typed));
  return (
    found && {
      // The route as the prototype sees it on its own origin.
      locator: { ...found, route },
      elementName: withoutTyped(nameOf(element, nameText)),
      elementHtml: excerptOf(element, withoutTyped),
    }
  );
}

/** Describes the elements that were picked with another one, as far as they can be found again. */
function furtherOf({ relation, choices }: FurtherPicked, around: Around): Further | undefined {
  const found = choices.flatMap((choice) => described(choice, around) ?? []);
  return found.length === 0 ? undefined : { relation, elements: found };
}

/** Describes a picked element; null for one that cannot be found again. */
export function describePicked(choice: Choice, around: Around): Picked | null {
  const { selection, actions, further } = around;
  const found = described(choice, around);
  const others = further && furtherOf(further, around);
  return (
    found && {
      ...found,
      page: readPageState(),
      selection,
      ...(actions?.length && { actions }),
      ...(others && { further: others }),
    }
  );
}
