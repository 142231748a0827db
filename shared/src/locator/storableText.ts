import * as z from 'zod/mini';

/** A text of at most `max` UTF-16 units that a database can store: neither NUL nor half a surrogate pair is in it. */
export const storableText = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[^\0\p{Cs}]*$/u));
