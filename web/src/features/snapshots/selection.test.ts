import { snapshot } from '@stagelink/shared/testing/builders';
import { describe, expect, test } from 'vitest';
import { countOf, EVERYTHING, isSelected, keepIn, NOTHING, range, select } from './selection.ts';

const [a, b, c] = [snapshot(), snapshot(), snapshot()];
const list = [a, b, c];

describe('what is selected', () => {
  test('is chosen one by one, or all but some', () => {
    const some = select(select(NOTHING, [a, b], true), [a], false);
    expect(list.map(({ id }) => isSelected(some, id))).toEqual([false, true, false]);
    const most = select(EVERYTHING, [b], false);
    expect(list.map(({ id }) => isSelected(most, id))).toEqual([true, false, true]);
  });

  test('counts everything that matches, loaded or not', () => {
    expect(countOf(select(EVERYTHING, [b], false), 2300)).toBe(2299);
    expect(countOf(select(NOTHING, [a, c], true), 2300)).toBe(2);
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
    const allButC = select(EVERYTHING, [c], false);
    expect(countOf(keepIn(allButC, [a, b], true), 2)).toBe(2);
  });

  test('it is updated from the list, so that undo restores the latest state', () => {
    const moved = { ...a, projectId: '01938c3e-0000-7000-8000-00000000000a' };
    const kept = keepIn(select(NOTHING, [a], true), [moved, b], true);
    expect(kept.kind === 'some' && kept.chosen.get(a.id)).toBe(moved);
  });
});
