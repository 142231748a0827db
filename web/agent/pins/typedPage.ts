import { readAtOnce } from '@stagelink/shared/locator/domIndex';
import type { TypedText } from '../typing.ts';

/** Reads the page without what a person typed. */
export function readWithoutTyped(typed: readonly TypedText[]): ReturnType<typeof readAtOnce> {
  const typedInto = new Set<unknown>(typed.map(({ element }) => element));
  return readAtOnce(document, { isTyped: (one) => typedInto.has(one) || one.localName === 'textarea' });
}
