import * as z from 'zod';
import type { Secrets } from './secrets.ts';

export interface SignedToken<T> {
  sign: (secrets: Secrets, claims: T) => string;
  /** Returns the claims of a token signed here for the same purpose, or null. */
  verify: (secrets: Secrets, token: string) => T | null;
}

const SEPARATOR = ':';

/** A claim that may be missing: an empty text in the token. */
export const optionalClaim = <T extends z.ZodType>(claim: T) =>
  z.preprocess((text) => (text === '' ? null : text), claim.nullable());

/**
 * Defines a token for one purpose. Its claims are the schema's fields in order, read from texts, so the schema must
 * coerce numbers. A claim must not contain a colon.
 */
export function signedToken<S extends z.ZodObject>(purpose: string, schema: S): SignedToken<z.output<S>> {
  const names = Object.keys(schema.shape);
  return {
    sign: (secrets, claims) =>
      secrets.sign(purpose, names.map((name) => String(claims[name] ?? '')).join(SEPARATOR)),
    verify(secrets, token) {
      const payload = secrets.verify(purpose, token);
      if (payload === null) return null;
      const texts = payload.split(SEPARATOR);
      if (texts.length !== names.length) return null;
      const claims = schema.safeParse(Object.fromEntries(names.map((name, at) => [name, texts[at]])));
      return claims.success ? claims.data : null;
    },
  };
}
