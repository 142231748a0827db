import { expect, test } from 'vitest';
import { createPace } from './slices.ts';

/** Returns how many slices this many steps of a millisecond take, when a timer waits this long between slices. */
function slicesOf(steps: number, budget: number, wait: number): number {
  let time = 0;
  let slices = 1;
  const isOver = createPace(budget, () => time);
  for (let step = 0; step < steps; step += 1) {
    if (isOver()) {
      slices += 1;
      time += wait;
    }
    time += 1;
  }
  return slices;
}

test('the time between two slices does not shorten the next one', () => {
  expect(slicesOf(100, 4, 0)).toBeLessThanOrEqual(25);
  expect(slicesOf(100, 4, 4)).toBe(slicesOf(100, 4, 0));
  expect(slicesOf(100, 4, 1000)).toBe(slicesOf(100, 4, 0));
});
