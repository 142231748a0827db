import { RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { expect, test } from 'vitest';
import { worldForTest } from '../../testing/world.ts';
import type { Count } from './rateLimit.ts';

const TWO = { points: 2, seconds: 3600 };

/** Returns limits of two, what an action takes of them, and what is used. */
async function twoLimits() {
  const { app } = await worldForTest({ rateLimits: { ...RATE_LIMITS, review: TWO, reviewToAddress: TWO } });
  const counts = (first: number, second: number): Count[] => [
    { name: 'review', key: 'ada', points: first },
    {
      name: 'reviewToAddress',
      key: 'bea',
      points: second,
      field: 'reviewers',
      refusal: (wait) => `Ask in ${wait}.`,
    },
  ];
  const used = async () => [
    await app.rateLimits.used('review', 'ada'),
    await app.rateLimits.used('reviewToAddress', 'bea'),
  ];
  return { limits: app.rateLimits, counts, used };
}

test('an action that one of its limits refuses takes nothing of any, and the error is the limit’s', async () => {
  const { limits, counts, used } = await twoLimits();
  await limits.consumeAll(counts(1, 1));
  const refused = { code: 'rate_limited', field: 'reviewers', message: 'Ask in 60 minutes.' };
  await expect(limits.consumeAll(counts(1, 2))).rejects.toMatchObject(refused);
  expect(await used()).toEqual([1, 1]);
  await expect(limits.consumeAll(counts(2, 1))).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await used()).toEqual([1, 1]);
  await limits.consumeAll(counts(1, 1));
  expect(await used()).toEqual([2, 2]);
});

test('asking whether an action is within its limits takes nothing', async () => {
  const { limits, counts, used } = await twoLimits();
  await limits.peekAll(counts(2, 2));
  await expect(limits.peekAll(counts(1, 3))).rejects.toMatchObject({ message: 'Ask in 60 minutes.' });
  expect(await used()).toEqual([0, 0]);
});

test('what is given back can be taken again', async () => {
  const { limits, counts, used } = await twoLimits();
  await limits.consumeAll(counts(2, 2));
  await limits.giveBackAll(counts(2, 2));
  expect(await used()).toEqual([0, 0]);
  await limits.consumeAll(counts(2, 2));
});
