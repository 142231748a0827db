import { expect, type Page, test } from '@playwright/test';
import { type ElementSource, Inspection } from '@stagelink/shared/preview/inspection';
import { last, middleOf, openPreview, pickAt } from '../support/pinSteps.ts';
import { CONTENT, document, type Site } from '../support/previewStage.ts';
import { developmentBuild } from '../support/sourceBuilds.ts';
import { REACT, ROOT, SVELTE, VUE } from '../support/sourceProjects.ts';

/** What the agent says about picked elements for coding agents, above all where they are in the source. */

async function inspect(page: Page, selector: string): Promise<Inspection> {
  const { x, y } = await middleOf(page, selector);
  const { pickId } = await pickAt(page, x, y);
  await expect.poll(async () => (await last(page, 'inspected'))?.pickId).toBe(pickId);
  const { inspection } = (await last(page, 'inspected')) ?? {};
  return Inspection.parse(JSON.parse(inspection ?? 'null'));
}

async function sourcesIn(page: Page, site: Site, selector: string): Promise<ElementSource[]> {
  await openPreview(page, site);
  return (await inspect(page, selector)).elements[0]?.sources ?? [];
}

const MOUNT = document(ROOT);
/** Everything that a source says surely or likely. */
const knownPlaces = (sources: ElementSource[]) => sources.filter(({ certainty }) => certainty !== 'hint');

test('React: the file and line of an element by the source map, and its components', async ({ page }) => {
  const site = { '/': MOUNT, ...(await developmentBuild(REACT)) };
  expect(knownPlaces(await sourcesIn(page, site, 'h2'))).toEqual([
    {
      certainty: 'exact',
      by: 'react',
      file: 'src/parts/Card.jsx',
      line: 4,
      column: 7,
      components: ['Card', 'App'],
    },
  ]);
  // What a component is given is written where it is given.
  expect(knownPlaces((await inspect(page, 'button')).elements[0]?.sources ?? [])).toEqual([
    { certainty: 'exact', by: 'react', file: 'src/App.jsx', line: 5, column: 13, components: ['App'] },
  ]);
  // React did not make this one.
  expect(knownPlaces((await inspect(page, 'em')).elements[0]?.sources ?? [])).toMatchObject([
    { certainty: 'likely', file: 'src/parts/Card.jsx', line: 5 },
  ]);
});

test('React without source maps: components, and no file', async ({ page }) => {
  const site = { '/': MOUNT, ...(await developmentBuild(REACT, { hasMaps: false })) };
  expect(await sourcesIn(page, site, 'h2')).toEqual([
    { certainty: 'hint', by: 'react', components: ['Card', 'App'] },
    { certainty: 'hint', by: 'page', search: ['Total'] },
  ]);
});

test('React 18: what its build kept at the element', async ({ page }) => {
  const body = `<button>Pay</button><script>
    const at = (fileName, lineNumber) => ({ fileName, lineNumber, columnNumber: 7 });
    function Card() {}
    const owner = { type: Card, _debugOwner: null, _debugSource: at('/Users/ada/shop/src/Card.jsx', 3) };
    document.querySelector('button')['__reactFiber$x1'] = {
      type: 'button', _debugOwner: owner, _debugSource: at('/Users/ada/shop/node_modules/ui/Button.js', 9),
    };
  </script><p>Own</p><script>
    document.querySelector('p')['__reactFiber$x1'] = {
      type: 'p', _debugOwner: owner, _debugSource: at('C:\\\\Users\\\\ada\\\\shop\\\\src\\\\Own.jsx', 4),
    };
  </script>`;
  // A library made the button: the element of the project around it is meant.
  expect(knownPlaces(await sourcesIn(page, { '/': document(body) }, 'button'))).toEqual([
    { certainty: 'likely', by: 'react', file: 'src/Card.jsx', line: 3, column: 7, components: ['Card'] },
  ]);
  expect(knownPlaces((await inspect(page, 'p')).elements[0]?.sources ?? [])).toEqual([
    { certainty: 'exact', by: 'react', file: 'src/Own.jsx', line: 4, column: 7, components: ['Card'] },
  ]);
});

test('Vue: the file of the template an element is written in, also in a slot', async ({ page }) => {
  const built = await developmentBuild(VUE);
  expect(knownPlaces(await sourcesIn(page, { '/': MOUNT, ...built }, 'h2'))).toEqual([
    { certainty: 'exact', by: 'vue', file: 'src/parts/Card.vue', components: ['Card', 'App'] },
  ]);
  expect(knownPlaces((await inspect(page, 'button')).elements[0]?.sources ?? [])).toEqual([
    { certainty: 'exact', by: 'vue', file: 'src/App.vue', components: ['App'] },
  ]);
  expect(knownPlaces((await inspect(page, 'em')).elements[0]?.sources ?? [])).toMatchObject([
    { certainty: 'likely', file: 'src/parts/Card.vue' },
  ]);
});

