import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSearchField } from './useSearchField.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A field above an address that the test lets answer when it likes. */
function open(first = '') {
  const asked: string[] = [];
  const hook = renderHook(({ search }) => useSearchField(search, (each) => void asked.push(each)), {
    initialProps: { search: first },
  });
  return {
    asked,
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
  expect(field.asked).toEqual(['pri', 'pricing']);
  expect(field.text()).toBe('pricing');
});

test('the first letter is asked for at once, what follows it on its heels together', () => {
  const field = open();
  field.type('c');
  act(() => vi.advanceTimersByTime(1));
  expect(field.asked).toEqual(['c']);
  for (const text of ['ca', 'car', 'cart']) field.type(text);
  act(() => vi.advanceTimersByTime(30));
  expect(field.asked).toEqual(['c']);
  field.pause();
  expect(field.asked).toEqual(['c', 'cart']);
});

test('each pause asks once, and not for spaces around it', () => {
  const field = open();
  for (const text of ['c', 'ca', 'cart ', 'cart']) field.type(text);
  field.pause();
  field.pause();
  expect(field.asked).toEqual(['cart']);
});

test('an address that changes by itself is what the field shows', () => {
  const field = open('cart');
  field.answer('');
  expect(field.text()).toBe('');
  field.pause();
  expect(field.asked).toEqual([]);
});
