import { RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

test('what is saved now and then never waits', () => {
  const pace = new Pace();
  for (let at = 0; at < 10 * 3_600_000; at += 200_000) {
    expect(pace.waitMs(at)).toBe(0);
    pace.count(at);
  }
});

test('an editor that saves every two seconds makes far fewer versions an hour than the server takes', () => {
  const pace = new Pace();
  const versions: number[] = [];
  for (let at = 0; at < 5 * 3_600_000; at += 2_000) {
    if (pace.waitMs(at) > 0) continue;
    pace.count(at);
    versions.push(at);
  }
  for (const from of versions) {
    const inHour = versions.filter((at) => at >= from && at < from + 3_600_000).length;
    expect(inHour).toBeLessThan(RATE_LIMITS.stage.points * 0.75);
  }
});

test('a clock that was set back holds a change no longer than usual', () => {
  const pace = new Pace();
  for (let version = 0; version < 30; version += 1) pace.count(10 * 3_600_000);
  expect(pace.waitMs(10 * 3_600_000 - 60_000)).toBeLessThanOrEqual(15_000);
});
