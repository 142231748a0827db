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
])('A link opens %s', (_what, paths, path) => {
  expect(startPageOf(paths)).toEqual({ kind: 'page', path });
});

test.each([
  ['two languages', ['de/index.html', 'en/index.html']],
  ['pages without a usual name', ['about.html', 'contact.html']],
  ['a folder whose pages are called home', ['a/home.html', 'b.html']],
])('A link to %s opens a list', (_what, paths) => {
  expect(startPageOf(paths)).toEqual({ kind: 'list' });
});

test.each([
  ['no files', []],
  ['sources', ['conf.py', 'index.rst', 'index.html.erb']],
])('A link to %s opens nothing', (_what, paths) => {
  expect(startPageOf(paths)).toEqual({ kind: 'nothing' });
});

test('Pages that stand in for others are no pages that a person looks for', () => {
  const paths = ['de/404.html', 'b.html', '200.html', '__spa-fallback.html', 'a/x.HTM', 'style.css'];
  expect(pagePaths(paths)).toEqual(['a/x.HTM', 'b.html']);
});
