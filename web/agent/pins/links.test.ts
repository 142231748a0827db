import { LINKS_MAX } from '@stagelink/shared/preview/handshake';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as native from '../native.ts';
import { createLinks, readLinks } from './links.ts';
import { useNative } from './own.ts';

beforeEach(() => {
  // The agent keeps the browser's own timer, which cannot be advanced.
  useNative({ ...native, later: (act, ms) => void setTimeout(act, ms) });
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});
afterEach(() => void vi.useRealTimers());

const show = (...links: string[]) => {
  document.body.innerHTML = links.map((link) => `<a ${link}>x</a>`).join('');
};

test('pages of the prototype are found once, whatever section of theirs is linked', () => {
  show(
    'href="/about"',
    'href="pricing?plan=pro"',
    'href="/about#team"',
    'href="/team.html"',
    'href="#/inbox"',
  );
  expect(readLinks('')).toEqual(['/about', '/pricing?plan=pro', '/team.html', '/#/inbox']);
});

test.each([
  'href="https://elsewhere.example/about"',
  'href="mailto:ada@example.com"',
  'href="javascript:alert(1)"',
  'href="/photo.png"',
  'href="/data" download',
  'href="https://["',
])('a link with %s is not a page', (link) => {
  show(link);
  expect(readLinks('')).toEqual([]);
});

test('a link that is too long to report is not a page', () => {
  show(`href="/${'long'.repeat(600)}"`);
  expect(readLinks('')).toEqual([]);
});

test('in path mode only links below the root count, and lose it', () => {
  show('href="/s/abc/about"', 'href="/dashboard"', 'href="/s/abcd/about"');
  expect(readLinks('/s/abc')).toEqual(['/about']);
});

test('a page of countless links reports a bounded number', () => {
  show(...Array.from({ length: 5000 }, (_, number) => `href="/${number}"`));
  expect(readLinks('')).toHaveLength(LINKS_MAX);
});

test('links are reported again when they change, until they are not watched any more', () => {
  vi.useFakeTimers();
  const send = vi.fn<(message: unknown) => void>();
  const links = createLinks('', send);
  show('href="/a"');
  links.watch(true);
  vi.advanceTimersByTime(5000);
  expect(send.mock.calls).toEqual([[{ type: 'links', routes: ['/a'] }]]);

  show('href="/a"', 'href="/b"');
  vi.advanceTimersByTime(2000);
  expect(send).toHaveBeenLastCalledWith({ type: 'links', routes: ['/a', '/b'] });

  links.watch(false);
  show('href="/c"');
  vi.advanceTimersByTime(5000);
  expect(send).toHaveBeenCalledTimes(2);
});
