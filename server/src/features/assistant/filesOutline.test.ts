import { PageOutline } from '@stagelink/shared/preview/pageOutline';
import { expect, test } from 'vitest';
import { createSite } from '../../testing/site.ts';
import { worldForTest } from '../../testing/world.ts';
import { outlineOf, readStartPage } from './filesOutline.ts';

test('an outline of files has headings, links, fields and texts, and no scripts', () => {
  const { title, language, elements } = outlineOf(
    `<!doctype html><html lang="en"><head><title>Shop</title><script>secret</script></head><body>
     <h2>Your <b>basket</b></h2><p>Two bags</p><input placeholder="Card"><input type="hidden" title="secret">
     <a href="/">Home</a><a href="/">Home</a><script>secret</script></body></html>`,
  );
  expect({ title, language }).toEqual({ title: 'Shop', language: 'en' });
  expect(elements).toEqual([
    { role: 'heading', name: 'Your basket', level: 2, nth: 0 },
    { role: 'text', name: 'Two bags', nth: 0 },
    { role: 'textbox', name: 'Card', nth: 0 },
    { role: 'link', name: 'Home', nth: 0 },
    { role: 'link', name: 'Home', nth: 1 },
  ]);
});

test.each([
  '<div>'.repeat(50_000),
  '<p>\0\uD800'.repeat(20_000),
  '<a '.repeat(50_000),
  '',
  '<p>x'.repeat(30_000),
])('hostile HTML is read within the limits', (html) => {
  expect(PageOutline.safeParse(outlineOf(html)).success).toBe(true);
});

test('what people type into has no text, which a captured page may hold', () => {
  const { elements } = outlineOf(
    `<label>Note <textarea>secret</textarea></label><p contenteditable>secret</p><p contenteditable="false">Read only</p>
    <li>Draft <b contenteditable="true">secret</b></li>`,
  );
  expect(elements.map(({ role, name }) => `${role} ${name}`.trim())).toEqual([
    'text Note',
    'textbox',
    'text',
    'text Read only',
    'text Draft',
  ]);
});

test('the outline of a version is that of the page its link opens', async () => {
  const world = await worldForTest();
  const site = await createSite(world, { 'about.html': '<h1>About</h1>', 'Index.html': '<h1>Home</h1>' });
  const outline = await readStartPage(world.app, site.id, 1);
  expect(outline?.elements.map(({ name }) => name)).toEqual(['Home']);
});
