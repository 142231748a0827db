import * as z from 'zod/mini';
import {
  ATTRIBUTE_MAX,
  CIRCLES_MAX,
  CLASS_MAX,
  CLASSES_MAX,
  NAME_MAX,
  RARE_MAX,
  ROUTE_MAX,
  SCROLLS_MAX,
  SELECTOR_MAX,
  STEP_MAX,
  STEPS_MAX,
  TAG_MAX,
  TEXT_MAX,
  WORD_MAX,
} from './limits.ts';
import { storableText } from './storableText.ts';

/**
 * Stored description of an element. It comes from an untrusted page: sizes are capped here, and it is
 * displayed as text only.
 */

const number = z.number().check(z.gte(-1e7), z.lte(1e7));
const count = z.int().check(z.gte(0), z.lte(1e6));
const fraction = z.number().check(z.gte(0), z.lte(1));

export const Point = z.strictObject({ x: number, y: number });
export type Point = z.infer<typeof Point>;

/** Attributes that identify an element. `shape` is the first path of its icon. */
export const Attribute = z.enum([
  'data-testid',
  'id',
  'name',
  'for',
  'aria-label',
  'href',
  'alt',
  'placeholder',
  'title',
  'type',
  'style',
  'shape',
]);
export type Attribute = z.infer<typeof Attribute>;

const Rare = z.array(storableText(WORD_MAX)).check(z.maxLength(RARE_MAX));

export const Quote = z.strictObject({
  text: storableText(TEXT_MAX),
  /** Words of it that occurred nowhere else on the page. */
  rare: Rare,
});
export type Quote = z.infer<typeof Quote>;

/** `li:3/5`: the third of five `li` siblings. */
export const Step = storableText(STEP_MAX).check(z.regex(/^[^:/]+:\d+\/\d+$/));

export const Locator = z.strictObject({
  /** Selector for people and other programs; ` >>> ` enters a shadow root. */
  elementSelector: storableText(SELECTOR_MAX),
  /** Picked point in CSS pixels from the page's top left corner. */
  elementCoordinates: Point,
  /** The same point as a fraction of the element's box. */
  offset: z.strictObject({ x: fraction, y: fraction }),
  tag: storableText(TAG_MAX),
  attributes: z.partialRecord(Attribute, storableText(ATTRIBUTE_MAX)),
  /** Attributes whose value no other element had. */
  own: z.array(Attribute).check(z.maxLength(Attribute.options.length)),
  /** Classes without generated parts. */
  classes: z.array(storableText(CLASS_MAX)).check(z.maxLength(CLASSES_MAX)),
  role: storableText(TAG_MAX),
  /** Accessible name, where it differs from the text. */
  name: Quote,
  /** Start of its text; images contribute their file names. */
  text: Quote,
  /** Text around it, with ` … ` for itself, per ancestor that has more text than the previous one. */
  circles: z.array(Quote).check(z.maxLength(CIRCLES_MAX)),
  /** Whether no other element of its tag and classes was in the nearest ancestor with rare words. */
  alone: z.boolean(),
  /** Number of other elements with its tag, classes and text in that ancestor. */
  twins: count,
  /** Steps from the body to the element; only the nearest when there are too many. */
  path: z.array(Step).check(z.maxLength(STEPS_MAX)),
  /** Number of elements of the page. */
  size: count,
  /** Position and size in CSS pixels, from the page's top left corner. */
  box: z.strictObject({ x: number, y: number, width: number, height: number }),
  /** Language without region: `en` for `en-GB`. */
  lang: storableText(TAG_MAX),
  /** Name of the open dialog around it; null outside dialogs. */
  dialog: z.nullable(storableText(NAME_MAX)),
  /** Path, query and hash, as the page sees them. */
  route: storableText(ROUTE_MAX),
  viewport: z.strictObject({ width: count, height: count }),
  /** Scrolled containers, nearest first. */
  scrolls: z
    .array(z.strictObject({ selector: storableText(SELECTOR_MAX), left: number, top: number }))
    .check(z.maxLength(SCROLLS_MAX)),
});
export type Locator = z.infer<typeof Locator>;
