import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

const DEADLINE_MS = 10_000;
/** Within this time a proxy notices that another server is back: three seconds by `fail_timeout` of deploy/nginx.conf. */
const LEAVE_MS = 4_000;
/** Longer than a proxy keeps an idle connection: two seconds by `keepalive_timeout` of deploy/nginx.conf. */
export const PROXY_IDLE_MS = 3_000;

const TURN_MS = 1;
const TURNS = 1_000;

/** Waits for a short turn of the event loop, after which hardly a connection waits to be accepted. */
async function untilAccepted(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const begunMs = performance.now();
    await nextTurn();
    if (performance.now() - begunMs < TURN_MS) return;
  }
}

/**
 * Goes on as before for some time, on connections that are kept: the end of listening resets those that a proxy has just
 * opened, so it must not have to open any.
 */
export async function leave(leaveMs = LEAVE_MS): Promise<void> {
  await wait(leaveMs);
  await untilAccepted();
}

/** Unlike `close` of an HTTP server, closes no idle connection. */
const stopListening = (http: Server): void => void NetServer.prototype.close.call(http);

interface Patience {
  /** How long idle connections are left to the proxy, which may be sending the next request on one. */
  idleMs?: number;
  deadlineMs?: number;
}

/**
 * Stops accepting connections, ends each with its next answer and waits for running requests, up to a deadline. A proxy
 * sends what cannot reach this server to another one.
 */
export async function drain(
  http: Server,
  { idleMs = 0, deadlineMs = DEADLINE_MS }: Patience = {},
): Promise<void> {
  const closed = new Promise((done) => http.once('close', done));
  http.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  stopListening(http);
  const late = setTimeout(() => http.closeAllConnections(), deadlineMs);
  await Promise.race([closed, wait(idleMs, undefined, { ref: false })]);
  // An idle connection would count as a running request.
  http.close();
  const idle = setInterval(() => http.closeIdleConnections(), 50);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
