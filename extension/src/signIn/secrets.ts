import { createHash, randomBytes } from 'node:crypto';

/** What proves that whoever exchanges a code is who asked for it (RFC 7636). */
export interface SignInSecrets {
  state: string;
  codeVerifier: string;
  codeChallenge: string;
}

export function newSecrets(): SignInSecrets {
  const codeVerifier = randomBytes(32).toString('base64url');
  return {
    state: randomBytes(16).toString('base64url'),
    codeVerifier,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  };
}
