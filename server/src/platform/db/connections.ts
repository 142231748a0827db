/** Connections of one server process besides those of its requests. */
export const CONNECTIONS = {
  /** A sweep occupies one with its lock. */
  jobs: 4,
  /** For rate limits and heartbeats: each is one short statement. */
  short: 2,
  queue: 2,
  queueListener: 1,
  live: 1,
} as const;

/** With all of the above, in `DATABASE_POOL`. */
export const OTHER_CONNECTIONS = Object.values(CONNECTIONS).reduce((sum, count) => sum + count, 0);
