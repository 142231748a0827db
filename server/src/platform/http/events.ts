import type { Readable } from 'node:stream';
import { bodyOf } from './longJson.ts';

/** Streams each value as a server-sent event. An error before the first becomes an ordinary error response. */
export function eventsOf(values: AsyncIterable<unknown>): Promise<Readable> {
  async function* events() {
    for await (const value of values) yield `data: ${JSON.stringify(value)}\n\n`;
  }
  return bodyOf(events());
}
