import type { IncomingMessage, Server, ServerResponse } from 'node:http';

// Many clients that send next to nothing must not occupy all connections.

const HEADERS_MS = 15_000;
/** No data in either direction. */
const SILENCE_MS = 120_000;
const CHECK_EVERY_MS = 5_000;
const MIN_BYTES_PER_CHECK = 2_500;
/** Tolerates short network stalls; this many slow checks in a row close the connection. */
const STRIKES = 3;

interface Body {
  request: IncomingMessage;
  answer: ServerResponse;
  bytesRead: number;
  strikes: number;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function refuse({ request, answer }: Body): void {
  if (!answer.headersSent) {
    const text = JSON.stringify({
      ok: false,
      code: 'request_timeout',
      message: 'The request took too long to arrive.',
    });
    answer
      .writeHead(408, { Connection: 'close', 'Content-Type': 'application/json; charset=utf-8' })
      .end(text);
  }
  request.socket.destroySoon();
}

function check(body: Body): boolean {
  const { request } = body;
  if (request.complete || request.destroyed) return false;
  const read = request.socket.bytesRead - body.bytesRead;
  body.bytesRead = request.socket.bytesRead;
  // Bytes that wait to be read are our own slowness, not the client's.
  const isSlow = read < MIN_BYTES_PER_CHECK && request.readableLength === 0;
  body.strikes = isSlow ? body.strikes + 1 : 0;
  if (body.strikes < STRIKES) return true;
  refuse(body);
  return false;
}

/** Sets the server's timeouts and closes requests whose body trickles. */
export function defendFromSlowClients(http: Server, checkEveryMs = CHECK_EVERY_MS): void {
  http.headersTimeout = HEADERS_MS;
  // A large upload over a slow line may take long, as long as it progresses.
  http.requestTimeout = 0;
  // Idle connections end by `timeout` too: for a time of their own each request would make two timers.
  http.keepAliveTimeout = 0;
  http.timeout = SILENCE_MS;

  const bodies = new Set<Body>();
  http.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    if (hasBody(request)) bodies.add({ request, answer, bytesRead: request.socket.bytesRead, strikes: 0 });
  });
  const timer = setInterval(() => {
    for (const body of bodies) if (!check(body)) bodies.delete(body);
  }, checkEveryMs);
  timer.unref();
  http.once('close', () => clearInterval(timer));
}
