import type { AnalyticsEvent } from '@stagelink/shared/contracts/analytics';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueue } from './analyticsQueue.ts';

const event = (number: number): AnalyticsEvent => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  eventType: 'page_view',
  eventData: {},
  timestamp: '2026-11-21T12:00:00.000Z',
});

/** A queue with a fake server. Records what was sent, by seconds since the start. */
function queueTo(answer: () => Promise<void>) {
  const start = Date.now();
  const sent: { after: number; ids: string[] }[] = [];
  const queue = createQueue((events) => {
    sent.push({ after: (Date.now() - start) / 1000, ids: events.map(({ id }) => id ?? '') });
    return answer();
  });
  const addAll = (count: number) => {
    for (let number = 1; number <= count; number += 1) queue.add(event(number));
  };
  const times = () => sent.map(({ after }) => after);
  return { queue, sent, times, addAll };
}
const arrives = () => Promise.resolve();
const isLost = () => Promise.reject(new Error('offline'));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('collected events are sent every five seconds, once', async () => {
  const { queue, sent } = queueTo(arrives);
  queue.add(event(1));
  queue.add(event(2));
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([{ after: 5, ids: [event(1).id, event(2).id] }]);
});

test('ten go at once, and the rest after them', async () => {
  const { sent, addAll } = queueTo(arrives);
  addAll(12);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.map(({ after, ids }) => [after, ids.length])).toEqual([
    [0, 10],
    [5, 2],
  ]);
});

test('a batch that fails is tried three times more, after 1, 2 and 4 seconds, and then forgotten', async () => {
  const { queue, times } = queueTo(isLost);
  queue.add(event(1));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(times()).toEqual([5, 6, 8, 12]);
  expect(queue.takeAll()).toEqual([]);
});

test('a server that is back gets what it missed', async () => {
  let isBack = false;
  const { queue, sent } = queueTo(() => (isBack ? arrives() : isLost()));
  queue.add(event(1));
  await vi.advanceTimersByTimeAsync(6500);
  isBack = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.map(({ ids }) => ids)).toEqual([[event(1).id], [event(1).id], [event(1).id]]);
  expect(queue.takeAll()).toEqual([]);
});

test('while a server is in trouble a full batch does not hurry it', async () => {
  const { queue, times, addAll } = queueTo(isLost);
  queue.add(event(99));
  await vi.advanceTimersByTimeAsync(5000);
  addAll(20);
  await vi.advanceTimersByTimeAsync(500);
  expect(times()).toEqual([5]);
});

test('a closing page takes along what has not arrived, also what is on its way', async () => {
  const { queue } = queueTo(() => new Promise(() => undefined));
  queue.add(event(1));
  await vi.advanceTimersByTimeAsync(5000);
  queue.add(event(2));
  expect(queue.takeAll().map(({ id }) => id)).toEqual([event(1).id, event(2).id]);
  expect(queue.takeAll()).toEqual([]);
});
