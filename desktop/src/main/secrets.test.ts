import { expect, test } from 'vitest';
import { withoutSecrets } from './secrets.ts';

test.each([
  ['authorization: Bearer abc.def-123', 'authorization: Bearer …'],
  ['GET /api/events?token=secret&x=1', 'GET /api/events?token=…&x=1'],
  ['http://127.0.0.1:999/signed-in?code=one&state=two', 'http://127.0.0.1:999/signed-in?code=…&state=…'],
  ['https://a.example/s/id#review=secret', 'https://a.example/s/id#review=…'],
  ['https://a.example/claim#secret', 'https://a.example/claim#…'],
  ['{"ok":true,"sessionToken":"secret"}', '{"ok":true,"sessionToken":"…"}'],
  ['The build failed.', 'The build failed.'],
])('%s is logged as %s', (text, logged) => {
  expect(withoutSecrets(text)).toBe(logged);
});
