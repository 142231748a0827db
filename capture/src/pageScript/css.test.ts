import { expect, test } from 'vitest';
import { rewriteCss } from './css.ts';

const rewrite = (text: string) => rewriteCss(text, (address, kind) => `[${kind} ${address}]`);

test.each([
  ['a{background:url(a.png)}', 'a{background:url("[asset a.png]")}'],
  [`a{background:url( 'a b.png' ) no-repeat}`, `a{background:url( "[asset a b.png]" ) no-repeat}`],
  ['@import "b.css" screen;', '@import "[style b.css]" screen;'],
  ['@import url(b.css);a{}', '@import url("[style b.css]");a{}'],
  ['@import url("b.css") layer(x);', '@import url("[style b.css]") layer(x);'],
  ['@font-face{src:url(f.woff2) format("woff2")}', '@font-face{src:url("[asset f.woff2]") format("woff2")}'],
  [
    'a{background:image-set("a.png" 1x, url(b.png) 2x type("image/png"))}',
    'a{background:image-set("[asset a.png]" 1x, url("[asset b.png]") 2x type("image/png"))}',
  ],
  ['a{content:"url(x.png)"}', 'a{content:"url(x.png)"}'],
  ['/* url(x.png) */a{}', '/* url(x.png) */a{}'],
  ['@namespace url(http://www.w3.org/2000/svg);', '@namespace url(http://www.w3.org/2000/svg);'],
  ['a{background:url(a\\.png)}', 'a{background:url("[asset a.png]")}'],
  ['my-el:not(:defined){display:none}', 'my-el:not(:not(._)){display:none}'],
  ['dialog:modal{top:0}', 'dialog[data-stagelink-top="modal"]{top:0}'],
  ['[popover]:not(:popover-open){opacity:0}', '[popover]:not([data-stagelink-top="popover"]){opacity:0}'],
  ['a{view-transition-name:modal;--x:defined}', 'a{view-transition-name:modal;--x:defined}'],
  ['a{color:red', 'a{color:red'],
  ['}}} @@ url(', '}}} @@ url('],
])('%s', (written, rewritten) => {
  expect(rewrite(written)).toBe(rewritten);
});

test('an address cannot end its string', () => {
  const text = rewriteCss('a{background:url(a.png)}', () => 'x")}b{color:red}');
  expect(text).toBe('a{background:url("x\\")}b{color:red}")}');
});

test('what is not replaced stays as it was written', () => {
  const text = 'a{background:url( #mask );mask:url(data:image/png;base64,AA==)}';
  expect(rewriteCss(text, () => null)).toBe(text);
});
