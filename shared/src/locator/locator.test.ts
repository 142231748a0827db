import { describe, expect, test } from 'vitest';
import { CIRCLES_MAX, STEPS_MAX, TEXT_MAX } from './limits.ts';
import { Locator } from './locator.ts';

const text = { text: 'Save', rare: ['save'] };
const locator: Locator = {
  elementSelector: '#save',
  elementCoordinates: { x: 12, y: 900.5 },
  offset: { x: 0.5, y: 1 },
  tag: 'button',
  attributes: { id: 'save' },
  own: ['id'],
  classes: ['primary'],
  role: 'button',
  name: { text: '', rare: [] },
  text,
  circles: [text],
  alone: true,
  twins: 0,
  path: ['main:1/1', 'button:2/3'],
  size: 40,
  box: { x: -10, y: 890, width: 80, height: 32 },
  lang: 'en',
  dialog: null,
  route: '/settings?tab=2#top',
  viewport: { width: 390, height: 844 },
  scrolls: [],
};

test('a locator is taken as it was made', () => {
  expect(Locator.parse(locator)).toEqual(locator);
});

describe('what a page may have made up is refused:', () => {
  const cases: [string, object][] = [
    ['a text without an end', { text: { text: 'x'.repeat(TEXT_MAX + 1), rare: [] } }],
    ['half a sign', { elementSelector: '#\ud83e' }],
    ['a NUL', { route: '/\0' }],
    ['an unknown attribute', { attributes: { onclick: 'steal()' } }],
    ['an unknown field', { html: '<b>' }],
    ['a step that leads nowhere', { path: ['main'] }],
    ['more steps than any page has', { path: Array.from({ length: STEPS_MAX + 1 }, () => 'div:1/1') }],
    ['more circles than there are', { circles: Array.from({ length: CIRCLES_MAX + 1 }, () => text) }],
    ['an offset out of the element', { offset: { x: 1.1, y: 0 } }],
    ['a place that is no number', { box: { x: NaN, y: 0, width: 1, height: 1 } }],
    ['a place beyond every page', { elementCoordinates: { x: 1e300, y: 0 } }],
    ['half an element', { size: 0.5 }],
  ];
  test.each(cases)('%s', (_, change) => {
    expect(Locator.safeParse({ ...locator, ...change }).success).toBe(false);
  });
});
