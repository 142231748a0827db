import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { stepsOf } from '../../testing/steps.ts';
import { GROWTH_BYTES, importMap, rewriteCss, rewriteHtml } from './rewrite.ts';

describe('root-relative URLs', () => {
  test.each([
    ['<script src="/a.js"></script>', '<script src="./a.js"></script>', '<script src="../../a.js"></script>'],
    ["<a href='/'>x</a>", "<a href='./'>x</a>", "<a href='../../'>x</a>"],
    ['<img src=/a.png>', '<img src=./a.png>', '<img src=../../a.png>'],
    ['<img src = "/a.png">', '<img src = "./a.png">', '<img src = "../../a.png">'],
    ['<IMG SRC="/A.png" alt="/alt">', '<IMG SRC="./A.png" alt="/alt">', '<IMG SRC="../../A.png" alt="/alt">'],
    [
      '<img srcset="/a.png 1x, /b.png 2x,c.png 3x">',
      '<img srcset="./a.png 1x, ./b.png 2x,c.png 3x">',
      '<img srcset="../../a.png 1x, ../../b.png 2x,c.png 3x">',
    ],
    [
      '<p style="background:url(/a.png)">',
      '<p style="background:url(./a.png)">',
      '<p style="background:url(../../a.png)">',
    ],
    [
      '<style>@import "/a.css";b{c:url("/d")}</style>',
      '<style>@import "./a.css";b{c:url("./d")}</style>',
      '<style>@import "../../a.css";b{c:url("../../d")}</style>',
    ],
    [
      '<form action="/go"><button formaction="/b">',
      '<form action="./go"><button formaction="./b">',
      '<form action="../../go"><button formaction="../../b">',
    ],
    [
      '<svg><use xlink:href="/s.svg#i"/></svg>',
      '<svg><use xlink:href="./s.svg#i"/></svg>',
      '<svg><use xlink:href="../../s.svg#i"/></svg>',
    ],
    [
      '<meta http-equiv=refresh content="0; url=/next">',
      '<meta http-equiv=refresh content="0; url=./next">',
      '<meta http-equiv=refresh content="0; url=../../next">',
    ],
    [
      '<template><img src="/a"></template>',
      '<template><img src="./a"></template>',
      '<template><img src="../../a"></template>',
    ],
    [
      '<base href="/"><img src="/a.png">',
      '<base href="./"><img src="./a.png">',
      '<base href="../../"><img src="./a.png">',
    ],
    [
      '<base href="/app/"><img src="/a.png">',
      '<base href="./app/"><img src="../a.png">',
      '<base href="../../app/"><img src="../a.png">',
    ],
    [
      '<svg><title>a</title><style>b{c:url(/d)}</style><image href=/e /></svg><img src=/f>',
      '<svg><title>a</title><style>b{c:url(./d)}</style><image href=./e /></svg><img src=./f>',
      '<svg><title>a</title><style>b{c:url(../../d)}</style><image href=../../e /></svg><img src=../../f>',
    ],
    [
      '<svg><title/><script/><a href=/a><p><title><a href=/b></title><a href=/c>',
      '<svg><title/><script/><a href=./a><p><title><a href=/b></title><a href=./c>',
      '<svg><title/><script/><a href=../../a><p><title><a href=/b></title><a href=../../c>',
    ],
    [
      '<base href="/app/"><base href="/"><a href=/>',
      '<base href="./app/"><base href="./"><a href=../>',
      '<base href="../../app/"><base href="../../"><a href=../>',
    ],
  ])('%s', async (html, atRoot, twoDeep) => {
    expect(await rewriteHtml(html, 0)).toBe(atRoot);
    expect(await rewriteHtml(html, 2)).toBe(twoDeep);
  });

  test.each([
    '<a href="//other.example/x">',
    '<a href="https://other.example/">',
    '<a href="a/b">',
    '<a href="#/route">',
    '<a href="">',
    '<p>src="/a.png"</p>',
    '<!-- <img src="/a.png"> -->',
    '<script>const a = "<img src=\'/a.png\'>"; fetch("/b")</script>',
    '<textarea><img src="/a.png"></textarea>',
    '<p title="/x" data-src="/y">',
    '<noscript><img src="/a.png"></noscript>',
    '<svg><![CDATA[<img src="/a.png">]]></svg>',
  ])('other texts stay unchanged: %s', async (html) => {
    expect(await rewriteHtml(html, 1)).toBe(html);
  });

  test('in a style sheet are relative to it', async () => {
    expect(await rewriteCss("@import '/a.css'; a{b:url( /c ) url('//d') url(e)}", 1)).toBe(
      "@import '../a.css'; a{b:url( ../c ) url('//d') url(e)}",
    );
  });

  test('of modules are mapped, correct ones to themselves', () => {
    expect(importMap(0)).toBe('<script type="importmap">{"imports":{"/":"./","./":"./"}}</script>');
    expect(importMap(1)).toBe('<script type="importmap">{"imports":{"/":"../","../":"../"}}</script>');
  });
});

