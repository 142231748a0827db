import { expect, test } from 'vitest';
import { suggestedName } from './snapshotName.ts';

const nameOf = (
  folder: string,
  more: { parent?: string; packageName?: string; page?: string } = {},
): string =>
  suggestedName({
    folder,
    parent: more.parent ?? '',
    packageName: () => more.packageName ?? null,
    page: () => more.page ?? '',
  });

test.for<[string, Parameters<typeof nameOf>[1], string]>([
  ['shop', { packageName: 'web', page: '<title>Home</title>' }, 'shop'],
  ['dist', { packageName: '@acme/shop', page: '<title>Shop</title>' }, '@acme/shop'],
  ['html', { page: '<title> Guide &amp;\n help </title>' }, 'Guide & help'],
  ['dist', { page: '<title>Vite + React + TS</title>', parent: 'shop' }, 'shop'],
  ['browser', { page: '', parent: 'dist' }, 'browser'],
  ['site', {}, 'site'],
])('a folder called %s with %j is named “%s”', ([folder, more, name]) => {
  expect(nameOf(folder, more)).toBe(name);
});
