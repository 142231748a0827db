import type { ToAgent } from '@stagelink/shared/preview/messages';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import type { PreviewMessage } from '../preview/useAgentReports.ts';
import { usePinPicture } from './pinPictures.ts';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a).buffer;

/** A preview that keeps its requests, and the hook for a pin in it. */
function start(isThere: boolean) {
  const requests: string[] = [];
  const listeners = new Set<(message: PreviewMessage) => void>();
  const preview = {
    send(message: ToAgent) {
      if (message.type === 'picture') requests.push(message.pickId);
      return true;
    },
    listen(listener: (message: PreviewMessage) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const pin = crypto.randomUUID();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const hook = renderHook(
    (props: { isThere: boolean }) => usePinPicture({ ...preview, pin, version: 2, ...props }),
    {
      initialProps: { isThere },
      wrapper,
    },
  );
  const answer = (pickId: string | undefined, picture: ArrayBuffer | null) =>
    act(async () => {
      for (const listener of listeners) listener({ type: 'pictured', pickId: pickId ?? '', picture });
    });
  return { ...hook, requests, listeners, answer };
}

test('the next document receives a request of its own, and a late answer of the one before is ignored', async () => {
  const { requests, listeners, answer, rerender, result } = start(true);
  await waitFor(() => expect(requests).toHaveLength(1));
  rerender({ isThere: false });
  await waitFor(() => expect(listeners.size).toBe(0));
  expect(result.current).toMatchObject({ url: null, hasFailed: false });

  rerender({ isThere: true });
  await waitFor(() => expect(requests).toHaveLength(2));
  await answer(requests[0], PNG);
  expect(result.current.url).toBeNull();
  await answer(requests[1], PNG);
  await waitFor(() => expect(result.current.url).toMatch(/^data:image\/png/));
});

test('a picture is made once for each version, and again after a failure on request', async () => {
  const { requests, answer, rerender, result } = start(true);
  await waitFor(() => expect(requests).toHaveLength(1));
  await answer(requests[0], null);
  await waitFor(() => expect(result.current.hasFailed).toBe(true));
  act(() => result.current.retry());
  await waitFor(() => expect(requests).toHaveLength(2));
  await answer(requests[1], PNG);
  await waitFor(() => expect(result.current.url).not.toBeNull());

  rerender({ isThere: false });
  rerender({ isThere: true });
  expect(result.current.url).not.toBeNull();
  expect(requests).toHaveLength(2);
});
