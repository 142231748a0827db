import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

const DEADLINE_MS = 10_000;
/** Within this time a proxy notices that another server is back: three seconds by `fail_timeout` of deploy/nginx.conf. */
const LEAVE_MS = 4_000;

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
 * Goes on answering for some time and ends each connection with its answer. A proxy that reused one just when it is closed
 * could not know whether its request was begun.
 */
export async function leave(http: Server, leaveMs = LEAVE_MS): Promise<void> {
  http.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  await wait(leaveMs);
  // The end of listening resets connections that were not accepted yet.
  await untilAccepted();
}

/** Stops accepting connections and waits for running requests, up to a deadline. */
export async function drain(http: Server, deadlineMs = DEADLINE_MS): Promise<void> {
  const closed = new Promise((done) => http.close(done));
  // An idle keep-alive connection would count as a running request.
  const idle = setInterval(() => http.closeIdleConnections(), 50);
  const late = setTimeout(() => http.closeAllConnections(), deadlineMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
