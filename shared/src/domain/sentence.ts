/** Characters of scripts written from right to left, and those that change the direction. */
const DIRECTED =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;
const ISOLATES = /[\u2066-\u2069]/g;

/**
 * Keeps the direction of a name from turning the sentence around it, as `<bdi>` does where only text is possible: between
 * a first strong isolate and its end (Unicode Bidirectional Algorithm, UAX #9). Text without a direction of its own is
 * returned as it is.
 */
export function isolated(value: string | number): string {
  const text = String(value);
  return DIRECTED.test(text) ? `\u2068${text.replace(ISOLATES, '')}\u2069` : text;
}

/** A sentence of plain text with isolated values: sentence`${name} replied`. */
export const sentence = (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  String.raw({ raw: parts }, ...values.map(isolated));
