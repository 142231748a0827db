import type { FromAgent, ToAgent } from '@stagelink/shared/preview/messages';
import { beforeEach, expect, test } from 'vitest';
import { type InStep, syncScroll, type Side } from './scrollSync.ts';

let told: [Side, ToAgent][];
let time: number;
let both: InStep;

const at = (route: string, title = ''): FromAgent => ({
  type: 'state',
  route,
  title,
  viewport: { width: 800, height: 600 },
});

beforeEach(() => {
  told = [];
  time = 10_000;
  both = syncScroll(
    (side, message) => told.push([side, message]),
    () => time,
  );
  both.heard('from', at('/'));
  both.heard('to', at('/'));
});

test('one version follows the other, and does not send it back', () => {
  both.heard('to', at('/pricing'));
  expect(told).toEqual([['from', { type: 'show', route: '/pricing', page: null }]]);
  both.heard('from', at('/pricing'));
  expect(told).toHaveLength(1);

  both.heard('from', at('/about'));
  expect(told.at(-1)).toEqual(['to', { type: 'show', route: '/about', page: null }]);
});

test('two versions that send each other elsewhere do not chase each other', () => {
  both.heard('to', at('/a'));
  for (let turn = 0; turn < 10; turn++) {
    both.heard('from', at('/a'));
    both.heard('from', at('/b'));
    both.heard('to', at('/b'));
    both.heard('to', at('/a'));
  }
  expect(told.length).toBeLessThan(4);
});

test('a version redirected while following is not followed', () => {
  both.heard('to', at('/gone'));
  both.heard('from', at('/404'));
  expect(told).toHaveLength(1);
  time += 60_000;
  both.heard('from', at('/help'));
  expect(told.at(-1)).toEqual(['to', { type: 'show', route: '/help', page: null }]);
});

test('another title, or the same route, has no effect', () => {
  both.heard('to', at('/', 'Home'));
  both.heard('to', at('/', 'Home 2'));
  expect(told).toEqual([]);
});

test('a place on the same page is gone to without loading it again', () => {
  both.heard('to', at('/#faq'));
  expect(told).toEqual([['from', { type: 'goTo', hash: '#faq' }]]);
});

test('a version that was just opened is not followed', () => {
  both.replaced('from');
  both.heard('from', at('/elsewhere'));
  expect(told).toEqual([]);
  expect(both.routeOf('from')).toBe('/elsewhere');
  both.replaced('from');
  expect(both.routeOf('from')).toBe('/');
});

test('each document reports its scroll position, and the other scrolls there', () => {
  both.started('from');
  both.heard('from', { type: 'scrolled', x: 0, y: 120 });
  expect(told).toEqual([
    ['from', { type: 'watchScroll', isOn: true }],
    ['to', { type: 'scrollTo', x: 0, y: 120 }],
  ]);
});
