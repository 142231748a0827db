import { snapshot } from '@stagelink/shared/testing/builders';
import { describe, expect, test } from 'vitest';
import {
  arrivedSince,
  countOf,
  everything,
  isSelected,
  keepIn,
  NOTHING,
  range,
  select,
} from './selection.ts';

const [a, b, c] = [snapshot(), snapshot(), snapshot()];
const list = [a, b, c];

describe('what is selected', () => {
  test('is chosen one by one, or all but some', () => {
    const some = select(select(NOTHING, [a, b], true), [a], false);
    expect(list.map((each) => isSelected(some, each))).toEqual([false, true, false]);
    const most = select(everything(3, undefined), [b], false);
    expect(list.map((each) => isSelected(most, each))).toEqual([true, false, true]);
  });

  test('counts everything that matches, loaded or not', () => {
    expect(countOf(select(everything(2300, undefined), [b], false), 2300)).toBe(2299);
    expect(countOf(select(NOTHING, [a, c], true), 2300)).toBe(2);
  });

  test('what arrives after everything was selected is neither selected nor counted', () => {
    const all = everything(3, '2026-11-20T10:00:00.500250Z');
    const at = (createdAt: string) => isSelected(all, { id: 'x', createdAt });
    expect(at('2026-11-20T10:00:00.500Z')).toBe(true);
    expect(at('2026-11-20T10:00:00.501Z')).toBe(false);
    expect([countOf(all, 4), arrivedSince(all, 4)]).toEqual([3, 1]);
    expect([countOf(all, 2), arrivedSince(all, 2)]).toEqual([2, 0]);
  });

  test.each([
    [0, 2],
    [2, 0],
  ])('a range from row %d to %d holds both ends', (from, to) => {
    expect(range(list, from, to)).toEqual(list);
  });

  test('what has left the list is no longer selected, but what is only not loaded still is', () => {
    const both = select(NOTHING, [a, c], true);
    expect(countOf(keepIn(both, [a, b], true), 2)).toBe(1);
    expect(countOf(keepIn(both, [a, b], false), 900)).toBe(2);
  });

  test('what was left out and has gone is not counted as left out', () => {
    const allButC = select(everything(3, undefined), [c], false);
    expect(countOf(keepIn(allButC, [a, b], true), 2)).toBe(2);
  });

  test('it is updated from the list, so that undo restores the latest state', () => {
    const moved = { ...a, projectId: '01938c3e-0000-7000-8000-00000000000a' };
    const kept = keepIn(select(NOTHING, [a], true), [moved, b], true);
    expect(kept.kind === 'some' && kept.chosen.get(a.id)).toBe(moved);
  });
});
