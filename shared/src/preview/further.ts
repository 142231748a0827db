import * as z from 'zod/mini';
import { Locator } from '../locator/locator.ts';
import { storableText } from '../locator/storableText.ts';
import { ELEMENT_HTML_MAX, ELEMENT_NAME_MAX } from './handshake.ts';
import { ELEMENTS_MAX } from './inspectionLimits.ts';

/** An element that a comment is about besides the one that its pin is on. It comes from an untrusted page. */
export const FurtherElement = z.strictObject({
  locator: Locator,
  elementName: storableText(ELEMENT_NAME_MAX),
  elementHtml: storableText(ELEMENT_HTML_MAX),
});
export type FurtherElement = z.infer<typeof FurtherElement>;

/** The other elements that a comment is about. */
export const Further = z
  .strictObject({
    /** `and`: all are meant. `between`: the gap between the pinned element and the other one. */
    relation: z.enum(['and', 'between']),
    elements: z.array(FurtherElement).check(z.minLength(1), z.maxLength(ELEMENTS_MAX - 1)),
  })
  .check(z.refine(({ relation, elements }) => relation === 'and' || elements.length === 1));
export type Further = z.infer<typeof Further>;
