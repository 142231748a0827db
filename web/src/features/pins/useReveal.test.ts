import { REVEAL_WAIT_MS } from '@stagelink/shared/preview/handshake';
import type { PinFinding, ToAgent } from '@stagelink/shared/preview/messages';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Preview } from '../preview/usePreview.ts';
import type { Thread } from '../comments/threads.ts';
import { useReveal } from './useReveal.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const id = crypto.randomUUID();
const thread = { root: { id, locator: {}, context: { route: '/', page: null } } } as unknown as Thread;
const found = new Map<string, PinFinding>([[id, { id, status: 'found', confidence: 1 }]]);

/** Opens a thread whose pin is found after a delay; returns the messages to the agent. */
function openAndFind(afterMs: number): ToAgent['type'][] {
  const sent: ToAgent['type'][] = [];
  const send = ({ type }: ToAgent) => sent.push(type) > 0;
  const preview = { send, findings: new Map(), documents: 1, route: '/' } as unknown as Preview;
  const { result, rerender } = renderHook(useReveal, { initialProps: preview });
  result.current(thread);
  vi.setSystemTime(Date.now() + afterMs);
  rerender({ ...preview, findings: found });
  return sent;
}

test('a thread’s pin that is found soon after is brought into sight', () => {
  expect(openAndFind(REVEAL_WAIT_MS - 1000)).toEqual(['show', 'reveal']);
});

test('one that is found much later does not move the page', () => {
  expect(openAndFind(REVEAL_WAIT_MS + 1000)).toEqual(['show']);
});
