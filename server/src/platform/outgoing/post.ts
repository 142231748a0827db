import { request as requestPlain, type IncomingMessage } from 'node:http';
import { type Agent, request } from 'node:https';

/** What another server answered. */
export interface Answer {
  status: number;
  retryAfter: string | null;
  /** The beginning of its body. */
  text: string;
}

export interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Decides which addresses may be connected to; null: the address comes from the configuration. */
  agent: Agent | null;
  /** Limit of all of it, from the name server to the end of the answer. */
  timeoutMs: number;
  /** How much of the answer is read. */
  answerBytes: number;
  signal?: AbortSignal;
}

/** Reads the beginning of an answer and drops the rest. */
async function readStart(response: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= most) break; // ends the connection
  }
  return Buffer.concat(chunks).subarray(0, most).toString();
}

/** Posts to another server, without following redirects. Throws if there is no answer in time. */
export function post({
  url,
  headers,
  body,
  agent,
  timeoutMs,
  answerBytes,
  signal,
}: Outgoing): Promise<Answer> {
  const ends = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  const options = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
    agent: agent ?? false,
    signal: AbortSignal.any(ends),
  } as const;
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => {
      const { statusCode: status = 0 } = response;
      const retryAfter = response.headers['retry-after'] ?? null;
      readStart(response, answerBytes).then((text) => resolve({ status, retryAfter, text }), reject);
    };
    const sent =
      new URL(url).protocol === 'http:' && agent === null
        ? requestPlain(url, options, answered)
        : request(url, options, answered);
    sent.on('error', reject);
    sent.end(body);
  });
}
