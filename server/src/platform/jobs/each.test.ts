import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { runEach } from './each.ts';

const log = createLog('silent');

test('runs each item and counts those that did something', async () => {
  const seen: string[] = [];
  const act = (item: string) => {
    seen.push(item);
    return Promise.resolve(item !== 'b');
  };
  expect(await runEach({ log }, ['a', 'b', 'c'], act)).toBe(2);
  expect(seen).toEqual(['a', 'b', 'c']);
});

test('a failing item does not stop the others and is reported', async () => {
  const seen: string[] = [];
  const act = (item: string) => {
    seen.push(item);
    return item === 'a' ? Promise.reject(new Error('no luck')) : Promise.resolve(true);
  };
  await expect(runEach({ log }, ['a', 'b', 'c'], act)).rejects.toThrow('1 of 3 failed');
  expect(seen).toEqual(['a', 'b', 'c']);
});

test('starts no further item once the process is stopping', async () => {
  const stopping = new AbortController();
  const seen: string[] = [];
  const act = (item: string) => {
    seen.push(item);
    stopping.abort();
    return Promise.resolve(true);
  };
  await expect(runEach({ log }, ['a', 'b'], act, stopping.signal)).rejects.toThrow('aborted');
  expect(seen).toEqual(['a']);
});
