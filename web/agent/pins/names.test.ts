import { expect, test } from 'vitest';
import { nameOf } from './names.ts';

test.each([
  ['<button>Save</button>', 'Save, button'],
  ['<button aria-label="Close dialog"><svg></svg></button>', 'Close dialog, button'],
  ['<a href="/x">Pricing</a>', 'Pricing, link'],
  ['<h2>Plans</h2>', 'Plans, heading'],
  ['<img alt="A cat" src="cat.png">', 'A cat, picture'],
  ['<div>Only text.</div>', 'Only text'],
  ['<div></div>', 'area'],
  ['<label>Mail <input type="email" value="me@home"></label>', 'Mail, label'],
  ['<input type="email" value="me@home" placeholder="Your mail">', 'Your mail, email field'],
  ['<input type="submit" value="Pay now">', 'Pay now, button'],
  ['<textarea>My secret</textarea>', 'field'],
  ['<div contenteditable>My secret</div>', 'area'],
  ['<div role="tab">Billing</div>', 'Billing, tab'],
  [`<p>${'long words '.repeat(30)}</p>`, /^long words .{30,48}…, paragraph$/],
  [`<p>${'🦄'.repeat(80)}</p>`, /^🦄{23}�…, paragraph$/u],
  [`<button aria-label="${'Add beans '.repeat(40)}">+</button>`, /^Add beans .{30,48}…, button$/],
])('%s is called %s', (html, name) => {
  document.body.innerHTML = html;
  const [element] = document.body.children;
  if (!element) throw new Error('There is no element in this');
  expect(nameOf(element)).toMatch(typeof name === 'string' ? new RegExp(`^${name}$`) : name);
});
