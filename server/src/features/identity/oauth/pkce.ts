import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns whether the challenge was made from this verifier (RFC 7636, S256). */
export function isVerifierOf(verifier: string, challenge: string): boolean {
  const [made, expected] = [
    createHash('sha256').update(verifier).digest(),
    Buffer.from(challenge, 'base64url'),
  ];
  return made.length === expected.length && timingSafeEqual(made, expected);
}
