import { expect, test, vi } from 'vitest';
import { createStopwatch } from './stopwatch.mjs';

test('each part of a run is listed with its seconds, in their order, a failed one too', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const lasting = (ms: number) => async () => {
    now += ms;
    return ms;
  };
  const { time, line } = createStopwatch();
  expect(await time('build', lasting(41_400))).toBe(41_400);
  await expect(
    time('unit', () => lasting(2600)().then(() => Promise.reject(new Error('no')))),
  ).rejects.toThrow('no');
  expect(line()).toBe('seconds: build 41, unit 3');
});
