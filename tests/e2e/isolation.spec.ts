import type { Page } from '@playwright/test';
import { ApiOwner } from '../support/apiOwner.ts';
import { expect, test } from '../support/story.ts';

interface Staged {
  id: string;
  /** Root on its content origin. */
  address: string;
}

async function stage(owner: ApiOwner, files: Record<string, string>, password = 'none'): Promise<Staged> {
  const { snapshot, contentUrl } = await owner.stage(files, { password });
  return { id: snapshot.id, address: contentUrl };
}

const signIn = (page: Page, url: string, { token }: ApiOwner) =>
  page.context().addCookies([
    {
      name: '__Host-session',
      value: token,
      domain: new URL(url).hostname,
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    },
  ]);

/** A page that writes its script's result into `#found`. */
const finding = (script: string) =>
  `<!doctype html><title>Prototype</title><output id="found"></output><script type="module">${script};
   document.querySelector('#found').textContent = JSON.stringify(found)</script>`;

const HONEST = {
  'index.html': finding(`
    import { answer } from '/lib/answer.js';
    const message = (worker) => new Promise((done, failed) => { worker.onmessage = ({ data }) => done(data); worker.onerror = failed });
    localStorage.setItem('kept', 'yes');
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    const found = {
      module: answer,
      lazy: (await import('/lib/answer.js')).answer,
      data: (await (await fetch('/data.json')).json()).ok,
      storage: localStorage.getItem('kept'),
      worker: await message(new Worker('/lib/worker.js')),
      moduleWorker: await message(new Worker('/lib/moduleWorker.js', { type: 'module' })),
      scope: (await navigator.serviceWorker.getRegistration()).scope === location.origin + '/',
    }`),
  'lib/answer.js': 'export const answer = 42;',
  'lib/worker.js': 'postMessage("classic")',
  'lib/moduleWorker.js': 'import { answer } from "./answer.js"; postMessage(answer)',
  'worker.js': 'self.addEventListener("fetch", () => {})',
  'data.json': '{"ok":true}',
};
const HONEST_FOUND = {
  module: 42,
  lazy: 42,
  data: true,
  storage: 'yes',
  worker: 'classic',
  moduleWorker: 42,
  scope: true,
};

const textOf = async (found: { textContent: () => Promise<string | null> }) =>
  JSON.parse((await found.textContent()) ?? '') as Record<string, unknown>;

test('an honest prototype works, opened directly and in the viewer, public and protected', async ({
  page,
  server,
}) => {
  const owner = await ApiOwner.register(server.url);
  const [open, locked] = [await stage(owner, HONEST), await stage(owner, HONEST, 'sesame')];
  await page.goto(open.address);
  const direct = page.locator('#found:not(:empty)');
  await expect(direct).toBeVisible();
  expect(await textOf(direct)).toEqual(HONEST_FOUND);

  await signIn(page, server.url, owner);
  for (const { id } of [open, locked]) {
    await page.goto(`${server.url}/s/${id}`);
    const framed = page.frameLocator('#preview').locator('#found:not(:empty)');
    await expect(framed).toBeVisible();
    expect(await textOf(framed)).toEqual(HONEST_FOUND);
  }
});

test('a snapshot’s script reaches neither another snapshot nor the app', async ({ page, server }) => {
  const owner = await ApiOwner.register(server.url);
  const victim = await stage(owner, {
    'index.html': finding(`
      localStorage.setItem('secret', 'victim'); document.cookie = 'secret=victim';
      await (await caches.open('secret')).put('/secret', new Response('victim'));
      indexedDB.open('secret'); const found = 1`),
  });
  const attempts = (victimAddress: string, app: string, victimId: string) =>
    finding(`
      const tried = async (act) => { try { return await act() } catch (error) { return 'refused' } };
      const frame = (src) => new Promise((done) => { const made = document.createElement('iframe'); made.src = src; made.onload = () => done(made); document.body.append(made) });
      const found = {
        storage: localStorage.getItem('secret'),
        cookies: document.cookie,
        caches: (await caches.keys()).length,
        databases: (await indexedDB.databases()).length,
        victimFile: await tried(async () => (await fetch('${victimAddress}')).text()),
        victimFrame: await tried(async () => (await frame('${victimAddress}')).contentWindow.document.title),
        me: await tried(async () => (await fetch('${app}/me', { credentials: 'include' })).text()),
        snapshot: await tried(async () => (await fetch('${app}/snapshots/${victimId}', { credentials: 'include' })).text()),
        remove: await tried(async () => (await fetch('${app}/api/snapshots/${victimId}', { method: 'DELETE', credentials: 'include' })).text()),
        socket: await new Promise((done) => { const socket = new WebSocket('${app.replace('http', 'ws')}/api/events?snapshotId=${victimId}'); socket.onopen = () => done('open'); socket.onerror = () => done('refused') }),
        ownSocket: await new Promise((done) => { const socket = new WebSocket('ws://' + location.host + '/api/events'); socket.onopen = () => done('open'); socket.onerror = () => done('refused') }),
        viewer: await tried(() => parent === self ? 'refused' : parent.document.title),
        domain: await tried(() => { document.domain = 'localhost'; return document.domain === 'localhost' ? 'widened' : 'refused' }),
        widerCookie: (() => { document.cookie = 'tossed=1; Domain=localhost; Path=/'; return document.cookie })(),
        appWorker: await tried(async () => { await navigator.serviceWorker.register('${app}/colorScheme.js'); return 'registered' }),
        top: await tried(() => { if (top === self) return 'refused'; top.location = location.href; return 'left' }),
      }`);
  const attacker = await stage(owner, {
    'index.html': attempts(victim.address, server.url, victim.id),
  });

  await signIn(page, server.url, owner);
  await page.goto(victim.address);
  await expect(page.locator('#found:not(:empty)')).toBeVisible();

  const nothing = {
    storage: null,
    cookies: '',
    caches: 0,
    databases: 0,
    victimFile: 'refused',
    victimFrame: 'refused',
    me: 'refused',
    snapshot: 'refused',
    remove: 'refused',
    socket: 'refused',
    ownSocket: 'refused',
    viewer: 'refused',
    domain: 'refused',
    widerCookie: '',
    appWorker: 'refused',
    top: 'refused',
  };
  await page.goto(attacker.address);
  const direct = page.locator('#found:not(:empty)');
  await expect(direct).toBeVisible();
  expect(await textOf(direct)).toEqual(nothing);

  await page.goto(`${server.url}/s/${attacker.id}`);
  const framed = page.frameLocator('#preview').locator('#found:not(:empty)');
  await expect(framed).toBeVisible();
  expect(await textOf(framed)).toEqual(nothing);
  expect(page.url()).toBe(`${server.url}/s/${attacker.id}`);

  expect((await page.goto(victim.address))?.status()).toBe(200);
});
