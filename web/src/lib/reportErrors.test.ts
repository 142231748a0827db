import { ERROR_REPORT_BYTES } from '@stagelink/shared/contracts/limits';
import { expect, test, vi } from 'vitest';
import { describeError, reportOnce } from './reportErrors.ts';

test('a report fits into its limit, whatever the error is', () => {
  const error = new Error('漢'.repeat(5000));
  error.stack = '漢'.repeat(5000);
  const bytes = new TextEncoder().encode(
    JSON.stringify(describeError(error, 'web', '漢'.repeat(999))),
  ).length;
  expect(bytes).toBeLessThan(ERROR_REPORT_BYTES);
  expect(describeError('a text', 'companion', '/')).toMatchObject({ name: 'Error', message: 'a text' });
});

test('an error is reported once, and five at most', async () => {
  const send = vi.fn(async () => new Response('{"ok":true}'));
  vi.stubGlobal('fetch', send);
  const error = new Error('again');
  await reportOnce('web', error);
  await reportOnce('web', error);
  expect(send).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 9; n += 1) await reportOnce('web', new Error(`number ${n}`));
  expect(send).toHaveBeenCalledTimes(5);
  vi.unstubAllGlobals();
});
