import { expect, test } from 'vitest';
import { upgradeUrlIn } from './upgradeUrl.ts';

test.each([
  [
    'Your plan allows 3 active snapshots and you have 3. Upgrade at https://stagelink.example/pricing?mode=upgrade.',
    'https://stagelink.example/pricing?mode=upgrade',
  ],
  ['Upgrade at javascript:alert(1)//pricing?mode=upgrade.', null],
  ['Upgrade at https://stagelink.example/pricing?mode=upgrade. Then try again.', null],
  ['Your plan allows 3 active snapshots and you have 3.', null],
])('%s leads to %s', (sentence, url) => {
  expect(upgradeUrlIn(sentence)).toBe(url);
});
