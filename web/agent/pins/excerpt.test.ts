import { ELEMENT_HTML_MAX } from '@stagelink/shared/preview/handshake';
import { beforeEach, expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

function excerpt(html: string): string {
  document.body.innerHTML = html;
  const [element] = document.body.children;
  if (!element) throw new Error('There is no element in this');
  return excerptOf(element);
}

beforeEach(() => document.body.replaceChildren());

test('an element is serialized as written', () => {
  const html = '<p class="a b" data-x="1 &lt; 2">One &amp; <b>two</b><br><img src="a.png" alt="">';
  expect(excerpt(`${html}</p>`)).toBe(
    '<p class="a b" data-x="1 &lt; 2">One &amp; <b>two</b><br><img src="a.png" alt></p>',
  );
});

test.each([
  '<input value="secret">',
  '<input type="password" value="secret">',
  '<input type="hidden" value="secret">',
  '<input type="Email" value="secret">',
  '<textarea>secret</textarea>',
  '<div contenteditable><p>secret</p></div>',
  '<script>secret</script>',
  '<style>secret</style>',
])('what may have been typed, or is no markup, is left out of %s', (html) => {
  expect(excerpt(`<form>${html}<i>end</i></form>`)).toMatch(/^<form>(?!.*secret).*<i>end<\/i><\/form>$/s);
});

test('a field shows nothing of what was typed into it', () => {
  document.body.innerHTML = '<input name="a">';
  const field = document.querySelector('input');
  if (!field) throw new Error('There is no field');
  field.value = 'secret';
  field.setAttribute('value', 'secret');
  expect(excerptOf(field)).toBe('<input name="a">');
});

test('labels of buttons and choices are no secret', () => {
  expect(excerpt('<input type="submit" value="Pay">')).toBe('<input type="submit" value="Pay">');
  expect(excerpt('<input type="radio" value="monthly" checked>')).toContain('value="monthly"');
});

test('a cut splits no character, and NUL is removed', () => {
  const emoji = '🦄'.repeat(4000);
  for (const lead of ['', 'x'])
    expect(excerpt(`<p title="${lead}${emoji}">${lead}${emoji}</p>`).isWellFormed()).toBe(true);
  document.body.innerHTML = '<p>One</p>';
  document.querySelector('p')?.append('\0\ud800 two');
  expect(excerptOf(document.body)).toContain('<p>One\ufffd two</p>');
});

test('nothing exceeds its maximum length', () => {
  const long = excerpt(`<div><a href="data:,${'x'.repeat(9000)}">${'word '.repeat(5000)}</a></div>`);
  expect(long.length).toBe(ELEMENT_HTML_MAX);
  expect(long).toMatch(/^<div><a href="data:,x{50}.*word.*…$/s);
  expect(excerpt(`<a title="${'x'.repeat(900)}"></a>`).length).toBeLessThan(400);
});
