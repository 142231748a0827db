import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useGradually } from './useGradually.ts';

const ROWS = Array.from({ length: 50 }, (_, at) => at);
const OPTIONS = { keyOf: String, first: 20, step: 20 };

let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});

const nextFrame = () => act(() => frames.splice(0).forEach((frame) => frame(0)));

test('rows are added some in each frame, until all are shown', () => {
  const { result } = renderHook(() => useGradually(ROWS, OPTIONS));
  const counts = [result.current.shown.length];
  while (frames.length > 0) {
    nextFrame();
    counts.push(result.current.shown.length);
  }
  expect(counts).toEqual([20, 40, 50]);
  expect(result.current.showAll).toBeNull();
});

test('rows that were shown stay when others come between them, which are added in frames, too', () => {
  const even = ROWS.filter((row) => row % 2 === 0);
  const { result, rerender } = renderHook(({ rows }) => useGradually(rows, OPTIONS), {
    initialProps: { rows: even },
  });
  nextFrame();
  expect(result.current.shown).toEqual(even);
  rerender({ rows: ROWS });
  expect(result.current.shown).toEqual([...ROWS.slice(0, 20), ...even.slice(10)]);
  nextFrame();
  expect(result.current.shown).toEqual(ROWS);
});

test('where they are asked for, nothing is added before', () => {
  const { result } = renderHook(() => useGradually(ROWS, { ...OPTIONS, isAsked: true }));
  expect(frames).toEqual([]);
  act(() => result.current.showAll?.());
  nextFrame();
  expect(result.current.shown).toHaveLength(40);
  nextFrame();
  expect(result.current.shown).toHaveLength(50);
  expect(result.current.showAll).toBeNull();
});
