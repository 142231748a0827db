import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileClock } from './fileClock.ts';

test('times are unchanged before the first event', () => {
  expect(new FileClock().convert(1_000)).toBe(1_000);
});

test.each([-3_600_000, 0, 3_600_000])('a clock that is %i ms ahead is converted', (ahead) => {
  const clock = new FileClock();
  clock.writtenAt(1_000 + ahead, 1_002);
  expect(clock.writtenAt(5_000 + ahead, 5_900)).toBe(5_002);
  expect(clock.convert(6_000 + ahead)).toBe(6_002);
});

test('a corrected clock is followed', () => {
  const clock = new FileClock();
  clock.writtenAt(1_000, 1_000);
  let writtenAt = 0;
  for (let event = 1; event <= 20; event += 1) writtenAt = clock.writtenAt(event, event + 60_000);
  expect(writtenAt).toBe(60_020);
});

test('nothing was written after its event arrived', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer(), fc.integer())), (events) => {
      const clock = new FileClock();
      for (const [ctimeMs, arrivedAt] of events)
        expect(clock.writtenAt(ctimeMs, arrivedAt)).toBeLessThanOrEqual(arrivedAt);
    }),
  );
});
