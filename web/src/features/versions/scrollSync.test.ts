import type { FromAgent, ToAgent } from '@stagelink/shared/preview/messages';
import { beforeEach, expect, test } from 'vitest';
import { type InStep, syncScroll, type Side } from './scrollSync.ts';

let messages: [Side, ToAgent][];
let time: number;
let both: InStep;

const at = (route: string, title = ''): FromAgent => ({
  type: 'state',
  route,
  title,
  viewport: { width: 800, height: 600 },
});

beforeEach(() => {
  messages = [];
  time = 10_000;
  both = syncScroll(
    (side, message) => messages.push([side, message]),
    () => time,
  );
  both.handleMessage('from', at('/'));
  both.handleMessage('to', at('/'));
});

test('one version follows the other, and does not send it back', () => {
  both.handleMessage('to', at('/pricing'));
  expect(messages).toEqual([['from', { type: 'show', route: '/pricing', page: null }]]);
  both.handleMessage('from', at('/pricing'));
  expect(messages).toHaveLength(1);

  both.handleMessage('from', at('/about'));
  expect(messages.at(-1)).toEqual(['to', { type: 'show', route: '/about', page: null }]);
});

test('two versions that send each other elsewhere do not chase each other', () => {
  both.handleMessage('to', at('/a'));
  for (let turn = 0; turn < 10; turn++) {
    both.handleMessage('from', at('/a'));
    both.handleMessage('from', at('/b'));
    both.handleMessage('to', at('/b'));
    both.handleMessage('to', at('/a'));
  }
  expect(messages.length).toBeLessThan(4);
});

test('a version redirected while following is not followed', () => {
  both.handleMessage('to', at('/gone'));
  both.handleMessage('from', at('/404'));
  expect(messages).toHaveLength(1);
  time += 60_000;
  both.handleMessage('from', at('/help'));
  expect(messages.at(-1)).toEqual(['to', { type: 'show', route: '/help', page: null }]);
});

test('another title, or the same route, has no effect', () => {
  both.handleMessage('to', at('/', 'Home'));
  both.handleMessage('to', at('/', 'Home 2'));
  expect(messages).toEqual([]);
});

test('a place on the same page is gone to without loading it again', () => {
  both.handleMessage('to', at('/#faq'));
  expect(messages).toEqual([['from', { type: 'goTo', hash: '#faq' }]]);
});

test('a version that was just opened is not followed', () => {
  both.replaced('from');
  both.handleMessage('from', at('/elsewhere'));
  expect(messages).toEqual([]);
  expect(both.routeOf('from')).toBe('/elsewhere');
  both.replaced('from');
  expect(both.routeOf('from')).toBe('/');
});

test('each document reports its scroll position, and the other scrolls there', () => {
  both.started('from');
  both.handleMessage('from', { type: 'scrolled', x: 0, y: 120 });
  expect(messages).toEqual([
    ['from', { type: 'watchScroll', isOn: true }],
    ['to', { type: 'scrollTo', x: 0, y: 120 }],
  ]);
});
