import type { Endpoint, Input, StreamEvent } from '../contracts/endpoint.ts';
import { type ClientRequest, foreign, isSuccess, parseJson, requestFor, toError } from './call.ts';
import { readEvents } from './events.ts';

/** A response whose body is read while it arrives. */
export interface StreamedResponse {
  status: number;
  chunks: AsyncIterable<string>;
}

/** Sends one request that accepts text/event-stream, and resolves when the headers of its response have arrived. */
export type SendStream = (request: ClientRequest) => Promise<StreamedResponse>;

/** Yields the events of a streamed reply. Leaving the loop ends the request. Throws `ApiError` like a call. */
export type Stream = <E extends Endpoint>(endpoint: E, input: Input<E>) => AsyncIterable<StreamEvent<E>>;

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

/** Creates typed streams over a transport. Parses every event with its contract. */
export function createStream(send: SendStream): Stream {
  return async function* stream<E extends Endpoint>(endpoint: E, input: Input<E>) {
    const { status, chunks } = await send(requestFor(endpoint, input));
    if (!isSuccess({ status })) throw toError(endpoint, { status, text: await textOf(chunks) });
    for await (const { event, data: text } of readEvents(chunks)) {
      const json = parseJson(text);
      const reply = endpoint.events
        ? endpoint.events.safeParse({ event, data: json })
        : endpoint.reply.safeParse(json);
      if (!reply.success) throw foreign(endpoint, { status, text }, reply.error);
      yield reply.data as StreamEvent<E>;
    }
  };
}
