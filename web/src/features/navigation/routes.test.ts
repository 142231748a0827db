import { expect, test } from 'vitest';
import { pageKey, routeFrom } from './routes.ts';

test.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/#faq', '/'],
  ['/#/cart', '/#/cart'],
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/about.html', '/about'],
  ['/about/index.html#team', '/about'],
  ['/about.htm?x=1', '/about?x=1'],
  ['/docs/Index.HTML', '/docs'],
  ['/index.html.txt', '/index.html.txt'],
])('the page of %s is %s', (route, key) => {
  expect(pageKey(route)).toBe(key);
});

test.each([
  ['about', '/about'],
  [' /about ', '/about'],
  ['', '/'],
  ['?q=1', '/?q=1'],
  ['//elsewhere.example/x', '/elsewhere.example/x'],
  ['https://own.example/shop?q=1#top', '/shop?q=1#top'],
  ['https://other.example/shop', null],
  ['javascript:alert(1)', null],
  ['https:', null],
])('typed as “%s” it leads to %s', (typed, route) => {
  expect(routeFrom(typed, 'https://own.example')).toBe(route);
});
