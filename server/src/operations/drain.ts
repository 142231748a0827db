import type { Server } from 'node:http';

const DEADLINE_MS = 10_000;

/** Accepts nothing new and lets running requests finish, up to a deadline. */
export async function drain(http: Server, deadlineMs = DEADLINE_MS): Promise<void> {
  const closed = new Promise((done) => http.close(done));
  // A connection kept alive after its last answer would be waited for as if it were a request.
  const idle = setInterval(() => http.closeIdleConnections(), 50);
  const late = setTimeout(() => http.closeAllConnections(), deadlineMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
