import { QUOTE_CONTEXT_MAX, QUOTE_MAX } from '@stagelink/shared/preview/quoteLimits';
import { Selection } from '@stagelink/shared/preview/selection';
import { beforeEach, expect, test } from 'vitest';
import { findQuote, type Quote, quoteOf } from './quote.ts';

beforeEach(() => document.body.replaceChildren());

function page(html: string): HTMLElement {
  document.body.innerHTML = `<main>${html}</main>`;
  return document.querySelector('main') ?? document.body;
}

/** Selects from a place in the text of the page to another. */
function range(element: Element, from: number, to: number): Range {
  const found = findQuote(element, {
    kind: 'text',
    exact: element.textContent.slice(from, to),
    prefix: element.textContent.slice(0, from),
    suffix: element.textContent.slice(to),
  });
  if (!found) throw new Error('There is no such text');
  return found;
}

const select = (element: Element, text: string, nth = 0) => {
  let at = element.textContent.indexOf(text);
  for (let count = 0; count < nth; count += 1) at = element.textContent.indexOf(text, at + 1);
  return range(element, at, at + text.length);
};

test('selected text is stored with what is before and after it, and found again across elements', () => {
  const element = page('<p>Small houses that <b>take the</b> weather seriously.</p>');
  const quote = quoteOf(select(element, 'that take the wea'), element);
  expect(quote).toEqual({
    kind: 'text',
    exact: 'that take the wea',
    prefix: 'Small houses ',
    suffix: 'ther seriously.',
  });
  expect(Selection.safeParse(quote).success).toBe(true);
  expect(findQuote(element, quote as Quote)?.toString()).toBe('that take the wea');
});

test('of several occurrences, the selected one is found again, also after the text around it changed', () => {
  const element = page('<p>First price: 10 euros.</p><p>Second price: 20 euros.</p>');
  const quote = quoteOf(select(element, 'price', 1), element) as Quote;
  expect(findQuote(element, quote)?.startContainer.textContent).toBe('Second price: 20 euros.');
  const changed = page('<p>A price</p><p>First price: 10 euros.</p><p>Our second price: 20 euros.</p>');
  expect(findQuote(changed, quote)?.startContainer.textContent).toBe('Our second price: 20 euros.');
});

test('text that is gone, or occurs several times without its surroundings, is not found', () => {
  const quote: Quote = { kind: 'text', exact: 'price', prefix: 'the ', suffix: ' of it' };
  expect(findQuote(page('<p>the cost of it</p>'), quote)).toBeNull();
  expect(findQuote(page('<p>price</p><p>price</p>'), quote)).toBeNull();
  expect(findQuote(page(''), quote)).toBeNull();
});

test('long selections and their surroundings are cut, and never within a character', () => {
  const element = page(`<p>${'😀'.repeat(400)}</p>`);
  const quote = quoteOf(range(element, 100, 700), element);
  expect(Selection.safeParse(quote).success).toBe(true);
  const odd = quoteOf(range(element, 101, 701), element);
  expect(Selection.safeParse(odd).success).toBe(true);
  expect(odd?.exact.length).toBeLessThanOrEqual(QUOTE_MAX);
  expect(odd?.prefix.length).toBeLessThanOrEqual(QUOTE_CONTEXT_MAX);
});

test('a selection without text is none', () => {
  const element = page('<p>one</p>   <p>two</p>');
  expect(quoteOf(select(element, '   '), element)).toBeNull();
});

test.each([
  { kind: 'text', exact: '', prefix: '', suffix: '' },
  { kind: 'text', exact: 'x'.repeat(QUOTE_MAX + 1), prefix: '', suffix: '' },
  { kind: 'text', exact: 'x', prefix: 'x'.repeat(QUOTE_CONTEXT_MAX + 1), suffix: '' },
  { kind: 'text', exact: 'a\0b', prefix: '', suffix: '' },
  { kind: 'text', exact: 'x', prefix: '', suffix: '', html: '<b>' },
  { kind: 'region', x: -0.1, y: 0, width: 1, height: 1 },
  { kind: 'region', x: 0, y: 0, width: 2, height: 1 },
  { kind: 'region', x: Number.NaN, y: 0, width: 1, height: 1 },
  { kind: 'other' },
])('a page cannot send $kind %#', (hostile) => {
  expect(Selection.safeParse(hostile).success).toBe(false);
});
