import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPkce } from './pkce.ts';

test('the challenge is made from the verifier, and nothing is used twice', () => {
  const [one, other] = [createPkce(), createPkce()];
  expect(one.challenge).toBe(createHash('sha256').update(one.verifier).digest('base64url'));
  expect(one.verifier).toMatch(/^[\w-]{43}$/);
  expect(one.state).toMatch(/^[\w-]{43}$/);
  expect(one.state).not.toBe(other.state);
  expect(one.verifier).not.toBe(other.verifier);
});
