import { expect, test } from 'vitest';
import { filePages, pagesOf } from './pages.ts';

const file = (name: string, type: string) => ({ name, type, size: 1 });
const routesOf = (...files: ReturnType<typeof file>[]) =>
  pagesOf(filePages(files), new Map(), new Set(), []).map(({ route }) => route);

test('The pages are the HTML files', () => {
  expect(routesOf(file('index.html', 'text/html'), file('a.png', 'image/png'))).toEqual(['/']);
});

test('Without HTML the pages are the pictures, texts, PDFs and videos', () => {
  const files = [
    file('2 Cart.png', 'image/png'),
    file('10 Paid.png', 'image/png'),
    file('notes.md', 'text/markdown'),
    file('deck.pdf', 'application/pdf'),
    file('tokens.json', 'application/json'),
  ];
  expect(routesOf(...files)).toEqual(['/2%20Cart.png', '/10%20Paid.png', '/deck.pdf', '/notes.md']);
});

test('A title, a link and threads are added to the page that they belong to', () => {
  const ofFiles = filePages([file('b.html', 'text/html'), file('a.html', 'text/html')]);
  const titles = new Map([
    ['/b', 'Basket'],
    ['/a.html', ' '],
  ]);
  const pages = pagesOf(ofFiles, titles, new Set(['/a/', '/aa']), ['/b.html', '/b', '/c']);
  expect(pages.map(({ key, title, threads }) => [key, title, threads])).toEqual([
    ['/a', 'A', 0],
    ['/aa', 'Aa', 0],
    ['/b', 'Basket', 2],
    ['/c', 'C', 1],
  ]);
});
