import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

// A client that asks and does not read must not keep answers in memory, however many of them come.

export interface ReaderLimits {
  /** Answers that wait at once for all clients together. */
  totalBytes: number;
  /** Requests that one connection may send before it has read the answers. Browsers send the next one afterwards. */
  pipelined: number;
  checkEveryMs: number;
}

const MB = 1024 * 1024;
const LIMITS: ReaderLimits = { totalBytes: 64 * MB, pipelined: 16, checkEveryMs: 1_000 };

type Responses = Set<ServerResponse>;

const backlogOf = (responses: Responses) =>
  [...responses].reduce((sum, { writableLength }) => sum + writableLength, 0);

/** Closes the connections with most bytes waiting until the others fit. */
function closeSlowest(connections: Map<Socket, Responses>, totalBytes: number): void {
  const slowest = [...connections]
    .map(([socket, responses]) => ({ socket, bytes: backlogOf(responses) }))
    .toSorted((a, b) => b.bytes - a.bytes);
  let total = slowest.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { socket, bytes } of slowest) {
    if (total <= totalBytes) return;
    socket.destroy();
    total -= bytes;
  }
}

function trackConnection(connections: Map<Socket, Responses>, socket: Socket): Responses {
  const responses: Responses = new Set();
  connections.set(socket, responses);
  socket.once('close', () => connections.delete(socket));
  return responses;
}

/**
 * Lets requests be answered by `answer`, and bounds what waits in memory for clients that do not read: per connection
 * and for all together.
 */
export function answerReaders(http: Server, answer: RequestListener, limits: ReaderLimits = LIMITS): void {
  const connections = new Map<Socket, Responses>();
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // Requests that came in one piece are still handed over after their connection was closed.
    if (socket.destroyed) return;
    const responses = connections.get(socket) ?? trackConnection(connections, socket);
    if (responses.size >= limits.pipelined) {
      socket.destroy();
      return;
    }
    responses.add(response);
    response.once('close', () => responses.delete(response));
    answer(request, response);
  });
  const timer = setInterval(() => closeSlowest(connections, limits.totalBytes), limits.checkEveryMs);
  timer.unref();
  http.once('close', () => clearInterval(timer));
}
