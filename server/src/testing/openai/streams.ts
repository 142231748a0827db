import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The part of a message that a chunk adds. */
interface Delta {
  content?: string;
  /** Thoughts, as vLLM, llama.cpp and DeepSeek send them. */
  reasoning_content?: string;
  refusal?: string;
}

interface Streaming {
  /** Pause before each chunk. */
  everyMs?: number;
  /** `broken` ends the connection without a reason; `open` keeps it for more. */
  finish?: 'stop' | 'length' | 'content_filter' | 'broken' | 'open';
  usage?: { prompt_tokens: number; completion_tokens: number };
}

const chunkOf = (delta: Delta, finish: string | null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'stand-in-1',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

/** Answers with a stream of these chunks. */
export const streaming =
  (deltas: readonly Delta[], { everyMs = 0, finish = 'stop', usage }: Streaming = {}) =>
  async (response: ServerResponse): Promise<void> => {
    const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
    if (!response.headersSent) silence(response);
    for (const delta of deltas) {
      if (everyMs > 0) await pause(everyMs);
      send(chunkOf(delta, null));
    }
    if (finish === 'open') return;
    if (finish === 'broken') return void response.destroy();
    send(chunkOf({}, finish));
    if (usage) send({ ...chunkOf({}, null), choices: [], usage });
    response.end('data: [DONE]\n\n');
  };

/** Pieces of a text, as a model sends them. */
export const pieces = (text: string, size = 8): Delta[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => ({
    content: text.slice(at * size, (at + 1) * size),
  }));

/** Answers with a page, as a proxy or a wrong address does. */
export function webPage(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/html' });
  response.end('<!doctype html><title>Welcome</title><h1>It works!</h1>');
}

/** Accepts the request and sends nothing. */
export function silence(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.flushHeaders();
}
