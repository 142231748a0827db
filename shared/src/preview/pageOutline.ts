import * as z from 'zod/mini';
import { storableText } from '../locator/storableText.ts';
import { ROUTE_MAX } from './handshake.ts';
import { OUTLINE_ELEMENTS_MAX, OUTLINE_NAME_MAX, OUTLINE_ROLES, OUTLINE_TITLE_MAX } from './outlineLimits.ts';

/** Finds an element again: the `nth` of those with this role and name, in reading order from 0. */
export const OutlinePlace = z.strictObject({
  role: z.enum(OUTLINE_ROLES),
  name: storableText(OUTLINE_NAME_MAX),
  nth: z.int().check(z.gte(0), z.lte(OUTLINE_ELEMENTS_MAX)),
});
export type OutlinePlace = z.infer<typeof OutlinePlace>;

export const OutlineElement = z.extend(OutlinePlace, {
  /** Level of a heading. */
  level: z.optional(z.int().check(z.gte(1), z.lte(6))),
});
export type OutlineElement = z.infer<typeof OutlineElement>;

/**
 * What a page consists of, in reading order and without typed text. It comes from an untrusted page and is data only.
 */
export const PageOutline = z.strictObject({
  route: storableText(ROUTE_MAX).check(z.startsWith('/')),
  title: storableText(OUTLINE_TITLE_MAX),
  /** Language of the document; empty if it has none. */
  language: storableText(40),
  width: z.int().check(z.gte(0), z.lte(100_000)),
  elements: z.array(OutlineElement).check(z.maxLength(OUTLINE_ELEMENTS_MAX)),
  /** Whether the page has more than fits. */
  isCut: z.boolean(),
});
export type PageOutline = z.infer<typeof PageOutline>;
