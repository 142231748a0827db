import { expect, test } from 'vitest';
import { referencesIn } from './references.ts';

test.each([
  ['<img src="img/Hero%20one.png?v=2">', 'report.html', 'img/Hero one.png'],
  ['<img srcset="a.png 1x, img/b@2x.png 2x">', 'report.html', 'img/b@2x.png'],
  ['<img src=plain.png>', 'report.html', 'plain.png'],
  ['body { background: url(../img/paper.jpg) }', 'css/a.css', 'img/paper.jpg'],
  ["import './chart.js'", 'js/main.js', 'js/chart.js'],
  ["fetch('data/rows.json')", 'js/main.js', 'data/rows.json'],
  ['![Home](screens/home.png)', 'notes.md', 'screens/home.png'],
  ['<script src="/app.js"></script>', 'docs/report.html', 'app.js'],
])('%s in %s refers to %s', (text, file, path) => {
  expect([...referencesIn(text, file)]).toContain(path);
});

test.each([
  '<img src="../../outside.png">',
  '<img src="https://example.com/a.png">',
  '<img src="//cdn/a.png">',
])('%s refers to nothing in the folder', (text) => {
  expect([...referencesIn(text, 'report.html')]).toEqual([]);
});
