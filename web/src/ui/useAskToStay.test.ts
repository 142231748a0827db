import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAskToStay } from './useAskToStay.ts';

const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('whoever leaves the page is asked whether they mean it while something is under way, and only then', () => {
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
