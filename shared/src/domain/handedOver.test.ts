import { expect, test } from 'vitest';
import { handedOverKind, handedOverPaths } from './handedOver.ts';

test.each([
  ['Home @2x.PNG', 'picture'],
  ['icons/logo.svg', 'picture'],
  ['README.md', 'markdown'],
  ['Deck.PDF', 'pdf'],
  ['demo/flow.mov', 'video'],
  ['data.csv', null],
  ['png', null],
])('%s is shown as %s', (path, kind) => {
  expect(handedOverKind(path)).toBe(kind);
});

test('files are in the order of a file manager', () => {
  expect(
    handedOverPaths(['10 Paid.png', 'a.css', '2 Cart/b.png', '2 Cart.png', '2 Cart/a.png', '1 Home.png']),
  ).toEqual(['1 Home.png', '2 Cart.png', '10 Paid.png', '2 Cart/a.png', '2 Cart/b.png']);
});
