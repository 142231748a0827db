import { beforeEach, expect, test, vi } from 'vitest';
import * as native from '../native.ts';
import { useNative } from './own.ts';
import { Positions } from './positions.ts';

const PINS = 40;
const TEST_MS = 2;
let now = 0;
const element = document.createElement('img');
const dialog = document.createElement('dialog');
document.body.append(element, dialog);
/** What is in front of the whole element. */
let front: Element = element;
const elementsAt = vi.fn(() => {
  now += TEST_MS;
  return [front];
});

beforeEach(() => {
  front = element;
  elementsAt.mockClear();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const boxOf = () => new DOMRect(0, 0, 100, 100);
  const query = (() => []) as unknown as typeof native.query;
  const isMatching = (one: Element, selector: string) => selector === ':modal' && one === front;
  useNative({ ...native, elementsAt, boxOf, query, isMatching });
});

/** Pins at different points of one element. Returns a function that draws a frame and returns how many are shown. */
function manyPins() {
  const positions = new Positions(document.createElement('div'));
  const pins = Array.from({ length: PINS }, (_, at) => ({
    pin: { locator: { offset: { x: at / PINS, y: 0.5 } } },
    element,
  }));
  const drawFrame = () => {
    positions.begin();
    for (const one of pins) positions.find(one);
    const isBehind = positions.tests.run();
    return { isBehind, shown: pins.filter((one) => !positions.tests.isCovered(one)).length };
  };
  return { positions, drawFrame };
}

/** Draws frames until all pins are tested. Returns how many that took. */
function drawAll({ drawFrame }: ReturnType<typeof manyPins>): number {
  let frames = 1;
  while (drawFrame().isBehind) frames += 1;
  return frames;
}

test('each pin of an element that does not move is tested once, however often it is drawn', () => {
  const page = manyPins();
  drawAll(page);
  for (let frame = 0; frame < 3; frame += 1)
    expect(page.drawFrame()).toEqual({ isBehind: false, shown: PINS });
  expect(elementsAt).toHaveBeenCalledTimes(PINS);
});

test('a frame tests few of many pins, and those that wait stay as they were', () => {
  const page = manyPins();
  expect(page.drawFrame().shown).toBeLessThan(PINS / 10);
  expect(drawAll(page)).toBeGreaterThan(5);
  front = dialog;
  page.positions.forget();
  const { shown } = page.drawFrame();
  expect(shown).toBeGreaterThan(PINS * 0.9);
  expect(shown).toBeLessThan(PINS);
});

test('on a page that changes in each frame every pin has its turn', () => {
  const page = manyPins();
  drawAll(page);
  front = dialog;
  for (let frame = 0; frame < PINS; frame += 1) {
    page.positions.forget();
    page.drawFrame();
  }
  expect(page.drawFrame().shown).toBe(0);
});
