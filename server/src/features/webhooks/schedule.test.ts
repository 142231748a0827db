import { describe, expect, test } from 'vitest';
import { nextAttempt } from './schedule.ts';

const START = new Date('2026-11-28T10:00:00Z');
const secondsAfter = (at: Date | null) => at && (at.getTime() - START.getTime()) / 1000;
const failed = { attempts: 1, now: START, retryAfter: null, random: 0 };

describe('attempts', () => {
  test('are ten, with longer and longer pauses', () => {
    const clock = { now: START };
    const pauses: number[] = [];
    for (let attempts = 1; ; attempts += 1) {
      const next = nextAttempt({ ...failed, attempts, now: clock.now });
      if (next === null) break;
      pauses.push((next.getTime() - clock.now.getTime()) / 60_000);
      clock.now = next;
    }
    expect(pauses).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]);
  });

  test('that failed together do not come together again', () => {
    const spread = [0, 0.5, 1].map((random) => secondsAfter(nextAttempt({ ...failed, attempts: 2, random })));
    expect(spread).toEqual([300, 315, 330]);
  });
});

describe('a receiver that asks for time', () => {
  test.each([
    ['120', 120],
    ['Sat, 28 Nov 2026 10:10:00 GMT', 600],
    // Never sooner than the schedule, never later than in a day.
    ['1', 5],
    ['Sat, 28 Nov 2026 09:00:00 GMT', 5],
    ['999999999', 86_400],
    ['soon', 5],
    ['-5', 5],
  ])('with “%s” gets %d seconds', (retryAfter, seconds) => {
    expect(secondsAfter(nextAttempt({ ...failed, retryAfter }))).toBe(seconds);
  });

  test('gets no attempt after the last one', () => {
    expect(nextAttempt({ ...failed, attempts: 10, retryAfter: '5' })).toBeNull();
  });
});
