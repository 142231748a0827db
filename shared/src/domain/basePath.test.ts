import { expect, test } from 'vitest';
import { basePathOf } from './basePath.ts';

const FILES = [
  'index.html',
  'main-ABCD1234.js',
  'assets/a.js',
  'assets/a.css',
  'logo.png',
  'docs/index.html',
];
const base = (page: string, files = FILES) => basePathOf(page, new Set(files));

test.each([
  ['<base href="/repo/"><script type="module" src="main-ABCD1234.js"></script>', '/repo/'],
  ['<base target=_top href=/org/repo/>', '/org/repo/'],
  ['<script type="module" src="/repo/assets/a.js"></script>', '/repo/'],
  ['<link rel=stylesheet href=/docs/next/assets/a.css>', '/docs/next/'],
  ['<script>import("/repo/main-ABCD1234.js")</script>', '/repo/'],
  ['<script type="module">import x from "/repo/assets/a.js"</script>', '/repo/'],
  ['<img alt="" src="/repo/logo.png">', '/repo/'],
])('the page %s is for %s', (page, path) => {
  expect(
    base(
      page,
      FILES.filter((file) => path !== '/docs/next/' || !file.startsWith('docs/')),
    ),
  ).toBe(path);
});

test.each([
  '<script src="/assets/a.js"></script>',
  '<script src="./assets/a.js"></script>',
  '<script src="//cdn.example/assets/a.js"></script>',
  '<script src="/repo/assets/missing.js"></script>',
  '<script src="/repo/assets/a.js"></script><img src="/logo.png">',
  '<base href="/"><script src="main-ABCD1234.js"></script>',
  '<base href="/docs/">',
  '<base href="https://ada.example/repo/">',
  '<base href="//ada.example/">',
  '<base href="/../">',
  '<base href="/a/../b/">',
  '<base href="/%0d%0a/">',
  '<base href="repo/">',
  '<a href="/repo/logo.png">',
])('the page %s is for the root', (page) => {
  expect(base(page)).toBeNull();
});
