import { createHash } from 'node:crypto';
import type { RateLimitName } from '@stagelink/shared/contracts/endpoint';
import { ACCOUNTS_PER_ADDRESS, type RateLimit } from '@stagelink/shared/contracts/limits';
import { wait } from '@stagelink/shared/domain/format';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { AppError } from './errors.ts';

/** What an action takes of one limit. */
export interface Count {
  name: RateLimitName;
  key: string;
  /** One if absent. */
  points?: number;
  /** What to do beyond the limit, with the time until then. */
  refusal?: (wait: string) => string;
  /** The input that is at fault. */
  field?: string;
}

export interface RateLimits {
  /** Counts a call that needs no account: per address and, if there is an account, per account too. */
  consumeOpenCall: (
    name: RateLimitName,
    userId: string | null,
    address: string,
    points?: number,
  ) => Promise<void>;
  /** Counts a call that needs an account: per account, and per address with what several accounts may. */
  consumeAccountCall: (name: RateLimitName, userId: string, address: string) => Promise<void>;
  /** Counts an action, once or by `points`, and returns the count. Throws `rate_limited` beyond the limit. */
  consume: (name: RateLimitName, key: string, points?: number) => Promise<number>;
  /** Counts an action and returns false where `consume` would throw. */
  tryConsume: (name: RateLimitName, key: string) => Promise<boolean>;
  /** Counts an action in several limits. Throws `rate_limited` if one is reached, and then takes nothing of any. */
  consumeAll: (counts: Count[]) => Promise<void>;
  /** Throws where `consumeAll` would, without counting. */
  peekAll: (counts: Count[]) => Promise<void>;
  /** Reverts a count, after an action that turned out not to be limited. */
  giveBack: (name: RateLimitName, key: string) => Promise<void>;
  /** The same for an action that several limits counted. */
  giveBackAll: (counts: Count[]) => Promise<void>;
  /** Throws `rate_limited` beyond the limit, without counting. */
  peek: (name: RateLimitName, key: string) => Promise<void>;
  /** Returns the count. */
  used: (name: RateLimitName, key: string) => Promise<number>;
  /** Resets the count, after a correct password. */
  reset: (name: RateLimitName, key: string) => Promise<void>;
}

const TOO_MANY = (time: string) => `Too many attempts. Please try again in ${time}.`;

function tooMany(waitMs: number, { refusal = TOO_MANY, field }: Partial<Count> = {}): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('rate_limited', refusal(wait(seconds)), {
    retryAfter: seconds,
    ...(field === undefined ? {} : { field }),
  });
}

/** Hash the key: an email address can exceed the column width. */
const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/**
 * Counts in Postgres, so all server processes share the counts. The commits of `db` need not wait for the disk: that
 * would dominate the cost of every limited call, and a crash of PostgreSQL loses a few counts only.
 */
export function createRateLimits(db: Db, limits: Config['rateLimits']): RateLimits {
  const createLimiter = (keyPrefix: string, { points, seconds }: RateLimit) =>
    new RateLimiterPostgres({
      storeClient: db,
      storeType: 'knex',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration: seconds,
    });
  const limiters = new Map<RateLimitName, RateLimiterPostgres>();
  const sharedLimiters = new Map<RateLimitName, RateLimiterPostgres>();
  const accountLimiters = new Map<RateLimitName, RateLimiterPostgres>();
  for (const [name, limit] of Object.entries(limits) as [RateLimitName, RateLimit][]) {
    limiters.set(name, createLimiter(name, limit));
    const points = limit.points * ACCOUNTS_PER_ADDRESS;
    accountLimiters.set(name, createLimiter(`${name}Accounts`, { ...limit, points }));
    if (limit.addressPoints === undefined) continue;
    sharedLimiters.set(name, createLimiter(`${name}Shared`, { ...limit, points: limit.addressPoints }));
  }
  const limiterOf = (name: RateLimitName) => {
    const limiter = limiters.get(name);
    if (!limiter) throw new Error(`No rate limit is named ${name}`);
    return limiter;
  };
  const consumePoints = async (limiter: RateLimiterPostgres, key: string, points = 1) => {
    try {
      return (await limiter.consume(hashKey(key), points)).consumedPoints;
    } catch (reason) {
      throw reason instanceof RateLimiterRes ? tooMany(reason.msBeforeNext) : reason;
    }
  };
  const giveBackAll = async (counts: Count[]) => {
    for (const { name, key, points } of counts) await limiterOf(name).reward(hashKey(key), points);
  };

  return {
    async consumeOpenCall(name, userId, address, points) {
      if (userId !== null) await consumePoints(sharedLimiters.get(name) ?? limiterOf(name), address, points);
      await consumePoints(limiterOf(name), userId ?? address, points);
    },
    async consumeAccountCall(name, userId, address) {
      await consumePoints(accountLimiters.get(name) ?? limiterOf(name), address);
      await consumePoints(limiterOf(name), userId);
    },
    consume: (name, key, points) => consumePoints(limiterOf(name), key, points),
    async tryConsume(name, key) {
      try {
        await limiterOf(name).consume(hashKey(key));
        return true;
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return false;
        throw reason;
      }
    },
    async consumeAll(counts) {
      for (const [at, count] of counts.entries()) {
        const { name, key, points = 1 } = count;
        try {
          await limiterOf(name).consume(hashKey(key), points);
        } catch (reason) {
          if (!(reason instanceof RateLimiterRes)) throw reason;
          await giveBackAll(counts.slice(0, at + 1));
          throw tooMany(reason.msBeforeNext, count);
        }
      }
    },
    async peekAll(counts) {
      for (const count of counts) {
        const { name, key, points = 1 } = count;
        const limiter = limiterOf(name);
        const state = await limiter.get(hashKey(key));
        const used = state?.consumedPoints ?? 0;
        if (used + points > limiter.points)
          throw tooMany(state?.msBeforeNext ?? limiter.duration * 1000, count);
      }
    },
    giveBack: (name, key) => giveBackAll([{ name, key }]),
    giveBackAll,
    async peek(name, key) {
      const state = await limiterOf(name).get(hashKey(key));
      if (state && state.remainingPoints <= 0) throw tooMany(state.msBeforeNext);
    },
    used: async (name, key) => (await limiterOf(name).get(hashKey(key)))?.consumedPoints ?? 0,
    async reset(name, key) {
      await limiterOf(name).delete(hashKey(key));
    },
  };
}
