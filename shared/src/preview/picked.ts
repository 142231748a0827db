import * as z from 'zod/mini';
import { SELECTOR_MAX } from '../locator/limits.ts';
import { Locator, Point } from '../locator/locator.ts';
import { storableText } from '../locator/storableText.ts';
import { ELEMENT_HTML_MAX, ELEMENT_NAME_MAX, OPENED_MAX } from './handshake.ts';

/** What was opened in the page when an element was picked, and is opened again to see it. */
export const Opened = z.strictObject({
  kind: z.enum(['dialog', 'details', 'tab']),
  selector: storableText(SELECTOR_MAX),
  /** What a person reads on it. */
  name: storableText(ELEMENT_NAME_MAX),
});
export type Opened = z.infer<typeof Opened>;

/** The state of a page beyond its route, as far as it can be told from outside. */
export const PageState = z.strictObject({
  /** Of the page itself, in CSS pixels; the containers in it are part of a locator. */
  scroll: Point,
  opened: z.array(Opened).check(z.maxLength(OPENED_MAX)),
});
export type PageState = z.infer<typeof PageState>;

/** An element somebody picked, with all that is kept of it. */
export const Picked = z.strictObject({
  locator: Locator,
  /** What a person would call it, such as “Save, button”. */
  elementName: storableText(ELEMENT_NAME_MAX),
  /** Its outer HTML, cut when it is long. */
  elementHtml: storableText(ELEMENT_HTML_MAX),
  page: PageState,
});
export type Picked = z.infer<typeof Picked>;
