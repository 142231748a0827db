import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compile } from './compile.ts';
import { referencePages } from './reference/reference.ts';
import { webhooksPage } from './reference/webhooks.ts';
import { ARTICLES, markdownPathOf, pathOf, SECTIONS } from './sections.ts';

const read = async (folder: string, slug: string) =>
  compile(slug, await readFile(path.join(import.meta.dirname, folder, `${slug}.md`), 'utf8'));
const sections = await Promise.all(SECTIONS.map((slug) => read('sections', slug)));
const articles = await Promise.all(ARTICLES.map((slug) => read('../../docs', slug)));
const reference = await Promise.all(
  [webhooksPage(), ...referencePages()].map(({ slug, source }) => compile(slug, source)),
);
const all = [...sections, ...articles, ...reference];

test('the seven sections have the titles of the specification, in its order', () => {
  expect(sections.map(({ title }) => title)).toEqual([
    'Getting Started',
    'Project Organization',
    'Snapshot Management',
    'Comments & Collaboration',
    'Review Workflows',
    'Best Practices',
    'Troubleshooting',
  ]);
});

test('every number is filled in, and an unknown one fails', async () => {
  for (const { markdown } of all) expect(markdown).not.toContain('{{');
  expect(sections[2]?.markdown).toMatch(/Size of a snapshot +\| 20 MB +\| 100 MB/);
  await expect(compile('x', '# X\n\nUp to {{nothing}}.')).rejects.toThrow('{{nothing}}');
});

test('a section must begin with its title and a paragraph', async () => {
  await expect(compile('x', 'No title')).rejects.toThrow('x.md must begin');
});

test('headings link to themselves, and passages belong to the heading above them', async () => {
  const { html, passages, headings } = await compile('x', '# X\n\nAbout.\n\n## A `b`\n\n- one\n- two\n');
  expect(html).toContain('<h2 id="a-b"><a href="#a-b">A <code>b</code></a></h2>');
  expect(headings).toEqual([{ id: 'a-b', text: 'A b' }]);
  expect(passages.at(-1)).toEqual({ id: 'a-b', text: 'A b', body: 'one two' });
});

test('code is colored with classes, beside the place of its button', async () => {
  const { html } = await compile('x', '# X\n\nAbout.\n\n```sh\nstagelink rm --yes <id>\n```\n');
  expect(html).toBe(
    '<div class="code"><pre tabindex="0"><code class="language-sh"><span class="code-command">stagelink</span> rm ' +
      '<span class="code-option">--yes</span> &#x3C;id>\n</code></pre>' +
      '<button type="button" aria-label="Copy code" hidden>Copy</button></div>',
  );
});

test('what follows a heading of the third level opens when it is pressed, and is left to that', async () => {
  const { html, passages } = await compile(
    'x',
    '# X\n\nAbout.\n\n## A\n\none\n\n### More\n\ntwo\n\n## B\n\nthree\n',
  );
  expect(html).toContain('<p>one</p>\n<details><summary>More</summary>\n<p>two</p>\n</details><h2 id="b">');
  expect(passages.map(({ text, body }) => [text, body])).toEqual([
    ['X', ''],
    ['A', 'one'],
    ['B', 'three'],
  ]);
});

test('markup in Markdown is not passed on', async () => {
  const { html } = await compile('x', '# X\n\nAbout.\n\n<script>alert(1)</script>\n');
  expect(html).not.toContain('<script');
});

test('links of the documentation lead to pages and headings that exist', () => {
  const known = new Set([
    '/',
    '/dashboard',
    '/login',
    '/pricing',
    '/settings',
    '/settings#email',
    '/settings#issues',
    '/settings#notifications',
    '/settings#webhooks',
    '/docs/api/openapi.json',
  ]);
  for (const { slug, headings } of all) {
    known.add(pathOf(slug)).add(markdownPathOf(slug));
    for (const { id } of headings) known.add(`${pathOf(slug)}#${id}`);
  }
  for (const { slug, html } of all) {
    for (const [, href = ''] of html.matchAll(/href="([^"]+)"/g)) {
      if (href.startsWith('https://')) continue;
      const target = href.replace(/\?.*/, '');
      expect(known).toContain(target.startsWith('#') ? pathOf(slug) + target : target);
    }
  }
});