test('Svelte: the file and line of an element', async ({ page }) => {
  const built = await developmentBuild(SVELTE);
  expect(knownPlaces(await sourcesIn(page, { '/': MOUNT, ...built }, 'h2'))).toMatchObject([
    { certainty: 'exact', by: 'svelte', file: 'src/Card.svelte', line: 5, column: 3 },
  ]);
  expect(knownPlaces((await inspect(page, 'button')).elements[0]?.sources ?? [])).toMatchObject([
    { certainty: 'exact', by: 'svelte', file: 'src/App.svelte', line: 4, column: 7 },
  ]);
});

test('attributes of locator plugins: Solid, code-inspector, LocatorJS, react-dev-inspector, Astro', async ({
  page,
}) => {
  const body = `
    <p id="a" data-source-loc="src/App.tsx:10:5">Solid</p>
    <p id="b" data-insp-path="src/Pay.vue:12:3:p">Inspector</p>
    <p id="c" data-locatorjs-id="/Users/ada/shop/src/Cart.tsx::1">Locator</p>
    <p id="d" data-inspector-relative-path="src/Top.jsx" data-inspector-line="7" data-inspector-column="9">Dev</p>
    <p id="e" data-astro-source-file="/Users/ada/shop/src/pages/index.astro" data-astro-source-loc="3:2">Astro</p>
    <p id="f" data-source-loc="logo.png">Something else</p>
    <script>window.__LOCATOR_DATA__ = { '/Users/ada/shop/src/Cart.tsx': {
      filePath: '/src/Cart.tsx', expressions: [null, { loc: { start: { line: 8, column: 4 } } }] } }</script>`;
  await openPreview(page, { '/': document(body) });
  const place = async (id: string) => knownPlaces((await inspect(page, `#${id}`)).elements[0]?.sources ?? []);
  const exact = (by: string, file: string, line: number, column: number) => [
    { certainty: 'exact', by, file, line, column },
  ];
  expect(await place('a')).toEqual(exact('solid', 'src/App.tsx', 10, 5));
  expect(await place('b')).toEqual(exact('attribute', 'src/Pay.vue', 12, 3));
  expect(await place('c')).toEqual(exact('attribute', 'src/Cart.tsx', 8, 5));
  expect(await place('d')).toEqual(exact('attribute', 'src/Top.jsx', 7, 9));
  expect(await place('e')).toEqual(exact('attribute', 'src/pages/index.astro', 3, 2));
  expect(await place('f')).toEqual([]);
});

test('a plain page: no file, words to search for, styles, and what failed on the page, without secrets', async ({
  page,
}) => {
  const body = `<style>.pay-button{color:rgb(255,0,0);padding:4px 8px}</style>
    <img src="/missing.png?user=7" alt="">
    <button class="pay-button" id="pay">Pay now</button><input id="typed">
    <script>
      console.error('Cart %s failed, token=%s', 'loading', 'q1w2e3r4');
      fetch('/api/cart?session=1', { method: 'POST' });
      Promise.reject(new TypeError('No cart'));
      addEventListener('input', (event) => console.error('Unknown ' + event.target.value));
    </script>`;
  await openPreview(page, { '/': document(body) });
  const field = await middleOf(page, '#typed');
  await page.mouse.click(field.x, field.y);
  await page.keyboard.type('Erika Mustermann');
  const { elements, errors, requests, scheme } = await inspect(page, '#pay');
  expect(scheme).toBe('light');
  expect(elements).toMatchObject([
    {
      role: 'button',
      text: 'Pay now',
      styles: expect.arrayContaining(['color: rgb(255, 0, 0)', 'padding: 4px 8px']),
      sources: [{ certainty: 'hint', by: 'page', search: ['pay', 'pay-button', 'Pay now'] }],
    },
  ]);
  expect(errors).toContainEqual({ kind: 'console', text: 'Cart loading failed, token=[secret]' });
  expect(errors).toContainEqual({ kind: 'rejection', text: 'TypeError: No cart' });
  expect(JSON.stringify(errors)).not.toMatch(/Erik|Must/);
  expect(requests).toEqual(
    expect.arrayContaining([
      { method: 'GET', path: '/missing.png', status: 404 },
      { method: 'POST', path: '/api/cart', status: 404 },
    ]),
  );
});

test('a page that sets traps gets nothing said about it surely, and keeps its console', async ({ page }) => {
  const body = `<button>Pay</button><script>
    const trap = new Proxy({}, { get() { throw new Error('trap'); }, has() { throw new Error('trap'); } });
    const button = document.querySelector('button');
    button['__reactFiber$x1'] = trap;
    button.__svelte_meta = { loc: { file: '../../../../etc/passwd', line: -1, column: 'x' } };
    button.__vnode = { ctx: { type: { __file: 'src/\\u0000x.vue' } } };
    button.setAttribute('data-insp-path', '\\u202e/x'.repeat(9999) + ':1:1');
    const written = [];
    document.title = String(/native code/.test(Function.prototype.toString.call(console.error)) && console.error.name);
  </script>`;
  const sources = await sourcesIn(page, { '/': document(body) }, 'button');
  expect(knownPlaces(sources).filter(({ certainty }) => certainty === 'exact')).toEqual([]);
  await expect.poll(async () => (await last(page, 'state'))?.title).toBe('error');
  expect(page.url()).not.toContain(CONTENT);
});
