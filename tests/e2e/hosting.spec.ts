import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Frame, Page, Response } from '@playwright/test';
import { ApiOwner } from '../support/apiOwner.ts';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';
import { expect, test } from '../support/story.ts';

/** What a browser does with the bytes, headers and caches of a snapshot. */

type Files = Record<string, string | Buffer<ArrayBuffer>>;

interface Link {
  id: string;
  /** Root on its content origin. */
  address: string;
  restage: (files: Files) => Promise<void>;
}

async function stage(url: string, files: Files): Promise<Link> {
  const owner = await ApiOwner.register(url);
  const { snapshot, contentUrl } = await owner.stage(files, { password: 'none' });
  const address = new URL(contentUrl);
  address.hostname = address.hostname.replace(/-v\d+\./, '.');
  const restage = async (next: Files) => {
    await owner.stage(next, { snapshotId: snapshot.id });
  };
  return { id: snapshot.id, address: address.href, restage };
}

const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const square = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="${color}"/></svg>`;

/** The prototype's document in the viewer. */
async function openInViewer(visitor: Page, { id }: Link): Promise<Frame> {
  await visitor.goto(`/s/${id}`);
  const frame = await visitor.locator('iframe').first().elementHandle();
  const content = await frame?.contentFrame();
  if (!content) throw new Error('The viewer has no frame');
  return content;
}

/** The agent leaves no trace in the document. */
const hasAgent = async (response: Response | null) =>
  (await response?.text())?.includes('/__stagelink/agent.js') ?? false;

test('a part of a page that a script fetches has one root, and the page has the agent', async ({
  server,
  visitor,
}) => {
  const link = await stage(server.url, {
    'index.html': page(
      'Parts',
      `<card></card><script type="module">
        const part = await (await fetch('parts/card.html')).text();
        const parsed = document.createElement('template');
        parsed.innerHTML = part.trim();
        if (parsed.content.childNodes.length !== 1) throw new Error('Template must have exactly one root element');
        document.querySelector('card').replaceWith(parsed.content.firstChild);
      </script>`,
    ),
    'parts/card.html': '<article class="card">One root</article>\n',
  });
  const response = await visitor.goto(link.address);
  await expect(visitor.locator('article.card')).toHaveText('One root');
  expect(await hasAgent(response)).toBe(true);
});

test('a worker that checks the hash of each page it keeps is installed', async ({ server, visitor }) => {
  const index = page(
    'App',
    `<output></output><script>navigator.serviceWorker.register('sw.js').then(() => navigator.serviceWorker.ready)
      .then(({ active }) => { document.querySelector('output').textContent = 'installed ' + active.scriptURL.split('/').pop(); })</script>`,
  );
  const integrity = `sha256-${createHash('sha256').update(index).digest('base64')}`;
  const link = await stage(server.url, {
    'index.html': index,
    'sw.js': `const files = [new Request('index.html', { integrity: '${integrity}', cache: 'no-cache' })];
      addEventListener('install', (event) => event.waitUntil(caches.open('app').then((cache) => cache.addAll(files))));
      addEventListener('fetch', () => undefined);`,
  });
  await visitor.goto(link.address);
  await expect(visitor.locator('output')).toHaveText('installed sw.js');
});

test('a page that a service worker asks the network for has the agent', async ({ server, visitor }) => {
  const link = await stage(server.url, {
    'index.html': page('App', `<script>navigator.serviceWorker.register('sw.js')</script>`),
    'sw.js': `addEventListener('install', () => skipWaiting());
      addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`,
  });
  await visitor.goto(link.address);
  await visitor.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const response = await visitor.reload();
  expect(response?.fromServiceWorker()).toBe(true);
  expect(await hasAgent(response)).toBe(true);
});

test('after a restage reviewers see the new pictures, whatever their names look like', async ({
  server,
  visitor,
}) => {
  const names = [
    'img/hero-V2Mobile',
    'assets/banner-2024Xmas',
    'img/hero-Home2Col',
    'static/Slide-Nr12of30',
    'media/facade-1a2b3c4d5e',
    'screens/checkout-20260312b',
    'dist/IMG-20240115a',
    'build/team-Q3Review1a',
    'assets/logo-CbHGx12a',
    'fonts/photo.8bf3c1d2',
  ].map((name) => `${name}.svg`);
  const files = (color: string) => ({
    'index.html': page('Pictures', names.map((name) => `<img src="${name}">`).join('')),
    ...Object.fromEntries(names.map((name) => [name, square(color)])),
  });
  const colors = () =>
    visitor.evaluate(async () => {
      const seen = new Set<string>();
      for (const image of document.images) {
        await image.decode();
        const context = document.createElement('canvas').getContext('2d');
        context?.drawImage(image, 0, 0);
        seen.add(String(context?.getImageData(5, 5, 1, 1).data));
      }
      return { count: document.images.length, seen: [...seen] };
    });
  const link = await stage(server.url, files('red'));
  await visitor.goto(link.address);
  expect(await colors()).toEqual({ count: names.length, seen: ['255,0,0,255'] });
  await link.restage(files('blue'));
  await visitor.goto(link.address);
  expect(await colors()).toEqual({ count: names.length, seen: ['0,0,255,255'] });
});

test('scripts and pictures that a build has packed run and show', async ({ server, visitor }) => {
  const link = await stage(server.url, {
    'index.html': page(
      'Packed',
      `<img src="a.svgz"><script src="Build/g.framework.js.br"></script><script src="Build/h.js.gz"></script>
       <output></output><script type="module">
         const bytes = await (await fetch('Build/g.wasm.gz')).text();
         document.querySelector('output').textContent = window.br + window.gz + bytes;
       </script>`,
    ),
    'Build/g.framework.js.br': Buffer.from(brotliCompressSync('window.br="br "')),
    'Build/h.js.gz': Buffer.from(gzipSync('window.gz="gz "')),
    'Build/g.wasm.gz': Buffer.from(gzipSync('wasm')),
    'a.svgz': Buffer.from(gzipSync(square('red'))),
  });
  await visitor.goto(link.address);
  await expect(visitor.locator('output')).toHaveText('br gz wasm');
  expect(await visitor.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(20);
});

test('a build for a base path runs in the viewer, its router included', async ({ server, visitor }) => {
  const link = await stage(server.url, {
    'index.html': `<!doctype html><html><head><base href="/repo/"><script type="module" src="main-ABCD1234.js"></script><title>Base</title></head><body><output></output></body></html>`,
    'main-ABCD1234.js': `document.querySelector('output').textContent = 'running at ' + location.pathname`,
  });
  const frame = await openInViewer(visitor, link);
  await expect(frame.locator('output')).toHaveText('running at /repo/');
});

const THREADS = `<output></output><script type="module">
  const worker = new Worker('worker.js');
  const shared = new SharedArrayBuffer(4);
  worker.onmessage = () => {
    document.querySelector('output').textContent = crossOriginIsolated + ' ' + new Int32Array(shared)[0];
  };
  worker.postMessage(shared);
