import type { CallCounter } from '../platform/http/route.ts';

/** Counts nothing, for tests of the platform without a database. */
export const NO_LIMITS: CallCounter = {
  rateLimits: { consumeAccountCall: () => Promise.resolve(), consumeOpenCall: () => Promise.resolve() },
};
