import { ApiError } from '@stagelink/shared/client/call';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import { describe, expect, test } from 'vitest';
import { problemWith, requestErrorText, today } from './reviewRequest.ts';

const bob = { userName: 'Bob', userEmail: 'bob@example.com' };

describe('adding a reviewer', () => {
  test.each([
    [{ userName: ' ', userEmail: 'bob@example.com' }, 'Please enter both name and email'],
    [{ userName: 'Bob', userEmail: '' }, 'Please enter both name and email'],
    [{ userName: 'Robert', userEmail: ' BOB@example.com ' }, 'This reviewer is already added'],
    [{ userName: 'Eve', userEmail: 'eve@example.com' }, null],
  ])('%o is rejected with %s', (reviewer, problem) => {
    expect(problemWith(reviewer, [bob])?.message ?? null).toBe(problem);
  });

  test('an invalid email address is rejected', () => {
    expect(problemWith({ userName: 'Bob', userEmail: 'bob' }, [])).toMatchObject({
      message: expect.stringMatching(/email/i),
      field: 'userEmail',
    });
  });

  test('there is an end to it', () => {
    const many = Array.from({ length: 20 }, (_, n) => ({ userName: 'R', userEmail: `r${n}@example.com` }));
    expect(problemWith(bob, many)?.message).toBe('A review can have at most 20 reviewers');
  });
});

describe('a rejected request', () => {
  const refused = (code: ErrorCode, status: number) =>
    requestErrorText(new ApiError(status, { code, message: 'The server’s own words.' }));

  test.each([
    ['not_found', 404, 'Snapshot no longer exists - refreshing list...'],
    ['gone', 410, 'Cannot request review on expired snapshot'],
    ['method_not_allowed', 405, 'API endpoint not found'],
    ['unauthenticated', 401, 'Authentication required'],
    ['forbidden', 403, 'Not authorized - you must own this snapshot to request reviews'],
    ['internal', 500, 'Server error'],
  ] as const)('%s shows the text of the specification', (code, status, title) => {
    expect(refused(code, status)).toEqual({ title, message: '' });
  });

  test('any other reason speaks for itself', () => {
    expect(refused('conflict', 409)).toEqual({
      title: 'Review Request Failed',
      message: 'The server’s own words.',
    });
  });
});

test('a day is the one on the person’s own calendar', () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
