import { expect, test, vi } from 'vitest';
import { type BuiltFile, uncompressed } from './builtFiles.ts';
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

const { chooseForm, createAsset } = await import('./assets.ts');

test('a hundred files are compressed one at a time once they are requested, in every encoding', async () => {
  const text = (name: number) => Buffer.from(`/* ${name} */ `.repeat(500));
  const assets = Array.from({ length: 100 }, (_, name) =>
    createAsset(uncompressed(text(name)), 'text/css', 'no-cache'),
  );
  const forms: Encoding[] = ['identity', 'br', 'zstd', 'gzip'];
  for (const asset of assets) expect([...asset.forms.keys()]).toEqual(['identity']);
  for (const asset of [...assets, ...assets]) chooseForm(asset, ['br']);
  await vi.waitFor(
    () => expect(assets.map(({ forms: { size } }) => size)).toEqual(assets.map(() => forms.length)),
    {
      timeout: 20_000,
    },
  );
  expect(busy.most).toBe(1);
});

test('a file that the build compressed is sent as it was compressed, at once', () => {
  const built: BuiltFile = {
    body: Buffer.from('text '.repeat(500)),
    compressed: new Map([['br', Buffer.from('compressed')]]),
  };
  const asset = createAsset(built, 'text/css', 'no-cache');
  expect([...asset.forms.keys()]).toEqual(['identity', 'br']);
  const { body, headers } = chooseForm(asset, ['br', 'gzip']);
  expect(body).toBe('compressed');
  expect(headers.join('\n')).toContain('Content-Encoding\nbr');
  expect(chooseForm(asset, ['gzip']).headers.join('\n')).not.toContain('Content-Encoding');
});
