import { createHash } from 'node:crypto';
import type { RateLimitName } from '@stagelink/shared/contracts/endpoint';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { openDb } from '../db/db.ts';
import { AppError } from './errors.ts';

export interface RateLimits {
  /** Counts one act; throws `rate_limited` when there were too many. */
  count: (name: RateLimitName, key: string) => Promise<void>;
  /** Throws `rate_limited` when there were too many, without counting. */
  check: (name: RateLimitName, key: string) => Promise<void>;
  /** Forgets what was counted, after the right answer. */
  forget: (name: RateLimitName, key: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** Each count is one short statement. */
const CONNECTIONS = 2;

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('rate_limited', `Too many attempts. Please try again in ${wait}.`, {
    retryAfter: seconds,
  });
}

/** An address as long as addresses may be fits into no column of ours; its print does. */
const printOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/**
 * Limits are counted in Postgres, so every server process sees the same count. Nothing waits until a count is on the
 * disk: that would cost every limited call more than all else, and what PostgreSQL forgets when it dies is a few calls.
 */
export function createRateLimits(databaseUrl: string, limits: Config['rateLimits']): RateLimits {
  const db = openDb(databaseUrl, CONNECTIONS, { durable: false });
  const limiters = new Map<RateLimitName, RateLimiterPostgres>();
  for (const [name, { points, seconds }] of Object.entries(limits)) {
    const limiter = new RateLimiterPostgres({
      storeClient: db,
      storeType: 'knex',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
    });
    limiters.set(name as RateLimitName, limiter);
  }
  const limiterOf = (name: RateLimitName) => {
    const limiter = limiters.get(name);
    if (!limiter) throw new Error(`No rate limit is named ${name}`);
    return limiter;
  };

  return {
    async count(name, key) {
      try {
        await limiterOf(name).consume(printOf(key));
      } catch (reason) {
        throw reason instanceof RateLimiterRes ? tooMany(reason.msBeforeNext) : reason;
      }
    },
    async check(name, key) {
      const state = await limiterOf(name).get(printOf(key));
      if (state && state.remainingPoints <= 0) throw tooMany(state.msBeforeNext);
    },
    async forget(name, key) {
      await limiterOf(name).delete(printOf(key));
    },
    stop: () => db.destroy(),
  };
}
