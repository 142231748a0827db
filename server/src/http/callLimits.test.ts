import type { Endpoint, RateLimitName } from '@stagelink/shared/contracts/endpoint';
import { RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointsBySubject } from '../docs/openapi.ts';
import { createWorld, type Person, type World } from '../testing/world.ts';

// Calls are counted before anything else is read of them, so a call without its fields is counted as well.

const ONCE = { points: 1, seconds: 3600 };

let world: World;
beforeAll(async () => {
  const names = Object.keys(RATE_LIMITS) as RateLimitName[];
  const rateLimits = Object.fromEntries(names.map((name) => [name, ONCE])) as typeof RATE_LIMITS;
  world = await createWorld({ rateLimits, trustedProxies: 1, devLogin: true });
});
afterAll(() => world.close());

let addresses = 0;
const newAddress = () => `203.0.113.${(addresses += 1)}`;

async function statusOf(endpoint: Endpoint, from: string, person: Person | null): Promise<number> {
  const { status } = await world.fetch({
    method: endpoint.method,
    path: endpoint.path.replaceAll(/:\w+/g, 'unknown'),
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': from,
      ...(person ? { Authorization: `Bearer ${person.secret}` } : {}),
    },
    ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
  });
  return status;
}

const limited = endpointsBySubject().filter(([, , { limit }]) => limit !== undefined);

test.each(limited)(
  '%s: %s is refused past its limit, of an account from anywhere',
  async (_of, _name, to) => {
    const person = await world.build.user();
    expect(await statusOf(to, newAddress(), person)).not.toBe(429);
    expect(await statusOf(to, newAddress(), person)).toBe(429);
  },
);

const open = limited.filter(([, , { who }]) => who === 'anyone');

test.each(open)(
  '%s: %s is refused past its limit, from an address with any account',
  async (_of, _name, to) => {
    const [from, ada, bob] = [newAddress(), await world.build.user(), await world.build.user()];
    expect(await statusOf(to, from, ada)).not.toBe(429);
    expect(await statusOf(to, from, bob)).toBe(429);
  },
);

test.each(open)(
  '%s: %s is refused past its limit, from an address without an account',
  async (_of, _name, to) => {
    const from = newAddress();
    expect(await statusOf(to, from, null)).not.toBe(429);
    expect(await statusOf(to, from, null)).toBe(429);
  },
);
