import { createHash, randomBytes } from 'node:crypto';

/** The secrets of one sign-in through the browser (RFC 7636): only the program that began it can end it. */
export interface Pkce {
  verifier: string;
  challenge: string;
  /** Comes back with the code, so that a program recognizes its own request. */
  state: string;
}

const secret = (): string => randomBytes(32).toString('base64url');

/** Returns new secrets, each of 32 random bytes; the challenge is the SHA-256 of the verifier. */
export function createPkce(): Pkce {
  const verifier = secret();
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url'), state: secret() };
}
