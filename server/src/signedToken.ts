import * as z from 'zod';
import type { Secrets } from './secrets.ts';

export interface SignedToken<T> {
  sign: (secrets: Secrets, claims: T) => string;
  /** The claims of a token that was signed here for the same purpose; null for any other text. */
  verify: (secrets: Secrets, token: string) => T | null;
}

const SEPARATOR = ':';

/** A claim that may be missing: an empty text in the token. */
export const optionalClaim = <T extends z.ZodType>(claim: T) =>
  z.preprocess((text) => (text === '' ? null : text), claim.nullable());

/**
 * A token for one purpose. Its claims are the fields of the schema in their order, read from texts, so the schema
 * coerces numbers. No claim may contain a colon.
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
