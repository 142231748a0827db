import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSearchField } from './useSearchField.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A field with a URL that the test updates. */
function open(first = '') {
  const searches: string[] = [];
  const hook = renderHook(({ search }) => useSearchField(search, (each) => void searches.push(each)), {
    initialProps: { search: first },
  });
  return {
    searches,
    text: () => hook.result.current[0],
    type: (text: string) => act(() => hook.result.current[1](text)),
    pause: () => act(() => vi.advanceTimersByTime(100)),
    answer: (search: string) => hook.rerender({ search }),
  };
}

test('what is typed while the address is still on its way stays', () => {
  const field = open();
  field.type('pri');
  field.pause();
  field.type('pricing');
  field.answer('pri');
  expect(field.text()).toBe('pricing');
  field.pause();
  field.answer('pricing');
  expect(field.searches).toEqual(['pri', 'pricing']);
  expect(field.text()).toBe('pricing');
});

test('the first letter is sent at once, quick successors together', () => {
  const field = open();
  field.type('c');
  act(() => vi.advanceTimersByTime(1));
  expect(field.searches).toEqual(['c']);
  for (const text of ['ca', 'car', 'cart']) field.type(text);
  act(() => vi.advanceTimersByTime(30));
  expect(field.searches).toEqual(['c']);
  field.pause();
  expect(field.searches).toEqual(['c', 'cart']);
});

test('each pause sends once, without surrounding spaces', () => {
  const field = open();
  for (const text of ['c', 'ca', 'cart ', 'cart']) field.type(text);
  field.pause();
  field.pause();
  expect(field.searches).toEqual(['cart']);
});

test('the field follows a URL that changes from outside', () => {
  const field = open('cart');
  field.answer('');
  expect(field.text()).toBe('');
  field.pause();
  expect(field.searches).toEqual([]);
});
