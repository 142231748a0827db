import { expect, test } from 'vitest';
import { pagePaths, startPageOf } from './startPage.ts';

test.each<[what: string, paths: string[], path: string]>([
  ['index.html', ['about.html', 'index.html', 'Index.html'], 'index.html'],
  ['index.html in other letters', ['about.html', 'Index.html'], 'Index.html'],
  ['index.htm', ['about.htm', 'index.htm'], 'index.htm'],
  ['the page of an application without a finished home page', ['200.html', 'about.html'], '200.html'],
  ['home.html', ['about.html', 'Home.html'], 'Home.html'],
  ['the only page', ['notes.txt', 'report.html'], 'report.html'],
  ['the only page, in a folder', ['README.md', 'dist/report.html', '404.html'], 'dist/report.html'],
  ['404.html when it is the only page', ['404.html', 'app.js'], '404.html'],
  ['the only picture', ['Home @2x.PNG', 'fonts/a.woff2'], 'Home @2x.PNG'],
  ['the only PDF', ['deck.pdf', 'data.csv'], 'deck.pdf'],
])('A link opens %s', (_what, paths, path) => {
  expect(startPageOf(paths)).toEqual({ kind: 'page', path });
});

test.each([
  ['two languages', ['de/index.html', 'en/index.html']],
  ['pages without a usual name', ['about.html', 'contact.html']],
  ['a folder whose pages are called home', ['a/home.html', 'b.html']],
  ['pictures', ['2 Cart.png', '10 Paid.png']],
  ['what is handed over with its notes', ['notes.md', 'flow.mp4', 'deck.pdf']],
])('A link to %s opens a list', (_what, paths) => {
  expect(startPageOf(paths)).toEqual({ kind: 'list' });
});

test.each([
  ['no files', []],
  ['sources', ['conf.py', 'index.rst', 'index.html.erb']],
])('A link to %s opens nothing', (_what, paths) => {
  expect(startPageOf(paths)).toEqual({ kind: 'nothing' });
});

test('The page of a folder comes before everything in it', () => {
  const paths = ['docs/a.html', 'about.html', 'docs/index.html', 'index.html', 'docs-old.html'];
  expect(pagePaths(paths)).toEqual([
    'index.html',
    'about.html',
    'docs-old.html',
    'docs/index.html',
    'docs/a.html',
  ]);
});

test('Pages that stand in for others are no pages that a person looks for', () => {
  const paths = ['de/404.html', 'b.html', '200.html', '__spa-fallback.html', 'a/x.HTM', 'style.css'];
  expect(pagePaths(paths)).toEqual(['a/x.HTM', 'b.html']);
});
