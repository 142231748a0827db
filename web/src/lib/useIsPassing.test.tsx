import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIsPassing } from './useIsPassing.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.runAllTimers();
  scrollTo(0);
  vi.runAllTimers();
  vi.useRealTimers();
});

/** Scrolls the page as a browser does, which reports each frame. */
function scrollTo(...places: number[]): void {
  for (const place of places) {
    vi.stubGlobal('scrollY', place);
    document.dispatchEvent(new Event('scroll', { bubbles: true }));
  }
}

const mount = () => renderHook(() => useIsPassing()).result;
const pause = () => act(() => vi.advanceTimersByTime(150));

test('what is mounted during a fast scroll is brief until the scroll has ended', () => {
  scrollTo(900);
  const first = mount();
  act(() => vi.advanceTimersByTime(100));
  scrollTo(1800);
  act(() => vi.advanceTimersByTime(100));
  expect(first.current).toBe(true);
  pause();
  expect(first.current).toBe(false);
});

test('what is whole stays whole', () => {
  scrollTo(900);
  const first = mount();
  pause();
  const second = mount();
  scrollTo(1800, 2700);
  expect([first.current, second.current]).toEqual([false, false]);
});

test('what is mounted while a person reads along is whole', () => {
  scrollTo(120, 240, 360);
  expect(mount().current).toBe(false);
});
