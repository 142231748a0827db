import { expect, test } from 'vitest';
import { blankSecrets } from './blankSecrets.ts';

test.each([
  ['Failed with Bearer abc.def-123456', 'Failed with Bearer [secret]'],
  ['Authorization: Bearer abc.def-123456 refused', 'Authorization: Bearer [secret] refused'],
  ['{"accessToken":"q1w2e3","id":7}', '{"accessToken":"[secret]","id":7}'],
  ['api_key=hunter2 is wrong', 'api_key=[secret] is wrong'],
  ['password: hunter2', 'password: [secret]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcDEF123 expired', '[secret] expired'],
  ['sk_live_51Habcdefghijk', '[secret]'],
  ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', '[secret]'],
  ['id 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b not found', 'id [secret] not found'],
  ['GET https://api.example/cart?user=7&t=1#x failed', 'GET https://api.example/cart failed'],
  ['GET /cart?user=7 failed', 'GET /cart failed'],
  ['https://ada:pw@api.example/cart', 'https://[secret]api.example/cart'],
  ['unknown user ada@example.com', 'unknown user [secret]'],
  ['one\u0007\ntwo', 'one two'],
  [`/files/stl_mcp_${'0a'.repeat(24)}/list`, '/files/[secret]/list'],
])('%j becomes %j', (given, clean) => {
  expect(blankSecrets(given)).toBe(clean);
});

test.each([
  "TypeError: Cannot read properties of undefined (reading 'map')",
  'Warning: Each child in a list should have a unique "key" prop.',
  'net::ERR_CONNECTION_REFUSED',
  'Is this ok? Yes, 100%',
])('%j stays', (given) => {
  expect(blankSecrets(given)).toBe(given);
});

test('blanked once or twice is the same, and a hostile text takes no time', () => {
  const once = blankSecrets('token=abc123 Bearer q1w2e3r4t5 https://a:b@c.example/x?y=1');
  expect(blankSecrets(once)).toBe(once);
  for (const part of ['a', '://', 'token', '=', 'a1', 'x@', '/a?']) blankSecrets(part.repeat(10_000));
});
