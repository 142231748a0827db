import { expect, test } from 'vitest';
import { placeBeside } from './placeBeside.ts';

const ROOM = { left: 40, top: 44, right: 1400, bottom: 900, whole: 1440 };
const BOX = { width: 340, height: 300 };
const CARD = { left: 480, top: 300, right: 880, bottom: 500 };
const at = { x: 600, y: 400 };

test('a box is below a card of a row, above it where there is no room below, else beside its pin', () => {
  expect(placeBeside(BOX, { point: at, element: CARD, room: ROOM })).toEqual({ x: 510, y: 512 });
  const low = { ...CARD, top: 400, bottom: 700 };
  expect(placeBeside(BOX, { point: at, element: low, room: ROOM })).toEqual({ x: 510, y: 88 });
  const high = { ...CARD, top: 100, bottom: 800 };
  expect(placeBeside(BOX, { point: at, element: high, room: ROOM })).toEqual({ x: 632, y: 376 });
});

test('beside a wide element, or an unknown one, a box is beside the pin and inside the room', () => {
  const wide = { ...CARD, left: 80, right: 1300 };
  for (const element of [wide, null])
    expect(placeBeside(BOX, { point: at, element, room: ROOM })).toEqual({ x: 632, y: 376 });
  expect(placeBeside(BOX, { point: { x: 1300, y: 890 }, element: null, room: ROOM })).toEqual({
    x: 948,
    y: 592,
  });
});

test('a box that the preview has no room for may lie over its columns', () => {
  const room = { ...ROOM, left: 600, right: 900 };
  expect(placeBeside(BOX, { point: { x: 800, y: 400 }, element: null, room })).toEqual({ x: 832, y: 376 });
});
