import { expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from './call.ts';
import { Backoff, backoffMs, type Retry, withRetry } from './retry.ts';

const POLICY = { attempts: 4, baseMs: 100, maxMs: 300 };
const network = () => new NetworkError('Nothing answers.');
const api = (status: number, code: ApiError['code'], more: { retryAfter?: number } = {}) =>
  new ApiError(status, { code, message: 'No.', ...more });

function runtime(random = 0.5) {
  const delays: number[] = [];
  const signal = { aborted: false };
  return {
    delays,
    signal,
    random: () => random,
    sleep: async (milliseconds: number) => void delays.push(milliseconds),
  };
}

test('work is repeated until it succeeds, each time after a longer wait', async () => {
  const own = runtime();
  const attempts: number[] = [];
  const onRetry = ({ attempt }: Retry) => void attempts.push(attempt);
  const work = vi.fn().mockRejectedValueOnce(network()).mockRejectedValueOnce(api(503, 'unavailable'));
  await withRetry(POLICY, { ...own, onRetry }, work.mockResolvedValue('done'));
  expect(own.delays).toEqual([75, 150]);
  expect(attempts).toEqual([1, 2]);
});

test('the last error is thrown once the attempts are used up', async () => {
  const own = runtime();
  const work = vi.fn().mockRejectedValue(network());
  await expect(withRetry(POLICY, own, work)).rejects.toThrow('Nothing answers.');
  expect(work).toHaveBeenCalledTimes(4);
});

test.each([
  ['a rejected request', api(409, 'conflict')],
  ['a page of a proxy', new ApiError(403, { code: 'internal', message: '' }, { isForeign: true })],
  ['a server that wants more time than the policy has', api(429, 'rate_limited', { retryAfter: 60 })],
  ['a bug', new TypeError('x is not a function')],
])('%s is not tried again', async (_name, cause) => {
  const work = vi.fn().mockRejectedValue(cause);
  await expect(withRetry(POLICY, runtime(), work)).rejects.toBe(cause);
  expect(work).toHaveBeenCalledOnce();
});

test('a server is left alone for as long as it asks', async () => {
  const own = runtime();
  const work = vi.fn().mockRejectedValueOnce(api(429, 'rate_limited', { retryAfter: 0.25 }));
  await withRetry(POLICY, own, work.mockResolvedValue('done'));
  expect(own.delays).toEqual([250]);
});

test('aborted work is not tried again', async () => {
  const own = runtime();
  const work = vi.fn(() => {
    own.signal.aborted = true;
    return Promise.reject(network());
  });
  await expect(withRetry(POLICY, own, work)).rejects.toThrow('Nothing answers.');
  expect(work).toHaveBeenCalledOnce();
});

test('progress starts the count anew', async () => {
  const own = runtime();
  const backoff = new Backoff(POLICY, own);
  for (let failure = 0; failure < 10; failure += 1) {
    await backoff.afterFailure(network());
    backoff.reset();
  }
  expect(own.delays).toEqual(Array(10).fill(75));
});

test.each([
  [0, [50, 100, 150, 150]],
  [0.999, [100, 200, 300, 300]],
])('with chance %d the waits are %o', (random, delays) => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(POLICY, failures, { random: () => random }))).toEqual(
    delays,
  );
});
