import { expect, test } from 'vitest';
import { type Frame, frameFor, sizeOf } from './frames.ts';

const frame = (more: Partial<Frame>): Frame => ({
  device: 'fit',
  isRotated: false,
  custom: { width: 1280, height: 800 },
  ...more,
});

test.each<[Partial<Frame>, unknown]>([
  [{}, null],
  [{ device: 'desktop' }, { width: 1440, height: null }],
  [
    { device: 'laptop', isRotated: true },
    { width: 1280, height: null },
  ],
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

test('the size of a comment is restored only if the present width differs', () => {
  const present = { width: 840, height: 856 };
  expect(frameFor({ width: 390, height: 844 }, present)).toEqual({ width: 390, height: 844 });
  expect(frameFor({ width: 860, height: 500 }, present)).toBeNull();
  expect(frameFor({ width: 0, height: 0 }, present)).toBeNull();
  expect(frameFor(undefined, present)).toBeNull();
});
