import { createHash, randomBytes } from 'node:crypto';

/** The secrets of one sign-in through the browser (RFC 7636): only whoever began it can end it. */
export interface Pkce {
  verifier: string;
  challenge: string;
  state: string;
}

const secret = (): string => randomBytes(32).toString('base64url');

export function createPkce(): Pkce {
  const verifier = secret();
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url'), state: secret() };
}
