import { ApiError, NetworkError } from '@stagelink/shared/client/call';
import { toUserError, UserError } from '@stagelink/shared/client/userError';
import { cancelled, stageError, toStageError } from '@stagelink/shared/staging/core/errors';
import { expect, test } from 'vitest';
import { errorText, isCancelled, recoveryFor } from './errors.ts';

test.each([
  [
    stageError('not_signed_in', 'The token has expired.', 'Sign in.'),
    'The token has expired. Sign in.',
    'signIn',
  ],
  [stageError('snapshot_gone', 'It expired.', 'Stage it anew.'), 'It expired. Stage it anew.', 'stageNew'],
  [
    stageError('build_failed', 'It failed.', 'Look at it.', { lines: ['Cannot find x', 'at y'] }),
    'It failed. Cannot find x',
    'log',
  ],
  [stageError('no_output', 'There is none.', 'Name it.'), 'There is none. Name it.', undefined],
  [
    new NetworkError('Nothing answers.'),
    'Nothing answers. Check the connection and the server’s address.',
    'settings',
  ],
  [
    new ApiError(401, { code: 'unauthenticated', message: 'This token is not valid.' }),
    'This token is not valid. Sign in and stage again.',
    'signIn',
  ],
  [new TypeError('x is not a function'), 'Unexpected error: x is not a function', undefined],
  [
    new ApiError(403, {
      code: 'plan_limit',
      message: 'Your plan is full. Upgrade at https://stagelink.example/pricing?mode=upgrade.',
    }),
    'Your plan is full. Upgrade at https://stagelink.example/pricing?mode=upgrade. Delete something, make it smaller or upgrade your plan.',
    'upgrade',
  ],
  [
    new ApiError(403, { code: 'plan_limit', message: 'Your plan is full.' }),
    'Your plan is full. Delete something, make it smaller or upgrade your plan.',
    undefined,
  ],
])('%s of a stage is shown with what can be done', (thrown, text, action) => {
  const error = toUserError(toStageError(thrown));
  expect(errorText(error)).toBe(text);
  expect(recoveryFor(error)).toBe(action);
});

test.each([
  [new NetworkError('Nothing answers.'), 'Nothing answers.', 'settings'],
  [new ApiError(403, { code: 'forbidden', message: 'Not yours.' }), 'Not yours.', 'signIn'],
  [new ApiError(409, { code: 'conflict', message: 'It is taken.' }), 'It is taken.', undefined],
  [new UserError('nothing_staged', 'Nothing was staged yet.'), 'Nothing was staged yet.', 'stage'],
])('%s outside a stage is shown with what can be done', (thrown, text, action) => {
  const error = toUserError(thrown);
  expect(errorText(error)).toBe(text);
  expect(recoveryFor(error)).toBe(action);
});

test.each([cancelled(), stageError('build_refused', 'It was not allowed.', 'Allow it.')])(
  'what the user ended is not shown: %s',
  (error) => {
    expect(isCancelled(error)).toBe(true);
  },
);
