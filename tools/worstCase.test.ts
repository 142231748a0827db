import { ASSISTANT_TOKENS_PER_DAY, RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { expect, test } from 'vitest';
import { dayCostOf, SPENDERS, worstCaseTables } from './worstCase.ts';

const GB = 1024 ** 3;

const spent = (who: string) => {
  const [, cost] = SPENDERS.find(([name]) => name === who) ?? [];
  if (!cost) throw new Error(`No spender is “${who}”`);
  return cost;
};

test('a limit costs its points of a day', () => {
  expect(dayCostOf({ per: 'account', points: 10, seconds: 3600, cost: { rows: 2, cpuMs: 5 } })).toEqual({
    rows: 480,
    bytes: 0,
    mails: 0,
    cpuMs: 1200,
    tokens: 0,
  });
});

test('one address writes no more than these bytes in a day, with and without accounts', () => {
  expect(spent('One address without an account').bytes).toBeLessThan(2 * GB);
  expect(spent('One account without a verified address').bytes).toBeLessThan(2 * GB);
  expect(spent('One address with 10 accounts on Free').bytes).toBeLessThan(12 * GB);
});

test('no caller spends more tokens of the model than the installation allows', () => {
  for (const [who, { tokens }] of SPENDERS)
    expect([who, tokens]).toEqual([who, Math.min(tokens, ASSISTANT_TOKENS_PER_DAY)]);
  expect(spent('One address without an account').tokens).toBe(ASSISTANT_TOKENS_PER_DAY);
});

test('a free account emails no more than 90 times to strangers', () => {
  const { strangersFree } = RATE_LIMITS;
  expect(dayCostOf(strangersFree).mails).toBe(90);
  const both = spent('One account on Free').mails - spent('One address without an account').mails;
  expect(both).toBe(90);
});

test('every limit that costs something is listed', () => {
  const listed = worstCaseTables();
  for (const [name, { cost }] of Object.entries(RATE_LIMITS)) {
    expect([name, listed.includes(`\`${name}\``)]).toEqual([name, Object.keys(cost).length > 0]);
  }
});
