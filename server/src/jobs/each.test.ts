import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { doEach } from './each.ts';

const log = createLog('silent');

test('each is done, and only what was done is counted', async () => {
  const seen: string[] = [];
  const act = (item: string) => {
    seen.push(item);
    return Promise.resolve(item !== 'b');
  };
  expect(await doEach({ log }, ['a', 'b', 'c'], act)).toBe(2);
  expect(seen).toEqual(['a', 'b', 'c']);
});

test('one that fails keeps no other from being done, and is not kept quiet', async () => {
  const seen: string[] = [];
  const act = (item: string) => {
    seen.push(item);
    return item === 'a' ? Promise.reject(new Error('no luck')) : Promise.resolve(true);
  };
  await expect(doEach({ log }, ['a', 'b', 'c'], act)).rejects.toThrow('1 of 3 failed');
  expect(seen).toEqual(['a', 'b', 'c']);
});

test('none is begun once the process is to stop', async () => {
  const stopping = new AbortController();
  const seen: string[] = [];
  const act = (item: string) => {
    seen.push(item);
    stopping.abort();
    return Promise.resolve(true);
  };
  await expect(doEach({ log }, ['a', 'b'], act, stopping.signal)).rejects.toThrow('aborted');
  expect(seen).toEqual(['a']);
});
