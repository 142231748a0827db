import { describe, expect, test } from 'vitest';
import { isGenerated, readable } from './names.ts';

describe('what is left of a class after a build', () => {
  test.each([
    ['card', 'card'],
    ['stat-value', 'stat-value'],
    ['primaryButtonLarge', 'primaryButtonLarge'],
    ['text-5xl', 'text-5xl'],
    ['section12', 'section12'],
    ['Card_title__x7Kq2', 'Card-title'],
    ['_tile_1k2m3_9', 'tile-9'],
    ['css-1q2w3e-Button', 'css-Button'],
    ['css-1q2w3e', ''],
    ['svelte-1h2k9ab', 'svelte'],
    ['kXyZab', ''],
    ['hQzWpL', ''],
  ])('%s is “%s”', (name, left) => {
    expect(readable(name)).toBe(left);
  });
});

test.each([
  ['menu', false],
  ['step-2', false],
  ['add-to-cart', false],
  ['radix-:r3:', true],
  [':r1:', true],
  ['«r1»', true],
  ['ember1234', true],
  ['a8f3k2c9', true],
])('whether %s was made by a program: %s', (id, answer) => {
  expect(isGenerated(id)).toBe(answer);
});
