import { expect, test, vi } from 'vitest';
import type { Encoding } from './negotiate.ts';

const busy = vi.hoisted(() => ({ now: 0, most: 0 }));

vi.mock(import('./answers.ts'), async (original) => {
  const { compress, ...answers } = await original();
  return {
    ...answers,
    async compress(...args) {
      busy.most = Math.max(busy.most, (busy.now += 1));
      const coded = await compress(...args);
      busy.now -= 1;
      return coded;
    },
  };
});

const { createAsset } = await import('./assets.ts');

test('a hundred files are compressed one at a time, in every encoding', async () => {
  const text = (name: number) => Buffer.from(`/* ${name} */ `.repeat(500));
  const assets = Array.from({ length: 100 }, (_, name) => createAsset(text(name), 'text/css', 'no-cache'));
  const forms: Encoding[] = ['identity', 'br', 'zstd', 'gzip'];
  await vi.waitFor(() => expect(assets.map((asset) => asset.size)).toEqual(assets.map(() => forms.length)), {
    timeout: 20_000,
  });
  expect(busy.most).toBe(1);
});