</script>`;
const WORKER = `onmessage = ({ data }) => { new Int32Array(data)[0] = 7; postMessage('done'); }`;

test('a prototype that asks for isolation shares memory with its worker in the viewer', async ({
  server,
  visitor,
}) => {
  for (const policy of ['require-corp', 'credentialless']) {
    const link = await stage(server.url, {
      _headers: `/*\n  Cross-Origin-Opener-Policy: same-origin\n  Cross-Origin-Embedder-Policy: ${policy}\n`,
      'index.html': page('Threads', THREADS),
      'worker.js': WORKER,
    });
    const frame = await openInViewer(visitor, link);
    await expect(frame.locator('output')).toHaveText('true 7');
    await visitor.goto(link.address);
    await expect(visitor.locator('output')).toHaveText('true 7');
  }
});

test('a prototype that a service worker isolates is isolated in the viewer', async ({ server, visitor }) => {
  const link = await stage(server.url, {
    'index.html': page('Threads', `<script src="coi-serviceworker.js"></script>${THREADS}`),
    // As the published script: nothing to do where the page is isolated.
    'coi-serviceworker.js': `if (!crossOriginIsolated) throw new Error('not isolated')`,
    'worker.js': WORKER,
  });
  const frame = await openInViewer(visitor, link);
  await expect(frame.locator('output')).toHaveText('true 7');
});

/** The newest switch of this name counts. */
const WITHOUT_POLICY = [...chromiumArgs, '--disable-features=DocumentIsolationPolicy'];

test('where a browser does not isolate frames, the viewer says so and offers a tab', async ({
  playwright,
  server,
}) => {
  const link = await stage(server.url, {
    _headers: '/*\n  Cross-Origin-Opener-Policy: same-origin\n  Cross-Origin-Embedder-Policy: require-corp\n',
    'index.html': page('Threads', THREADS),
    'worker.js': WORKER,
  });
  const browser = await playwright.chromium.launch({ executablePath: chromiumPath(), args: WITHOUT_POLICY });
  try {
    const visitor = await browser.newPage({ baseURL: server.url });
    await openInViewer(visitor, link);
    await expect(visitor.getByText('This page needs shared memory.')).toBeVisible();
    const opening = visitor.context().waitForEvent('page');
    await visitor.getByRole('button', { name: 'Open in new tab' }).click();
    const tab = await opening;
    await expect(tab.locator('output')).toHaveText('true 7');
  } finally {
    await browser.close();
  }
});

const COPYING = `<button onclick="copy()">Copy</button><output></output><script>
  async function copy() {
    try {
      await navigator.clipboard.writeText('npm start');
      await document.documentElement.requestFullscreen();
      document.querySelector('output').textContent = 'copied, full screen';
    } catch (error) { document.querySelector('output').textContent = error; }
  }
</script>`;

test('a prototype in the viewer copies and goes full screen, as in a tab', async ({ server, visitor }) => {
  const link = await stage(server.url, { 'index.html': page('Slides', COPYING) });
  const frame = await openInViewer(visitor, link);
  await frame.getByRole('button', { name: 'Copy' }).click();
  await expect(frame.locator('output')).toHaveText('copied, full screen');
});
