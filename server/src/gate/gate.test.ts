import { RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { expect, test } from 'vitest';
import { stage } from '../testing/stage.ts';
import { type World, worldForTest } from '../testing/world.ts';

/** A world behind one proxy, so that a test can speak from many addresses. */
async function behindGate(): Promise<{
  world: World;
  answersTo: (password: string, from: string) => Promise<number>;
}> {
  const { gate, gateAddressFailures, gateFailures } = RATE_LIMITS;
  const world = await worldForTest({
    trustedProxies: 1,
    rateLimits: { ...RATE_LIMITS, gate, gateAddressFailures, gateFailures },
  });
  const ada = await world.build.user();
  const { snapshot } = await stage(world, ada, { 'index.html': 'secret' }, { password: 'the right one' });
  const answersTo = async (password: string, from: string) => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
    const body = JSON.stringify({ password });
    return (await world.fetch({ method: 'POST', path: `/s/${snapshot.id}/gate`, headers, body })).status;
  };
  return { world, answersTo };
}

const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;

test('somebody who guesses is stopped, and the right password still opens from elsewhere', async () => {
  const { answersTo } = await behindGate();
  const guesses: number[] = [];
  for (let i = 0; i < 59; i++) guesses.push(await answersTo(`guess ${i}`, '203.0.113.7'));
  expect(count(guesses, 401)).toBe(10);
  expect(await answersTo('the right one', '203.0.113.7')).toBe(429);
  expect(await answersTo('the right one', '198.51.100.1')).toBe(200);
});

test('an office behind one address gets in, one after the other', async () => {
  const { answersTo } = await behindGate();
  const visits: number[] = [];
  for (let i = 0; i < 30; i++) visits.push(await answersTo('the right one', '203.0.113.7'));
  expect(count(visits, 200)).toBe(30);
});

test('sixty guesses an hour are all that many addresses get, at the same moment too', async () => {
  const { answersTo } = await behindGate();
  const addresses = Array.from({ length: 150 }, (_, i) => `203.0.113.${i}`);
  const guesses = await Promise.all(addresses.map((from) => answersTo('a guess', from)));
  expect(count(guesses, 401)).toBe(60);
  expect(count(guesses, 429)).toBe(90);
});

test('all addresses of one IPv6 network are one caller', async () => {
  const { answersTo } = await behindGate();
  const guesses: number[] = [];
  for (let i = 1; i <= 20; i++) guesses.push(await answersTo('a guess', `2001:db8:1:2::${i}`));
  expect(count(guesses, 401)).toBe(10);
  expect(await answersTo('the right one', '2001:db8:1:3::1')).toBe(200);
});