describe('a hostile file', () => {
  /** Repeats the unit; each `#` becomes another number. */
  const repeated = (unit: string, bytes: number) =>
    Array.from({ length: Math.ceil(bytes / unit.length) }, (_, index) =>
      unit.replaceAll('#', String(index)),
    ).join('');
  const pieces = fc.constantFrom(
    '<font>',
    '<b id=#>',
    '</font>',
    '<p>',
    '</p>',
    '<a href="/x">',
    '<a href=/>',
    ' href=/ ',
    '<base href="/a/">',
    '<base>',
    '<style>',
    '</style>',
    'url(/',
    '@import "/',
    '<svg>',
    '</svg>',
    '<title>',
    '<foreignObject>',
    '<math><mi>',
    '<table>',
    '<template>',
    '<script>',
    '</script>',
    '<textarea>',
    '<![CDATA[',
    '<!--',
    '<meta content="',
    '<img srcset="',
    '<a href="',
    '"',
    "'",
    '=',
    ',',
    '/',
    '  ',
    '<',
    '>',
    '&amp',
    'text',
  );

  test('costs work that is linear in its size, whatever it contains', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 6 }), async (parts) => {
        const unit = parts.join('');
        const work = async (bytes: number) => {
          const searched = vi.spyOn(String.prototype, 'matchAll');
          const rewrite = () => rewriteHtml(repeated(unit, bytes), 3);
          const steps = await stepsOf(/parse5|entities|content\/rewrite/, rewrite);
          const texts = searched.mock.contexts as string[];
          const characters = texts.reduce((sum, text) => sum + text.length, 0);
          searched.mockRestore();
          return { steps, characters };
        };
        const [small, large] = [await work(4_000), await work(16_000)];
        expect(large.steps).toBeLessThan(4.5 * small.steps + 2_000);
        expect(large.characters).toBeLessThan(4.5 * small.characters + 2_000);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['nested formatting', '<font size=#><p>'],
    ['links', '<a href="/x">x</a>'],
    ['spaces in an attribute', '<a href="' + ' '.repeat(4_000)],
    ['bases', '<base href="/a/"><a href="/x">'],
  ])('of %s yields between its chunks', async (_, unit) => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await rewriteHtml(repeated(unit, 1_000_000), 1);
    isDone = true;
    expect(turns).toBeGreaterThan(50);
  });

  test('grows by a limited number of bytes', async () => {
    const html = repeated('<a href=/>', 2_000_000);
    const css = repeated('url(/)', 2_000_000);
    for (const [text, rewrite] of [[html, rewriteHtml] as const, [css, rewriteCss] as const]) {
      const grown = (await rewrite(text, 60)).length - text.length;
      expect(grown).toBeGreaterThan(GROWTH_BYTES / 2);
      expect(grown).toBeLessThanOrEqual(GROWTH_BYTES);
    }
  });
});
