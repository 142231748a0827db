import { describe, expect, test } from 'vitest';
import { importMap, rewriteCss, rewriteHtml } from './rewrite.ts';

describe('addresses from the root', () => {
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
  ])('%s', (html, atRoot, twoDeep) => {
    expect(rewriteHtml(html, 0)).toBe(atRoot);
    expect(rewriteHtml(html, 2)).toBe(twoDeep);
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
  ])('that are none stay as they are: %s', (html) => {
    expect(rewriteHtml(html, 1)).toBe(html);
  });

  test('in a style sheet are counted from where it lies', () => {
    expect(rewriteCss("@import '/a.css'; a{b:url( /c ) url('//d') url(e)}", 1)).toBe(
      "@import '../a.css'; a{b:url( ../c ) url('//d') url(e)}",
    );
  });

  test('of modules are mapped, those that are right already to themselves', () => {
    expect(importMap(0)).toBe('<script type="importmap">{"imports":{"/":"./","./":"./"}}</script>');
    expect(importMap(1)).toBe('<script type="importmap">{"imports":{"/":"../","../":"../"}}</script>');
  });
});
