import type { Readable } from 'node:stream';
import { STREAM_COMMENT_SECONDS } from '@stagelink/shared/contracts/limits';
import { bodyOf } from './longJson.ts';

/** A server-sent event with a name. */
export interface NamedEvent {
  event: string;
  data: unknown;
}

const COMMENT = ':\n\n';
const SILENT = Symbol('silent');

/** Yields a comment whenever no piece has arrived for a while. */
async function* withComments(pieces: AsyncGenerator<string>, afterMs: number): AsyncGenerator<string> {
  let next = pieces.next();
  try {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<typeof SILENT>();
      const timer = setTimeout(resolve, afterMs, SILENT);
      const result = await Promise.race([next, promise]).finally(() => clearTimeout(timer));
      if (result === SILENT) yield COMMENT;
      else if (result.done === true) return;
      else {
        yield result.value;
        next = pieces.next();
      }
    }
  } finally {
    // Ends the source when the reader leaves, which may be while the source is still waiting.
    next.catch(() => undefined);
    void pieces.return(undefined).catch(() => undefined);
  }
}

function streamOf<T>(
  values: AsyncIterable<T>,
  write: (value: T) => string,
  commentMs = STREAM_COMMENT_SECONDS * 1000,
): Promise<Readable> {
  async function* pieces() {
    for await (const value of values) yield write(value);
  }
  return bodyOf(withComments(pieces(), commentMs));
}

/** Streams each value as a server-sent event. An error before the first becomes an ordinary error response. */
export const eventsOf = (values: AsyncIterable<unknown>): Promise<Readable> =>
  streamOf(values, (value) => `data: ${JSON.stringify(value)}\n\n`);

/** Does the same with events that have names. `commentMs`: how long a stream may be silent. */
export const namedEventsOf = (values: AsyncIterable<NamedEvent>, commentMs?: number): Promise<Readable> =>
  streamOf(values, ({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`, commentMs);
