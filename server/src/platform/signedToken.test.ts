import { expect, test } from 'vitest';
import * as z from 'zod';
import { createSecrets } from './secrets.ts';
import { optionalClaim, signedToken } from './signedToken.ts';

const secrets = createSecrets('the master secret of this test, long enough');
const claims = z.object({
  id: z.string().min(1),
  until: z.coerce.number(),
  version: optionalClaim(z.coerce.number()),
});
const token = signedToken('test', claims);

test('claims are returned as they were signed', () => {
  for (const version of [3, null]) {
    const signed = token.sign(secrets, { id: 'a', until: 12, version });
    expect(token.verify(secrets, signed)).toEqual({ id: 'a', until: 12, version });
  }
});

test('a token for another purpose, from another installation or modified is rejected', () => {
  const signed = token.sign(secrets, { id: 'a', until: 12, version: null });
  expect(signedToken('other', claims).verify(secrets, signed)).toBeNull();
  expect(token.verify(createSecrets('another master secret, long enough too'), signed)).toBeNull();
  expect(token.verify(secrets, `x${signed}`)).toBeNull();
  expect(token.verify(secrets, 'nothing')).toBeNull();
});

test('a token with fewer claims than the schema is rejected', () => {
  expect(token.verify(secrets, secrets.sign('test', 'a'))).toBeNull();
  expect(token.verify(secrets, secrets.sign('test', ''))).toBeNull();
});

test('tokens of earlier releases, joined by colons, are read', () => {
  expect(token.verify(secrets, secrets.sign('test', 'a:12:'))).toEqual({ id: 'a', until: 12, version: null });
});
