import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Markdown } from './Markdown.tsx';

/** The text, with each line and paragraph on its own line. */
function read(text: string): { words: string; html: string } {
  const { container } = render(<Markdown text={text} />);
  for (const line of container.querySelectorAll('br')) line.replaceWith('\n');
  return { words: (container.textContent ?? '').replaceAll(/\n+/g, '\n').trim(), html: container.innerHTML };
}

test.each([
  'The <nav> needs more padding than the <footer>',
  '<footer> is too tall',
  'Use <br> or <img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<!-- hidden? -->',
  'one\ntwo\nthree',
  'Between ~10~ and ~20~',
  '[Note]: header',
  '[^1]: see below',
  'handlers[i](event) and [this](/page)',
  '[press](javascript:alert(1))',
  'a path that ends in C:\\\nand goes on',
  'if a < b && c > d: 5 * 3 * 2',
])('every word of %j is shown as it was typed', (text) => {
  const { words, html } = read(text);
  expect(words).toBe(text);
  expect(html).not.toMatch(/<(script|img|nav|footer|a|del)\b/);
});

test('Markdown goes on in what begins with a tag', () => {
  const { words, html } = read('<footer> is **too** tall');
  expect(words).toBe('<footer> is too tall');
  expect(html).toContain('<strong>too</strong>');
});

test('links, lists, code and tables are what they were', () => {
  expect(read('[site](https://example.com) and ~~gone~~').html).toMatch(
    /<a href="https:\/\/example.com"[^>]*>site<\/a> and <del>gone<\/del>/,
  );
  expect(read('- one\n- two').html.match(/<li>/g)).toHaveLength(2);
  expect(read('`<b>`').html).toContain('<code>&lt;b&gt;</code>');
  expect(read('<https://example.com>').html).toContain('href="https://example.com"');
  const table = read('| a |\n| - |\n| b | and more |').html;
  expect(table).toContain('and more');
});

test('the boxes of a task list have names', () => {
  const { getAllByRole } = render(<Markdown text={'- [ ] larger\n- [x] bolder'} />);
  expect(getAllByRole('checkbox').map(({ ariaLabel }) => ariaLabel)).toEqual(['Not done', 'Done']);
});
