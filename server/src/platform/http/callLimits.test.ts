import { type Endpoint, rateLimitOf, type RateLimitName } from '@stagelink/shared/contracts/endpoint';
import { endpointsBySubject } from '@stagelink/shared/contracts/endpoints';
import { ACCOUNTS_PER_ADDRESS, RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { listProjects } from '@stagelink/shared/contracts/projects';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../config.ts';
import type { Person } from '../../testing/builders.ts';
import { UNREACHABLE_STRIPE } from '../../testing/stripe/unreachable.ts';
import { createWorld, type World } from '../../testing/world.ts';

// Requests are counted before their input is parsed, so a request without fields counts as well.

const ONCE = { points: 1, seconds: 3600 };

let world: World;
beforeAll(async () => {
  const names = Object.keys(RATE_LIMITS) as RateLimitName[];
  const rateLimits = {
    ...(Object.fromEntries(names.map((name) => [name, ONCE])) as Config['rateLimits']),
    // Counts all addresses together, so the first of these tests would use it up.
    trySampleTotal: RATE_LIMITS.trySampleTotal,
  };
  world = await createWorld({ rateLimits, trustedProxies: 1, devLogin: true, billing: UNREACHABLE_STRIPE });
});
afterAll(() => world.close());

let addresses = 0;
const newAddress = () => `203.0.${Math.floor((addresses += 1) / 256)}.${addresses % 256}`;

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

const endpoints = endpointsBySubject();

test.each(endpoints)('%s: %s has a limit in the table', (_of, _name, endpoint) => {
  expect(RATE_LIMITS).toHaveProperty(rateLimitOf(endpoint));
});

/** A person who may send this request. */
async function callerOf({ auth }: Endpoint): Promise<Person> {
  const person = await world.build.user();
  if (auth === 'superadmin') await world.app.db('users').where({ id: person.id }).update({ role: auth });
  return person;
}

// Signing out ends the session that would be counted.
const counted = endpoints.filter(([, name]) => name !== 'logout');

test.each(counted)(
  "%s: %s is rejected beyond the account's limit, from any address",
  async (_of, _name, to) => {
    const person = await callerOf(to);
    expect(await statusOf(to, newAddress(), person)).not.toBe(429);
    expect(await statusOf(to, newAddress(), person)).toBe(429);
  },
);

test('an address whose accounts used up a limit ten times is stopped, whatever account it opens next', async () => {
  const [from, to] = [newAddress(), listProjects];
  for (let at = 0; at < ACCOUNTS_PER_ADDRESS; at += 1)
    expect(await statusOf(to, from, await callerOf(to))).toBe(200);
  const another = await callerOf(to);
  expect(await statusOf(to, from, another)).toBe(429);
  expect(await statusOf(to, newAddress(), another)).toBe(200);
});

const open = endpoints.filter(([, , { auth }]) => auth === 'public');

test.each(open)("%s: %s is rejected beyond the address's limit, with any account", async (_of, _name, to) => {
  const [from, ada, bob] = [newAddress(), await world.build.user(), await world.build.user()];
  expect(await statusOf(to, from, ada)).not.toBe(429);
  expect(await statusOf(to, from, bob)).toBe(429);
});

test.each(open)(
  "%s: %s is rejected beyond the address's limit without an account",
  async (_of, _name, to) => {
    const from = newAddress();
    expect(await statusOf(to, from, null)).not.toBe(429);
    expect(await statusOf(to, from, null)).toBe(429);
  },
);
