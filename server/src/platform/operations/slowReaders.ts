import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

// Clients that send requests but do not read must not fill memory with responses.

export interface ReaderLimits {
  /** Bytes of unread responses for all clients together. */
  totalBytes: number;
  /** Requests one connection may send before it has read the responses. Browsers do not pipeline. */
  pipelined: number;
  checkEveryMs: number;
}

const MB = 1024 * 1024;
const LIMITS: ReaderLimits = { totalBytes: 64 * MB, pipelined: 16, checkEveryMs: 1_000 };

/** Responses that waited for others of their connection when they began. */
type Responses = Set<ServerResponse>;

/** What a response has written is with the socket, from the moment it is the first of its connection. */
const backlogOf = (socket: Socket, responses: Responses) =>
  [...responses].reduce(
    (sum, response) => sum + (response.socket === null ? response.writableLength : 0),
    socket.writableLength,
  );

/** Closes the connections with the most unread bytes until the rest fit. */
function closeSlowest(connections: Map<Socket, Responses>, totalBytes: number): void {
  const slowest = [...connections]
    .map(([socket, responses]) => ({ socket, bytes: backlogOf(socket, responses) }))
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

/** Handles requests with `answer` and limits unread response bytes, per connection and in total. */
export function answerReaders(http: Server, answer: RequestListener, limits: ReaderLimits = LIMITS): void {
  const connections = new Map<Socket, Responses>();
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // Requests received in the same packet still arrive after the connection is closed.
    if (socket.destroyed) return;
    const responses = connections.get(socket) ?? trackConnection(connections, socket);
    if (response.socket === null) {
      if (responses.size + 1 >= limits.pipelined) {
        socket.destroy();
        return;
      }
      responses.add(response);
      response.once('close', () => responses.delete(response));
    }
    answer(request, response);
  });
  const timer = setInterval(() => closeSlowest(connections, limits.totalBytes), limits.checkEveryMs);
  timer.unref();
  http.once('close', () => clearInterval(timer));
}
