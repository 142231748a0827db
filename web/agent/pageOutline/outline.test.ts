import { PageOutline } from '@stagelink/shared/preview/pageOutline';
import { labelOf } from '@stagelink/shared/locator/role';
import { expect, test } from 'vitest';
import * as own from '../native.ts';
import { PageOutlines } from './outline.ts';

function readerOf(html: string, typed: string[] = []) {
  document.body.innerHTML = html;
  const host = document.createElement('div');
  const typedTexts = typed.map((text) => ({ element: null, text, isShrinking: false }));
  return new PageOutlines({
    own,
    host,
    labelOf,
    routeNow: () => '/shop',
    typed: () => typedTexts,
    reveal: () => undefined,
    send: () => undefined,
  });
}

const linesOf = (html: string, typed: string[] = []) =>
  readerOf(html, typed)
    .read()
    .elements.map(({ role, name, level }) => `${role}${level ?? ''} ${name}`.trim());

test('an outline has roles, names and texts in reading order', () => {
  const html = `<header><nav aria-label="Main"><a href="/">Home</a></nav></header>
    <main><h1>Your <b>basket</b></h1><p>Two bags of <a href="/beans">beans</a>.</p>
    <form><label>Card number <input value="4111 1111"></label><select aria-label="Month"></select>
    <input type="submit" value="Pay now"></form><img alt="A bag" src="x"></main><footer>Imprint</footer>`;
  expect(linesOf(html)).toEqual([
    'banner',
    'navigation Main',
    'link Home',
    'main',
    'heading1 Your basket',
    'text Two bags of beans.',
    'link beans',
    'form',
    'text Card number',
    'textbox Card number',
    'combobox Month',
    'button Pay now',
    'image A bag',
    'contentinfo',
  ]);
});

test('typed text, scripts and hidden content stay out of it', () => {
  const html = `<script>secret()</script><style>a{}</style><template>secret</template>
    <div aria-hidden="true">secret</div><textarea aria-label="Note">secret</textarea>
    <input type="hidden" value="secret"><input type="password" value="secret" placeholder="Password">`;
  expect(linesOf(html)).toEqual(['textbox Note', 'textbox Password']);
});

test('what people type into stays out of names and texts', () => {
  const html = `<label>Note <textarea>secret</textarea></label><div contenteditable>secret <p>secret</p></div>
    <p contenteditable="plaintext-only" title="Draft">secret</p><h2 contenteditable>secret</h2>
    <p>About <i contenteditable>secret</i> things</p><p contenteditable="false">Read only</p>`;
  expect(linesOf(html)).toEqual([
    'text Note',
    'textbox Note',
    'textbox',
    'textbox Draft',
    'heading2',
    'text About things',
    'textbox',
    'text Read only',
  ]);
});

test('texts that were typed are left out wherever the page repeats them', () => {
  const long = 'A long sentence of many words that a person typed into a message. ';
  const emoji = `${'x'.repeat(59)}🦄 and more`;
  const html = `<p>${emoji}</p><p>Hello Anna-Maria&nbsp;(3)</p><li>HELLO  THERE</li><h1>Planner</h1><p>Sent: ${long}Second.</p><b>of</b>`;
  expect(linesOf(html, [emoji, 'anna-maria (3)', 'Hello there', 'Plan', `${long}Second.`, 'of'])).toEqual([
    'text …',
    'text Hello …',
    'text …',
    'heading1 Planner',
    'text Sent: …',
    'text of',
  ]);
});

test('a page in design mode has no texts', () => {
  Object.assign(document, { designMode: 'on' });
  expect(linesOf('<main><h1>Letter</h1><p>Dear you</p></main>')).toEqual(['main']);
  Object.assign(document, { designMode: 'off' });
});

test('an element is found again among equal ones, and the last of them when there are fewer', () => {
  const reader = readerOf('<button>Buy</button><button id="b">Buy</button><a href="/">Buy</a>');
  const place = { role: 'button', name: 'Buy', nth: 1 } as const;
  expect(reader.find(place)?.id).toBe('b');
  expect(reader.find({ ...place, nth: 7 })?.id).toBe('b');
  expect(reader.find({ ...place, name: 'Sell' })).toBeNull();
});

test('names of objects are no roles', () => {
  const html = `<div role="__proto__">One</div><div role="constructor">Two</div><input type="constructor" title="Three">`;
  expect(linesOf(html)).toEqual(['text One', 'text Two', 'textbox Three']);
});

test('elements nested more deeply than in any HTML file are left out', () => {
  const reader = readerOf('<h1>Deep</h1>');
  let outer = Object.assign(document.createElement('p'), { textContent: 'Deepest' }) as Element;
  for (let depth = 0; depth < 3000; depth += 1) {
    const div = document.createElement('div');
    div.append(outer);
    outer = div;
  }
  document.body.append(outer);
  expect(reader.read().elements.map(({ name }) => name)).toEqual(['Deep']);
});

test('a hostile page is read within the limits of a message', () => {
  const reader = readerOf(`<p title="\uD800">${'x'.repeat(100_000)}\uD800</p>${'<b>y\0</b>'.repeat(5000)}`);
  const outline = reader.read();
  expect(PageOutline.safeParse(outline).success).toBe(true);
  expect(outline.isCut).toBe(true);
  expect(JSON.stringify(outline).length).toBeLessThan(26_000);
});
