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
 * What is kept of an element so that it can be found again. It comes from a page nobody trusts: every size is capped
 * here, and what is shown of it is shown as text.
 */

const number = z.number().check(z.gte(-1e7), z.lte(1e7));
const count = z.int().check(z.gte(0), z.lte(1e6));
const fraction = z.number().check(z.gte(0), z.lte(1));

export const Point = z.strictObject({ x: number, y: number });
export type Point = z.infer<typeof Point>;

/** What tells an element apart by itself. `shape` is no attribute: it is the first line its icon is drawn with. */
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
  /** Words of it that stood nowhere else on the page. */
  rare: Rare,
});
export type Quote = z.infer<typeof Quote>;

/** `li:3/5` is the third of five `li` among its siblings. */
export const Step = storableText(STEP_MAX).check(z.regex(/^[^:/]+:\d+\/\d+$/));

export const Locator = z.strictObject({
  /** For people and other programs; ` >>> ` leads into a shadow root. */
  elementSelector: storableText(SELECTOR_MAX),
  /** The point that was picked, in CSS pixels from the page's top left corner. */
  elementCoordinates: Point,
  /** The same point as a fraction of the element's own box. */
  offset: z.strictObject({ x: fraction, y: fraction }),
  tag: storableText(TAG_MAX),
  attributes: z.partialRecord(Attribute, storableText(ATTRIBUTE_MAX)),
  /** Those of them that no other element had. */
  own: z.array(Attribute).check(z.maxLength(Attribute.options.length)),
  /** Without the parts that a build makes up. */
  classes: z.array(storableText(CLASS_MAX)).check(z.maxLength(CLASSES_MAX)),
  role: storableText(TAG_MAX),
  /** What it is called where that is not its own text. */
  name: Quote,
  /** The start of its own text; pictures in it read as the names of their files. */
  text: Quote,
  /** What is written around it, ` … ` for itself, within each ancestor that has more text than the one before. */
  circles: z.array(Quote).check(z.maxLength(CIRCLES_MAX)),
  /** Nothing else of its tag and classes was in the nearest circle that has rare words. */
  alone: z.boolean(),
  /** How many more of its tag, classes and text were in that circle. */
  twins: count,
  /** From the page's body down to the element; the nearest steps when there are too many. */
  path: z.array(Step).check(z.maxLength(STEPS_MAX)),
  /** How many elements the page had. */
  size: count,
  /** In CSS pixels from the page's top left corner. */
  box: z.strictObject({ x: number, y: number, width: number, height: number }),
  /** Without its region: `en` for `en-GB`. */
  lang: storableText(TAG_MAX),
  /** The name of the open dialog it was in; null outside dialogs. */
  dialog: z.nullable(storableText(NAME_MAX)),
  /** Path, query and hash, as the page itself sees them. */
  route: storableText(ROUTE_MAX),
  viewport: z.strictObject({ width: count, height: count }),
  /** Containers that were scrolled, nearest first. */
  scrolls: z
    .array(z.strictObject({ selector: storableText(SELECTOR_MAX), left: number, top: number }))
    .check(z.maxLength(SCROLLS_MAX)),
});
export type Locator = z.infer<typeof Locator>;
