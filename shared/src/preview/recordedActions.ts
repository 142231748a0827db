import * as z from 'zod/mini';
import { Locator } from '../locator/locator.ts';
import { storableText } from '../locator/storableText.ts';
import { ACTIONS_LENGTH_MAX, ACTIONS_MAX, OPTION_MAX } from './actionLimits.ts';

/**
 * Something that a person did in the prototype and that opened a part of the page. It comes from an untrusted page or
 * client: it is repeated only in the preview, and only where the element has a harmless role then.
 */
export const RecordedAction = z.strictObject({
  kind: z.enum(['press', 'hover', 'focus', 'choose']),
  locator: Locator,
  /** Text of the option that was chosen. */
  option: z.optional(storableText(OPTION_MAX)),
  /** Whether it added elements to the page, which were not there before. */
  adds: z.boolean(),
});
export type RecordedAction = z.infer<typeof RecordedAction>;

/** What opened the part of the page that an element is in, oldest first. */
export const RecordedActions = z.array(RecordedAction).check(
  z.maxLength(ACTIONS_MAX),
  z.refine((actions) => JSON.stringify(actions).length <= ACTIONS_LENGTH_MAX),
);
