import type { Server } from 'node:http';

const DEADLINE_MS = 10_000;

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
