import { expect, test } from 'vitest';
import { type Frame, frameFor, scaleOf, sizeOf } from './frames.ts';

const frame = (more: Partial<Frame>): Frame => ({
  device: 'desktop',
  isRotated: false,
  custom: { width: 1280, height: 800 },
  ...more,
});

test.each<[Partial<Frame>, unknown]>([
  [{}, null],
  [{ device: 'tablet' }, { width: 768, height: 1024 }],
  [{ device: 'phone' }, { width: 390, height: 844 }],
  [
    { device: 'phone', isRotated: true },
    { width: 844, height: 390 },
  ],
  [{ device: 'custom' }, { width: 1280, height: 800 }],
])('%o has the size %o', (chosen, size) => {
  expect(sizeOf(frame(chosen))).toEqual(size);
});

test('a frame is made smaller to be seen whole, and never larger', () => {
  expect(scaleOf({ width: 390, height: 844 }, { width: 1000, height: 900 })).toBe(1);
  expect(scaleOf({ width: 390, height: 1696 }, { width: 1000, height: 896 })).toBe(0.5);
  expect(scaleOf({ width: 1904, height: 400 }, { width: 1000, height: 896 })).toBe(0.5);
});

test('the size of a comment is restored only if the present width differs', () => {
  const present = { width: 840, height: 856 };
  expect(frameFor({ width: 390, height: 844 }, present)).toEqual({ width: 390, height: 844 });
  expect(frameFor({ width: 860, height: 500 }, present)).toBeNull();
  expect(frameFor({ width: 0, height: 0 }, present)).toBeNull();
  expect(frameFor(undefined, present)).toBeNull();
});
