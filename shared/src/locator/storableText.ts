import * as z from 'zod/mini';

/** Text of at most `max` UTF-16 units that Postgres can store: without NUL and half surrogate pairs. */
export const storableText = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[^\0\p{Cs}]*$/u));
