import { type Browser, chromium, type Page } from '@playwright/test';
import { TREE_NODES_MAX } from '@stagelink/shared/locator/tree/limits';
import { PageTree, type TreeNode } from '@stagelink/shared/locator/tree/pageTree';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumArgs, headlessShellPath } from '../support/chromium.ts';
import { openPage } from '../support/locatorFixtures.ts';

/** What a page tree records of a page, and what it never does, in a real browser. */

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: headlessShellPath(), args: chromiumArgs });
  page = await browser.newPage();
});

afterAll(() => browser.close());

async function treeOf(body: string, around = 'body', route = '/'): Promise<PageTree> {
  await openPage(page, `<!doctype html><html lang="en-GB"><body style="margin:0">${body}`);
  return PageTree.parse(
    await page.evaluate(([one, two]) => window.locating.treeAround(one, two), [around, route] as const),
  );
}

const tagsOf = ({ nodes }: PageTree) => nodes.map(({ tag }) => tag).filter((tag) => tag !== 'script');
const nodeOf = (tree: PageTree, tag: string): TreeNode | undefined =>
  tree.nodes.find((node) => node.tag === tag);

test('it has the names, words and boxes of the elements of the body', async () => {
  const tree =
    await treeOf(`<main id="top" class="wide css-1q2w3e"><h1 style="margin:0;height:40px">Boats <b>and</b> bikes</h1>
    <a href="https://example.com/a/prices.html?token=secret#plans" title="All prices">Prices</a><a href="#about">About</a>
    <img src="/pictures/boat-3f9a8b7c.png?sig=secret" alt="A boat"><script>1</script><style>p{}</style></main>`);
  expect(tree).toMatchObject({ route: '/', width: 1280, lang: 'en', isCut: false });
  expect(tagsOf(tree)).toEqual(['body', 'main', 'h1', 'b', 'a', 'a', 'img']);
  expect(nodeOf(tree, 'main')).toMatchObject({ parent: 0, id: 'top', classes: ['wide'] });
  expect(nodeOf(tree, 'h1')).toMatchObject({ text: 'Boats ￼ bikes', box: [0, 0, 1280, 40] });
  expect(nodeOf(tree, 'a')?.attributes).toEqual({ href: 'prices.html', title: 'All prices' });
  expect(nodeOf(tree, 'img')?.attributes).toEqual({ src: 'boat.png', alt: 'A boat' });
  expect(JSON.stringify(tree)).not.toContain('secret');
});

test('it has nothing that was typed, and no query of the route', async () => {
  await openPage(
    page,
    `<!doctype html><body><form><label>Name <input name="name"></label><textarea></textarea><div contenteditable>a <b>c</b></div>
      <select><option>first<option>secret-choice</select><input type="submit" value="Send"></form>`,
  );
  await page.fill('input[name=name]', 'secret-name');
  await page.fill('textarea', 'secret-text');
  await page.locator('[contenteditable]').pressSequentially('secret-words');
  await page.selectOption('select', 'secret-choice');
  const tree = await page.evaluate(() => window.locating.treeAround('body', '/form?secret=1#end'));
  expect(PageTree.parse(tree).route).toBe('/form#end');
  expect(JSON.stringify(tree)).not.toContain('secret');
  expect(tree.nodes.find(({ attributes }) => attributes?.type === 'submit')?.text).toBe('Send');
  expect(nodeOf(tree, 'b')).not.toHaveProperty('text');
});

test('it enters open shadow roots and frames of the same origin', async () => {
  const tree = await treeOf(`<x-card><template shadowrootmode="open"><p>In a shadow</p></template></x-card>
    <iframe srcdoc="<body style='margin:0'><p style='margin:0'>In a frame" style="border:0;position:absolute;left:100px;top:300px"></iframe>`);
  const inside = tree.nodes.filter(({ tag }) => tag === 'p');
  expect(inside.map(({ text }) => text)).toEqual(['In a shadow', 'In a frame']);
  expect(inside[1]?.box?.slice(0, 2)).toEqual([100, 300]);
});

test('a drawing is one element, unless a pin is on a part of it', async () => {
  const drawing = `<svg width="90" height="40"><title>Sales</title><path d="M1 2h3"/><g><rect class="bar" width="9" height="9"/></g></svg>`;
  const whole = await treeOf(drawing);
  expect(tagsOf(whole)).toEqual(['body', 'svg']);
  expect(nodeOf(whole, 'svg')).toMatchObject({ text: 'Sales', attributes: { shape: 'M1 2h3' } });
  const parts = await treeOf(drawing, '.bar');
  expect(tagsOf(parts)).toEqual(['body', 'svg', 'title', 'path', 'g', 'rect']);
});

test('a page with too many elements is cut around the pins', async () => {
  const rows = Array.from({ length: 8000 }, (_, at) => `<li id="row-${at}"><b>${at}</b></li>`).join('');
  const tree = await treeOf(
    `<header><h1>Rows</h1></header><ul>${rows}</ul><footer>End</footer>`,
    '#row-7000',
  );
  expect(tree.isCut).toBe(true);
  expect(tree.nodes).toHaveLength(TREE_NODES_MAX);
  expect(tree.nodes.some(({ text }) => text === '7000')).toBe(true);
  expect(tagsOf(tree)).toContain('footer');
});

test('names that a page chose are names and nothing else', async () => {
  const fields = [
    'childNodes',
    'nextSibling',
    'firstChild',
    'getAttribute',
    'attributes',
    'shadowRoot',
    'localName',
  ]
    .map((name) => `<input name="${name}">`)
    .join('');
  const tree =
    await treeOf(`<input form="f" name="nextSibling"><form id="f" class="__proto__">${fields}<p id="__proto__">End</p></form>
    <form name="querySelector"></form><script>Array.prototype.entries = function () { return this; }; Array.prototype.toJSON = () => 'x'</script>`);
  expect(tree.nodes.find(({ text }) => text === 'End')).toMatchObject({ tag: 'p', id: '__proto__' });
});

test('a page that changes while it is read gives a tree that keeps to its contract', async () => {
  await openPage(
    page,
    `<!doctype html><body>${Array.from({ length: 60 }, (_, at) => `<section><h2>${at}</h2><p>Text</p></section>`).join('')}`,
  );
  const tree = await page.evaluate(() =>
    window.locating.treeWhileChanging((slice) => {
      document.body.lastElementChild?.remove();
      document.body.prepend(document.createElement(slice % 2 ? 'aside' : 'nav'));
      document.querySelector('section')?.replaceChildren('new');
    }),
  );
  expect(PageTree.parse(tree).nodes.length).toBeGreaterThan(60);
});
