import { expect, test, vi } from 'vitest';
import { Staging } from './app.ts';

test('a folder is not staged twice at once, and another one may be', async () => {
  const changed = vi.fn();
  const staging = new Staging(changed);
  const end = Promise.withResolvers<string>();
  const first = staging.during('/boats', () => end.promise);

  expect(staging.isBusy).toBe(true);
  expect(await staging.during('/boats', () => Promise.resolve('again'))).toBeNull();
  expect(await staging.during('/cars', () => Promise.resolve('other'))).toBe('other');
  end.resolve('done');
  expect(await first).toBe('done');
  expect(staging.isBusy).toBe(false);
  expect(changed).toHaveBeenCalledTimes(4);
});

test('a folder whose stage failed can be staged again', async () => {
  const staging = new Staging(() => undefined);
  await expect(staging.during('/boats', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await staging.during('/boats', () => Promise.resolve('yes'))).toBe('yes');
});
