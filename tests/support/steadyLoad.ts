import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@stagelink/shared/client/call';

/** One kind of request; rejects when it fails. */
export interface LoadRequest {
  name: string;
  send: () => Promise<void>;
}

export interface Load {
  /** Clients, each of which sends its next request after an answer: a busy computer gets fewer, not a queue. */
  clients: number;
  /** The most requests of all clients. */
  perSecond: number;
  /** Sends again what a busy server asks for later, as programs of users do. Nothing of it was begun. */
  isPatient?: boolean;
}

export interface LoadResult {
  sent: number;
  /** How often a busy server asked for a request later. */
  repeated: number;
  /** The kind of each request that failed, with the reason. */
  failures: string[];
  /** The longest time until an answer. */
  longestMs: number;
}

/** Milliseconds after which a server that is busy wants a request again; undefined for other failures. */
const askedForLaterMs = (cause: unknown): number | undefined =>
  cause instanceof ApiError && cause.code === 'unavailable' && cause.retryAfter !== undefined
    ? cause.retryAfter * 1000
    : undefined;

/** Sends requests in turn until it is stopped, which waits for those under way. */
export function startLoad(
  requests: readonly LoadRequest[],
  { clients, perSecond, isPatient = false }: Load,
): { stop: () => Promise<LoadResult> } {
  const result: LoadResult = { sent: 0, repeated: 0, failures: [], longestMs: 0 };
  const ending = new AbortController();
  const startedMs = performance.now();
  const everyMs = (clients * 1000) / perSecond;

  async function untilTaken(sendOne: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await sendOne();
      } catch (cause) {
        const laterMs = askedForLaterMs(cause);
        if (!isPatient || laterMs === undefined) throw cause;
        result.repeated += 1;
        await wait(laterMs);
      }
    }
  }

  async function send({ name, send: sendOne }: LoadRequest, sentMs: number): Promise<void> {
    await untilTaken(sendOne).catch((cause: unknown) => {
      const atSeconds = ((sentMs - startedMs) / 1000).toFixed(1);
      result.failures.push(`${name} at ${atSeconds} s: ${cause instanceof Error ? cause.message : cause}`);
    });
    result.longestMs = Math.max(result.longestMs, performance.now() - sentMs);
  }

  async function client(): Promise<void> {
    while (!ending.signal.aborted) {
      const request = requests[result.sent % requests.length];
      if (request === undefined) return;
      result.sent += 1;
      const sentMs = performance.now();
      await send(request, sentMs);
      const leftMs = sentMs + everyMs - performance.now();
      if (leftMs > 0) await wait(leftMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  const sending = Promise.all(Array.from({ length: clients }, client));
  return {
    async stop() {
      ending.abort();
      await sending;
      return result;
    },
  };
}
