import { ApiError, NetworkError } from '@stagelink/shared/client';
import { cancelled, StageError } from '@stagelink/shared/staging/errors';
import { expect, test } from 'vitest';
import { Problem, toProblem } from './problem.ts';

test.each([
  [
    new StageError('not_signed_in', 'The token has expired.', 'Sign in.'),
    'The token has expired. Sign in.',
    'signIn',
  ],
  [
    new StageError('snapshot_gone', 'It expired.', 'Stage it anew.'),
    'It expired. Stage it anew.',
    'stageNew',
  ],
  [
    new StageError('build_failed', 'It failed.', 'Look at it.', { lines: ['Cannot find x', 'at y'] }),
    'It failed. Cannot find x',
    'log',
  ],
  [new StageError('no_output', 'There is none.', 'Name it.'), 'There is none. Name it.', null],
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
  [new TypeError('x is not a function'), 'Something unexpected happened: x is not a function', null],
])('%s is told with what can be done', (thrown, message, remedy) => {
  expect(toProblem(thrown)).toMatchObject({ message, remedy });
});

test('a problem is told as it is', () => {
  const problem = new Problem('Nothing was staged yet.', 'stage');
  expect(toProblem(problem)).toBe(problem);
});

test.each([cancelled(), new StageError('build_refused', 'It was not allowed.', 'Allow it.')])(
  'what the person ended is not told: %s',
  (thrown) => {
    expect(toProblem(thrown)).toBeNull();
  },
);
