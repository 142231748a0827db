import { expect, test } from 'vitest';
import { ApiError, NetworkError } from './call.ts';
import { toUserError, UserError } from './userError.ts';

const HINTS = { not_found: 'List them.', network: 'Check the address.', otherwise: 'Try again.' };

const api = (status: number, code: ApiError['code']) => new ApiError(status, { code, message: 'No.' });

test.each([
  ['a code the client has a hint for', api(404, 'not_found'), 'not_found', 'No.', 'List them.'],
  ['another code of the API', api(409, 'conflict'), 'conflict', 'No.', 'Try again.'],
  ['no reply', new NetworkError('Nothing answers.'), 'network', 'Nothing answers.', 'Check the address.'],
  ['a bug', new TypeError('x is not a function'), 'unexpected', 'Unexpected error: x is not a function', ''],
  ['a thrown text', 'broken', 'unexpected', 'Unexpected error: broken', ''],
])('%s is shown with its hint', (_name, cause, code, message, hint) => {
  expect(toUserError(cause, HINTS)).toMatchObject({ code, message, hint, lines: [], cause });
});

test('a reply of another program counts as a network that is in the way', () => {
  const cause = new ApiError(
    502,
    { code: 'internal', message: 'API request failed: 502' },
    { isForeign: true },
  );
  const { code, message, hint } = toUserError(cause, HINTS);
  expect(code).toBe('network');
  expect(`${message} ${hint}`).not.toContain('API request failed');
});

test('a user error stays as it is', () => {
  const error = new UserError('build_failed', 'The build failed.', 'Fix it.', { lines: ['at x'] });
  expect(toUserError(error, HINTS)).toBe(error);
});
