import { describe } from '@stagelink/shared/locator/describe';
import type { Point } from '@stagelink/shared/locator/locator';
import type { Picked } from '@stagelink/shared/preview/pickedElement';
import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import type { Selection } from '@stagelink/shared/preview/selection';
import { excerptOf } from './excerpt.ts';
import { nameOf } from './names.ts';
import { own } from './own.ts';
import { readPageState } from './pageState.ts';

/** Describes a picked element; null for one that cannot be found again. `route` is the page's route. */
export function describePicked(
  element: Element,
  at: Point,
  route: string,
  selection?: Selection,
  actions?: RecordedAction[],
): Picked | null {
  const viewport = { width: own.widthOf(window), height: own.heightOf(window) };
  const described = describe(element, at, { box: own.boxOf(element), viewport });
  return (
    described && {
      // The route as the prototype sees it on its own origin.
      locator: { ...described, route },
      elementName: nameOf(element),
      elementHtml: excerptOf(element),
      page: readPageState(),
      selection,
      ...(actions?.length && { actions }),
    }
  );
}
