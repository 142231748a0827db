import * as fc from 'fast-check';
import { parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { stepsOf } from '../../testing/steps.ts';
import { injectAgent } from './inject.ts';

const TAG = '<script src="/__stagelink/agent.js" data-app="https://app.example"></script>';
const SOURCE = 'https://label.example/__stagelink/';
const AGENT = { tag: TAG, source: SOURCE };
const inject = (html: string) => injectAgent(Buffer.from(html), AGENT).toString();

describe('the agent’s script', () => {
  test.each([
    ['<!doctype html><html><head>|<title>x</title></head><body></body></html>'],
    ['<!doctype html>\r\n<html lang="en">\r\n<head prefix="og: x">|\r\n<meta charset="utf-8">'],
    [
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://x/strict.dtd"><html xmlns="x"><head>|</head>',
    ],
    ['<head>|<meta http-equiv="Content-Security-Policy" content="script-src \'self\'"><script>1</script>'],
    ['<html><head>|<script>first()</script></head>'],
    ['<HTML><HEAD>|<TITLE>'],
    ['<!doctype html>|<title>no head</title>'],
    ['<!doctype html>|<script>1</script>'],
    ['<!doctype html><html>|<body>no head'],
    ['<!doctype html><html>|<frameset cols="1,2">'],
    ['<!doctype html>|'],
    ['|'],
    ['|just text'],
    ['|<p>fragment'],
    ['|  \n <div>'],
    ['\ufeff<!doctype html>|<p>'],
    ['\ufeff|<p>'],
    ['<!-- <head> --><!doctype html><!-- <html><head> --><html><head>|<title>'],
    ['<!-- a --!><html>|<p>'],
    ['<!--><html>|<p>'],
    ['<!--[if IE]><html class="ie"><head><![endif]--><html><head>|'],
    ['<!--[if !IE]><!--><html><!--<![endif]--><head>|<title>'],
    [
      '<?xml version="1.0" encoding="utf-8"?><!doctype html><html xmlns="http://www.w3.org/1999/xhtml"><head>|<title/>',
    ],
    ['<html data-x="<head>" data-y=\'>\'><head data-z=">">|<title>'],
    ['<html><html lang="x"><head>|'],
    ['|text <head>'],
    ['|</head><head>'],
    ['<html>|<header>not a head</header>'],
    ['|<heading>'],
    ['|<svg><head></head></svg>'],
    ['|<![CDATA[<head>]]>'],
    ['<!doctype html>|&amp;<head>'],
    ['|\u0000<head>'],
    ['|<template><head>'],
    ['|<head'],
    ['|<!-- never closed <head>'],
  ])('is inserted before everything that could run: %s', (marked) => {
    expect(inject(marked.replace('|', ''))).toBe(marked.replace('|', TAG));
  });

  test.each(['<!-- <head> -->', '<!doctype html>', '<html a=#>', ' ', '<!--'])(
    'costs the same before 100 kB and before 2 MB of %s',
    async (unit) => {
      const steps = async (bytes: number) => {
        const html = Buffer.from(unit.repeat(bytes / unit.length));
        return stepsOf(/parse5|content\/inject/, () => Promise.resolve(injectAgent(html, AGENT)));
      };
      expect(await steps(2_000_000)).toBeLessThan(1.1 * (await steps(100_000)));
    },
  );

  test('bytes that are not UTF-8 stay unchanged', () => {
    const html = Buffer.from('<html><head>\xe9\xff\xfe</head>', 'latin1');
    const injected = injectAgent(html, AGENT);
    expect(injected.subarray(12 + TAG.length).equals(html.subarray(12))).toBe(true);
  });

  test('a document in UTF-16 gets the tag in UTF-16', () => {
    const html = Buffer.from('\ufeff<!doctype html><html><head><title>é</title>', 'utf16le');
    expect(injectAgent(html, AGENT).toString('utf16le')).toBe(
      `\ufeff<!doctype html><html><head>${TAG}<title>é</title>`,
    );
    expect(injectAgent(html.swap16(), AGENT).equals(html)).toBe(true);
  });

  const pieces = fc.constantFrom(
    '<!doctype html>',
    '<html>',
    '<html a="<head>">',
    '<head>',
    '</head>',
    '<!--',
    '-->',
    '<!-- x -->',
    '<script>',
    '</script>',
    '<title>',
    '</title>',
    '<body>',
    '<p>',
    'text',
    ' ',
    '\n',
    '\r\n',
    '<',
    '>',
    '"',
    "'",
    '<?xml?>',
    '<![CDATA[',
    ']]>',
    '&lt;',
    '\u0000',
    'é',
    '<svg>',
    '<frameset>',
  );

  test('is the first script that a parser creates, whatever the document', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        const injected = inject(parts.join(''));
        expect(injected.replace(TAG, '')).toBe(parts.join(''));
        expect(firstScript(injected)).toBe('/__stagelink/agent.js');
      }),
      { numRuns: 3_000 },
    );
  });
});

interface Node {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

function firstScript(html: string): string | undefined {
  const waiting: Node[] = [parse(html) as unknown as Node];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName === 'script') return node.attrs?.find(({ name }) => name === 'src')?.value;
    waiting.push(...(node.childNodes ?? []).toReversed());
  }
  return undefined;
}
