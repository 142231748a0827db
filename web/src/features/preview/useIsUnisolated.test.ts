import type { FromAgent } from '@stagelink/shared/preview/messages';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useIsUnisolated } from './useIsUnisolated.ts';

test('a page that the browser does not isolate is known once its agent says so', () => {
  const listeners = new Set<(message: FromAgent) => void>();
  const listen = (listener: (message: FromAgent) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const { result, unmount } = renderHook(() => useIsUnisolated({ listen }));
  expect(result.current).toBe(false);
  act(() => {
    for (const listener of listeners) listener({ type: 'unisolated' });
  });
  expect(result.current).toBe(true);
  unmount();
  expect(listeners.size).toBe(0);
});
