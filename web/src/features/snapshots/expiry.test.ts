import { describe, expect, test } from 'vitest';
import { canExtend, timeLeft, toneOf } from './expiry.ts';

const now = new Date('2026-11-21T12:00:00Z');
const after = (days: number) => new Date(now.getTime() + days * 86_400_000);

describe('how long a snapshot still opens', () => {
  test.each([
    [-0.001, 'expired'],
    [0, 'expired'],
    [0.001, 'danger'],
    [1, 'danger'],
    [1.01, 'danger'],
    [1.1, 'warning'],
    [3, 'warning'],
    [3.1, 'notice'],
    [7, 'notice'],
    [7.01, 'notice'],
    [7.1, 'good'],
  ])('%d days from now it is %s', (days, tone) => {
    expect(toneOf(after(days), now)).toBe(tone);
  });

  test.each([
    [30, '30 days left'],
    [30.01, '30 days left'],
    [7.01, '7 days left'],
    [6.999, '7 days left'],
    [1.01, '1 day left'],
    [1.1, '2 days left'],
    [1, '24 hours left'],
    [1 / 24, '60 minutes left'],
    [1 / 1440, '1 minute left'],
    [-3, 'Expired 18 Nov'],
  ])('in %d days it reads “%s”', (days, words) => {
    expect(timeLeft(after(days), now)).toBe(words);
  });

  test('extending is offered from seven days left down to the last moment', () => {
    expect([7.1, 7.01, 0.001, 0, -1].map((days) => canExtend(after(days), now))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});
