/** Connections of one server process besides those of its requests. */
export const CONNECTIONS = {
  /** A sweep occupies one with its lock. */
  jobs: 4,
  /** Pages of snapshots, and health. */
  hosting: 2,
  /** Rate limits and heartbeats share these: each is one short statement. */
  short: 2,
  queue: 2,
  queueListener: 1,
  live: 1,
} as const;

/** Sum of the above, which `DATABASE_POOL` includes. */
export const OTHER_CONNECTIONS = Object.values(CONNECTIONS).reduce((sum, count) => sum + count, 0);

/** Longest wait of a request for a connection. */
export const CONNECTION_WAIT_MS = 1_000;
