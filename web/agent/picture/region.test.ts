import { expect, test } from 'vitest';
import { regionAround, regionOf } from './region.ts';

const box = (left: number, top: number, width: number, height: number) =>
  ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect;

test('the element is in the middle of what is seen around it', () => {
  expect(regionAround(box(600, 400, 100, 40), 1440, 900)).toEqual({
    x: 330,
    y: 220,
    width: 640,
    height: 400,
  });
});

test('nothing beyond the screen is shown', () => {
  expect(regionAround(box(0, 0, 20, 20), 1440, 900)).toMatchObject({ x: 0, y: 0 });
  expect(regionAround(box(1400, 880, 40, 20), 1440, 900)).toMatchObject({ x: 800, y: 500 });
  expect(regionAround(box(100, 300, 90, 20), 390, 700)).toEqual({ x: 0, y: 110, width: 390, height: 400 });
});

test('a large element is shown with some of what is around it, a huge one where it is on the screen', () => {
  expect(regionAround(box(200, 100, 900, 300), 1440, 900)).toMatchObject({ width: 1060, height: 663 });
  expect(regionAround(box(0, -3000, 1440, 9000), 1440, 900)).toMatchObject({ x: 80, y: 50, width: 1280 });
});

test('a dragged rectangle is shown with a narrow frame, and never less than can be recognized', () => {
  expect(regionOf(box(600, 400, 300, 120), 1440, 900)).toEqual({ x: 584, y: 384, width: 332, height: 152 });
  expect(regionOf(box(600, 400, 8, 8), 1440, 900)).toEqual({ x: 524, y: 354, width: 160, height: 100 });
  expect(regionOf(box(0, 0, 1440, 900), 1440, 900)).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
});
