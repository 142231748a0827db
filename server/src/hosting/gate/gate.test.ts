import { RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { listNotifications } from '@stagelink/shared/contracts/notifications';
import { expect, test } from 'vitest';
import type { Config } from '../../platform/config.ts';
import { stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { type World, worldForTest } from '../../testing/world.ts';

/** Creates a world behind one proxy, so that a test can use many addresses. */
async function behindGate(patch: Partial<Config['rateLimits']> = {}): Promise<{
  world: World;
  ada: Person;
  id: string;
  answersTo: (password: string, from: string) => Promise<number>;
}> {
  const world = await worldForTest({
    trustedProxies: 1,
    rateLimits: { ...RATE_LIMITS, gate: RATE_LIMITS.gate, ...patch },
  });
  const ada = await world.build.user();
  const { snapshot } = await stage(world, ada, { 'index.html': 'secret' }, { password: 'the right one' });
  const answersTo = async (password: string, from: string) => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
    const body = JSON.stringify({ password });
    return (await world.fetch({ method: 'POST', path: `/s/${snapshot.id}/gate`, headers, body })).status;
  };
  return { world, ada, id: snapshot.id, answersTo };
}

const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;

test('a guessing visitor is stopped, and the correct password still opens from elsewhere', async () => {
  const { answersTo } = await behindGate();
  const guesses: number[] = [];
  for (let i = 0; i < 59; i++) guesses.push(await answersTo(`guess ${i}`, '203.0.113.7'));
  expect(count(guesses, 401)).toBe(10);
  expect(await answersTo('the right one', '203.0.113.7')).toBe(429);
  expect(await answersTo('the right one', '198.51.100.1')).toBe(200);
});

test('people behind one address get in one after another', async () => {
  const { answersTo } = await behindGate();
  const visits: number[] = [];
  for (let i = 0; i < 30; i++) visits.push(await answersTo('the right one', '203.0.113.7'));
  expect(count(visits, 200)).toBe(30);
});

test('62 wrong guesses from seven addresses do not lock out a visitor with the password, and the owner is notified once', async () => {
  const { world, ada, answersTo } = await behindGate();
  const guesses: number[] = [];
  for (let i = 0; i < 62; i++) guesses.push(await answersTo(`guess ${i}`, `203.0.113.${i % 7}`));
  expect(count(guesses, 401)).toBe(60);
  expect(await answersTo('the right one', '198.51.100.1')).toBe(200);
  expect(await answersTo('the right one', '203.0.113.1')).toBe(429);

  const { notifications } = await world.as(ada)(listNotifications, {});
  expect(notifications).toMatchObject([
    { message: expect.stringContaining('60 times within an hour') as string },
  ]);
});

test('beyond the shared limit an address has one attempt', async () => {
  const { answersTo } = await behindGate({ gateFailures: { points: 1, seconds: 3600 } });
  expect(await answersTo('a guess', '203.0.113.1')).toBe(401);
  expect(await answersTo('a guess', '203.0.113.2')).toBe(401);
  expect(await answersTo('the right one', '203.0.113.2')).toBe(429);
});

test('beyond the shared limit the 65,536 networks of one IPv6 tunnel have one attempt together', async () => {
  const { answersTo } = await behindGate({ gateFailures: { points: 1, seconds: 3600 } });
  const guesses: number[] = [];
  for (let i = 0; i < 100; i++) guesses.push(await answersTo('a guess', `2001:db8:1:${i}::1`));
  // One of all addresses together, and none of the late ones: the site has failed by then.
  expect(count(guesses, 401)).toBe(1);
  expect(await answersTo('the right one', '2001:db8:2:1::1')).toBe(200);
  expect(await answersTo('the right one', '203.0.113.1')).toBe(200);
});

test('a lock-out by very many addresses ends within minutes, and late attempts that succeed do not count', async () => {
  const { world, id, answersTo } = await behindGate({ gateFailures: { points: 1, seconds: 3600 } });
  const { points, seconds } = RATE_LIMITS.gateLateFailures;
  for (let i = 0; i < 70; i++) expect(await answersTo('the right one', `198.51.100.${i}`)).toBe(200);
  const sites = Array.from({ length: points + 1 }, (_, i) => `203.0.113.${i}`);
  await Promise.all(sites.map((from) => answersTo('a guess', from)));
  expect(await answersTo('the right one', '198.51.100.1')).toBe(429);
  expect(seconds).toBeLessThan(10 * 60);
  // As when that time has passed.
  await world.app.rateLimits.reset('gateLateFailures', id);
  expect(await answersTo('the right one', '198.51.100.2')).toBe(200);
});

test('all addresses together get at most 500 attempts an hour', () => {
  const { gateFailures, gateLateFailures } = RATE_LIMITS;
  const inAnHour = ({ points, seconds }: typeof gateFailures) => (points * 3600) / seconds;
  expect(inAnHour(gateFailures) + inAnHour(gateLateFailures)).toBe(500);
});

test('attempts of many addresses end at the sum of both limits, also when simultaneous', async () => {
  const { answersTo } = await behindGate({
    gateFailures: { points: 20, seconds: 3600 },
    gateLateFailures: { points: 40, seconds: 3600 },
  });
  const addresses = Array.from({ length: 150 }, (_, i) => `203.0.113.${i}`);
  const guesses = await Promise.all(addresses.map((from) => answersTo('a guess', from)));
  expect(count(guesses, 401)).toBe(60);
  expect(count(guesses, 429)).toBe(90);
});

test('all addresses of an IPv6 network count as one', async () => {
  const { answersTo } = await behindGate();
  const guesses: number[] = [];
  for (let i = 1; i <= 20; i++) guesses.push(await answersTo('a guess', `2001:db8:1:2::${i}`));
  expect(count(guesses, 401)).toBe(10);
  expect(await answersTo('the right one', '2001:db8:1:3::1')).toBe(200);
});

test('of 30 simultaneous attempts no more than the limit are compared', async () => {
  const { answersTo } = await behindGate();
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, i) => answersTo(`guess ${i}`, '203.0.113.7')),
  );
  expect([count(guesses, 401), count(guesses, 429)]).toEqual([10, 20]);
});
