import { expect, test } from 'vitest';
import { pagesOf } from './pages.ts';

const file = (name: string, type: string) => ({ name, type, size: 1 });
const routesOf = (...files: ReturnType<typeof file>[]) =>
  pagesOf(files, new Map(), [], []).map(({ route }) => route);

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
