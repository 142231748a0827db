import { expect, test } from 'vitest';
import { gridLayout } from './useListView.ts';

test.each([
  { width: 1144, isPhone: false, columns: 4 },
  { width: 800, isPhone: false, columns: 3 },
  { width: 358, isPhone: true, columns: 2 },
  { width: 0, isPhone: false, columns: 1 },
])('a list $width pixels wide has $columns cards beside each other', ({ width, isPhone, columns }) => {
  expect(gridLayout(width, isPhone).columns).toBe(columns);
});

test('a line is as high as its pictures and what is below them', () => {
  const { columns, lineHeight } = gridLayout(1144, false);
  const picture = (1144 + 16 + 8) / columns - 8 - 16;
  expect(lineHeight).toBe(Math.ceil((picture * 10) / 16) + 54 + 16 + 8);
});
