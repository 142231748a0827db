import { expect, test } from 'vitest';
import { placeOn } from './windowState.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const beside = { x: 1440, y: 0, width: 2560, height: 1440 };
const at = (x: number, y: number, width = 1000, height = 700) => ({
  place: { x, y, width, height },
  isMaximized: false,
});

test('the window opens where it was', () => {
  expect(placeOn([laptop, beside], at(1600, 100))).toEqual({ x: 1600, y: 100, width: 1000, height: 700 });
});

test('a window whose screen is gone keeps its size and is placed by the system', () => {
  expect(placeOn([laptop], at(1600, 100))).toEqual({ width: 1000, height: 700 });
});

test('a window that no hand could take hold of is placed anew', () => {
  expect(placeOn([laptop], at(1400, 100))).toEqual({ width: 1000, height: 700 });
  expect(placeOn([laptop], at(100, -300))).toEqual({ width: 1000, height: 700 });
  expect(placeOn([laptop], at(100, 890))).toEqual({ width: 1000, height: 700 });
});

test('a window is no larger than its screen, and never too small to be used', () => {
  expect(placeOn([laptop], at(1600, 100, 2500, 1400))).toEqual({ width: 1440, height: 875 });
  expect(placeOn([laptop], at(10, 30, 200, 50))).toEqual({ x: 10, y: 30, width: 420, height: 480 });
});

test('the first window has a size of its own, and so has one on no screen at all', () => {
  expect(placeOn([laptop], { place: null, isMaximized: false })).toEqual({ width: 1200, height: 800 });
  expect(placeOn([], at(0, 0))).toEqual({ width: 1000, height: 700 });
});
