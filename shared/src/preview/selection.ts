import * as z from 'zod/mini';
import { storableText } from '../locator/storableText.ts';
import { QUOTE_CONTEXT_MAX, QUOTE_MAX } from './quoteLimits.ts';

const fraction = z.number().check(z.gte(0), z.lte(1));

/**
 * The part of a pinned element that a comment is about. It comes from an untrusted page and is displayed as text only.
 */
export const Selection = z.discriminatedUnion('kind', [
  /** A rectangle, in fractions of the element's box. */
  z.strictObject({
    kind: z.literal('region'),
    x: fraction,
    y: fraction,
    width: fraction,
    height: fraction,
  }),
  /** Text with what is before and after it in the element: a `TextQuoteSelector` of W3C's Web Annotation. */
  z.strictObject({
    kind: z.literal('text'),
    exact: storableText(QUOTE_MAX).check(z.minLength(1)),
    prefix: storableText(QUOTE_CONTEXT_MAX),
    suffix: storableText(QUOTE_CONTEXT_MAX),
  }),
]);
export type Selection = z.infer<typeof Selection>;
