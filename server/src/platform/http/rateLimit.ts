import { createHash } from 'node:crypto';
import type { RateLimitName } from '@stagelink/shared/contracts/endpoint';
import { ACCOUNTS_PER_ADDRESS, type RateLimit } from '@stagelink/shared/contracts/limits';
import { wait } from '@stagelink/shared/domain/format';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import * as repo from './countRepo.ts';
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
  /** Counts an action in several limits. The first that is reached refuses it, and those after it count nothing. */
  consumeInTurn: (counts: Count[]) => Promise<void>;
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

/** What is taken of one count: `most` is its limit. */
interface Take extends repo.Addition {
  most: number;
}

/** Who shares a limit: each key its own, accounts behind one address, or all with a session behind one. */
type Sharing = '' | 'Accounts' | 'Shared';

/**
 * Counts in Postgres, so all server processes share the counts. The commits of `db` need not wait for the disk: that
 * would dominate the cost of every limited call, and a crash of PostgreSQL loses a few counts only.
 */
export function createRateLimits(db: Db, limits: Config['rateLimits']): RateLimits {
  const pointsOf = ({ points, addressPoints = points }: RateLimit, sharing: Sharing) =>
    ({ '': points, Accounts: points * ACCOUNTS_PER_ADDRESS, Shared: addressPoints })[sharing];
  const takeOf = (name: RateLimitName, key: string, points = 1, sharing: Sharing = ''): Take => {
    const limit = limits[name];
    return {
      key: `${name}${sharing}:${hashKey(key)}`,
      points,
      ms: limit.seconds * 1000,
      most: pointsOf(limit, sharing),
    };
  };
  const takesOf = (counts: Count[]) => counts.map(({ name, key, points }) => takeOf(name, key, points));

  const giveBack = async (takes: readonly Take[]) => {
    if (takes.length > 0) await repo.revert(db, takes, Date.now());
  };

  /** Counts all of these in one statement, and returns the counts and which of them is the first beyond its limit. */
  const take = async (takes: readonly Take[]) => {
    const now = Date.now();
    const rows = await repo.add(db, takes, now);
    const used = takes.map(({ key }) => rows.get(key)?.points ?? 0);
    const refused = takes.findIndex(({ most }, at) => (used[at] ?? 0) > most);
    return { used, refused, waitMs: (rows.get(takes[refused]?.key ?? '')?.expire ?? now) - now };
  };

  /** The first limit that is reached refuses the call, which then takes nothing of those after it. */
  const consumeInTurn = async (takes: readonly Take[]): Promise<number[]> => {
    const { used, refused, waitMs } = await take(takes);
    if (refused === -1) return used;
    await giveBack(takes.slice(refused + 1));
    throw tooMany(waitMs);
  };

  const stateOf = async ({ key, most, ms }: Take) => {
    const now = Date.now();
    const row = (await repo.read(db, [key], now)).get(key);
    const used = row?.points ?? 0;
    return { used, isReached: row !== undefined && used >= most, waitMs: row ? row.expire - now : ms };
  };

  return {
    async consumeOpenCall(name, userId, address, points) {
      const sharing = limits[name].addressPoints === undefined ? '' : 'Shared';
      const shared = userId === null ? [] : [takeOf(name, address, points, sharing)];
      await consumeInTurn([...shared, takeOf(name, userId ?? address, points)]);
    },
    async consumeAccountCall(name, userId, address) {
      await consumeInTurn([takeOf(name, address, 1, 'Accounts'), takeOf(name, userId)]);
    },
    async consume(name, key, points) {
      const [used = 0] = await consumeInTurn([takeOf(name, key, points)]);
      return used;
    },
    async tryConsume(name, key) {
      return (await take([takeOf(name, key)])).refused === -1;
    },
    async consumeInTurn(counts) {
      await consumeInTurn(takesOf(counts));
    },
    async consumeAll(counts) {
      const takes = takesOf(counts);
      const { refused, waitMs } = await take(takes);
      if (refused === -1) return;
      await giveBack(takes);
      throw tooMany(waitMs, counts[refused]);
    },
    async peekAll(counts) {
      const takes = takesOf(counts);
      const now = Date.now();
      const rows = await repo.read(
        db,
        takes.map((each) => each.key),
        now,
      );
      const refused = takes.findIndex(
        ({ key, points, most }) => (rows.get(key)?.points ?? 0) + points > most,
      );
      const { key = '', ms = 0 } = takes[refused] ?? {};
      if (refused !== -1) throw tooMany((rows.get(key)?.expire ?? now + ms) - now, counts[refused]);
    },
    giveBack: (name, key) => giveBack([takeOf(name, key)]),
    giveBackAll: (counts) => giveBack(takesOf(counts)),
    async peek(name, key) {
      const { isReached, waitMs } = await stateOf(takeOf(name, key));
      if (isReached) throw tooMany(waitMs);
    },
    used: async (name, key) => (await stateOf(takeOf(name, key))).used,
    reset: (name, key) => repo.remove(db, takeOf(name, key).key),
  };
}
