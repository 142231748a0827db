import * as z from 'zod/mini';
import { SELECTOR_MAX } from '../locator/limits.ts';
import { Locator, Point } from '../locator/locator.ts';
import { storableText } from '../locator/storableText.ts';
import { ELEMENT_HTML_MAX, ELEMENT_NAME_MAX, OPENED_MAX } from './handshake.ts';
import { Further } from './further.ts';
import { RecordedActions } from './recordedActions.ts';
import { Selection } from './selection.ts';

/** Element of the page that was open during a pick and is reopened to show it. */
export const Opened = z.strictObject({
  kind: z.enum(['dialog', 'details', 'tab']),
  selector: storableText(SELECTOR_MAX),
  /** Its visible text. */
  name: storableText(ELEMENT_NAME_MAX),
  /** A dialog that leaves the page around it usable. Other dialogs do not have the field, as in former releases. */
  isModeless: z.optional(z.literal(true)),
});
export type Opened = z.infer<typeof Opened>;

/** State of a page beyond its route, as far as it is observable. */
export const PageState = z.strictObject({
  /** Scroll position of the page in CSS pixels; the locator contains those of its containers. */
  scroll: Point,
  opened: z.array(Opened).check(z.maxLength(OPENED_MAX)),
});
export type PageState = z.infer<typeof PageState>;

/** A picked element with everything stored about it. */
export const Picked = z.strictObject({
  locator: Locator,
  /** Name for people, such as “Save, button”. */
  elementName: storableText(ELEMENT_NAME_MAX),
  /** Outer HTML, shortened when long. */
  elementHtml: storableText(ELEMENT_HTML_MAX),
  page: PageState,
  /** The selected part of it. */
  selection: z.optional(Selection),
  /** The other elements that were picked with it, if the viewer takes them. */
  further: z.optional(Further),
  /** What opened the part of the page that it is in. */
  actions: z.optional(RecordedActions),
});
export type Picked = z.infer<typeof Picked>;
