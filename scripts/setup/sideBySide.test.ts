import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { sideBySide } from './sideBySide.mjs';

test('results are in the order of the items, whichever ends first', async () => {
  const ends: number[] = [];
  const work = async (item: number) => {
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    ends.push(item);
    return item * 10;
  };
  expect(await sideBySide([9, 1, 4], work)).toEqual([90, 10, 40]);
  expect(ends.toSorted()).toEqual([1, 4, 9]);
});

test('no more items are worked on at once than there are processor cores', async () => {
  let running = 0;
  let most = 0;
  await sideBySide(Array.from({ length: 100 }), async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  });
  expect(most).toBe(availableParallelism());
});

test('a failure is thrown', async () => {
  const work = (item: string) => (item === 'bad' ? Promise.reject(new Error(item)) : Promise.resolve());
  await expect(sideBySide(['good', 'bad'], work)).rejects.toThrow('bad');
});
