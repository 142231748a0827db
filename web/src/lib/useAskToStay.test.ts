import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAskToStay } from './useAskToStay.ts';

const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('leaving the page needs a confirmation while work is in progress only', () => {
  const { rerender, unmount } = renderHook(useAskToStay, { initialProps: false });
  expect(isAsked()).toBe(false);
  rerender(true);
  expect(isAsked()).toBe(true);
  rerender(false);
  expect(isAsked()).toBe(false);
  rerender(true);
  unmount();
  expect(isAsked()).toBe(false);
});
