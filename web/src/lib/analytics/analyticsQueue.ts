import type { AnalyticsEvent } from '@stagelink/shared/contracts/analytics';
import {
  ANALYTICS_BATCH,
  ANALYTICS_FIRST_RETRY_SECONDS,
  ANALYTICS_FLUSH_SECONDS,
  ANALYTICS_RETRIES,
} from '@stagelink/shared/contracts/limits';

interface Waiting {
  event: AnalyticsEvent;
  retryCount: number;
}

export interface AnalyticsQueue {
  add: (event: AnalyticsEvent) => void;
  /** Removes and returns every event without a confirmed delivery. */
  takeAll: () => AnalyticsEvent[];
}

/**
 * Sends events ten at a time or every five seconds. Retries a failed batch three times, doubling the delay,
 * then drops it silently.
 */
export function createQueue(send: (events: AnalyticsEvent[]) => Promise<void>): AnalyticsQueue {
  let waiting: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  const hasFailed = () => waiting.some(({ retryCount }) => retryCount > 0);
  const schedule = (seconds: number) => {
    timer ??= setTimeout(() => void flush(), seconds * 1000);
  };

  /** Returns the delay before the next batch. */
  async function sendBatch(): Promise<number> {
    const batch = waiting.slice(0, ANALYTICS_BATCH);
    try {
      // Keeps the events until they are delivered, so that a closing page can send them.
      await send(batch.map(({ event }) => event));
      waiting = waiting.filter((each) => !batch.includes(each));
      return ANALYTICS_FLUSH_SECONDS;
    } catch {
      for (const each of batch) each.retryCount += 1;
      waiting = waiting.filter(({ retryCount }) => retryCount <= ANALYTICS_RETRIES);
      const tries = Math.max(1, ...batch.map(({ retryCount }) => retryCount));
      return ANALYTICS_FIRST_RETRY_SECONDS * 2 ** (tries - 1);
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (isSending || waiting.length === 0) return;
    isSending = true;
    const pause = await sendBatch();
    isSending = false;
    if (waiting.length > 0) schedule(waiting.length >= ANALYTICS_BATCH && !hasFailed() ? 0 : pause);
  }

  return {
    add(event) {
      waiting.push({ event, retryCount: 0 });
      if (waiting.length >= ANALYTICS_BATCH && !hasFailed()) void flush();
      else if (!isSending) schedule(ANALYTICS_FLUSH_SECONDS);
    },
    takeAll() {
      clearTimeout(timer);
      timer = undefined;
      const left = waiting.map(({ event }) => event);
      waiting = [];
      return left;
    },
  };
}
