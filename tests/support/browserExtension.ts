import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './chromium.ts';
import { expect, authenticate, type StoryFixtures, test as story } from './story.ts';
import type { Server } from './server.ts';
import type { Account } from './stagelink.ts';

/** Differs from the package in one line of its manifest: stories cannot press the button that gives access to a page. */
export const TESTED = path.resolve(import.meta.dirname, '../../capture/dist/tested');

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A website of a story: pages and files by path. */
export interface Site {
  url: string;
  /** The same server under another name, which browsers treat as another website. */
  outside: string;
  pages: Record<string, string | Handler>;
  requests: IncomingMessage[];
}

const TYPES: Record<string, string> = {
  css: 'text/css',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** Serves a website until it is closed. */
export async function openSite(): Promise<Site & { close: () => void }> {
  const pages: Site['pages'] = {};
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const at = new URL(request.url ?? '/', 'http://site').pathname;
    const found = pages[at];
    if (found === undefined) return void response.writeHead(404).end();
    if (typeof found === 'function') return found(request, response);
    const extension = /\.(\w+)$/.exec(at)?.[1] ?? 'html';
    response.setHeader('Content-Type', TYPES[extension] ?? 'application/octet-stream');
    response.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    outside: `http://site.localhost:${port}`,
    pages,
    requests,
    close,
  };
}

export interface Capture {
  context: BrowserContext;
  /** Signs in as the owner, through the consent page. */
  signIn: () => Promise<Page>;
  /** Opens the popup for a page, in a window of its own so that the page stays visible. */
  popup: (page: Page) => Promise<Page>;
  /** Lets the signed-in extension call another server. */
  connectTo: (server: string) => Promise<void>;
  /** Opens an address in a tab. */
  visit: (address: string) => Promise<Page>;
  extensionId: string;
}

/** Starts Chromium with an unpacked extension and a profile in a folder. */
export const launchWith = (
  extension: string,
  profile: string,
  args: readonly string[] = [],
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    headless: true,
    viewport: { width: 1280, height: 800 },
    args: [
      ...chromiumArgs,
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      ...args,
    ],
  });

export const workerOf = async (context: BrowserContext) =>
  context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));

/** Signs the extension in, on its settings page and through the consent page. */
export async function signInOn(
  settings: string,
  context: BrowserContext,
  server: Server,
  account: Account,
): Promise<Page> {
  const page = await context.newPage();
  await authenticate(page, server, account.email);
  await page.goto(settings);
  await page.getByLabel('Server').fill(server.url);
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await (await opened).getByRole('button', { name: 'Allow' }).click();
  await page.getByText(`Signed in as ${account.email}`).waitFor();
  return page;
}

/** Starts Chromium with the extension as stories use it, and a new profile. */
export async function startCapture(
  server: Server,
  account: Account,
  args: readonly string[] = [],
): Promise<Capture & { close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-capture-'));
  const context = await launchWith(TESTED, folder, args);
  const worker = await workerOf(context);
  context.setDefaultTimeout(60_000);
  const extensionId = new URL(worker.url()).host;
  const at = (file: string) => `chrome-extension://${extensionId}/${file}`;
  return {
    context,
    extensionId,
    async visit(address) {
      const page = await context.newPage();
      await page.goto(address);
      return page;
    },
    signIn: () => signInOn(at('options.html'), context, server, account),
    async connectTo(url) {
      await (
        await workerOf(context)
      ).evaluate(async (given) => {
        const { storage } = (globalThis as unknown as { chrome: ChromeApis }).chrome;
        const { session } = await storage.local.get('session');
        await storage.local.set({ session: { ...session, server: given } });
      }, url);
    },
    async popup(page) {
      const given = page.url();
      const tab = await (
        await workerOf(context)
      ).evaluate(async (url) => {
        const chrome = (globalThis as unknown as { chrome: ChromeApis }).chrome;
        const tabs = await chrome.tabs.query({});
        return tabs.filter((each) => each.url === url).at(-1)?.id;
      }, given);
      const popup = await context.newPage();
      await popup.setViewportSize({ width: 360, height: 600 });
      await popup.goto(`${at('popup.html')}?tab=${tab}`);
      return popup;
    },
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const test = story.extend<StoryFixtures & { capture: Capture; site: Site }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
  site: async ({}, use) => {
    const site = await openSite();
    await use(site);
    site.close();
  },
  capture: async ({ server, owner }, use) => {
    const capture = await startCapture(server, owner.account);
    await use(capture);
    await capture.close();
  },
});

/** What stories use of the worker's `chrome`. */
interface ChromeApis {
  tabs: { query: (filter: object) => Promise<{ id: number; url?: string }[]> };
  storage: {
    local: {
      get: (name: string) => Promise<{ session: object }>;
      set: (values: object) => Promise<void>;
    };
  };
}

/** Ends the worker as the browser does when it is idle. */
export async function endWorker({ context, extensionId }: Capture): Promise<void> {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/options.html`);
  const browser = await context.newCDPSession(page);
  await browser.send('ServiceWorker.enable');
  await browser.send('ServiceWorker.stopAllWorkers');
  await browser.detach();
  await page.close();
}

/** Presses Capture once the page was read, and returns its link. */
export async function captureFrom(popup: Page, name = 'Capture'): Promise<string> {
  await popup.getByRole('button', { name, exact: true }).click();
  await popup.getByRole('heading', { name: /Your link is ready|Version \d+ is live/ }).waitFor();
  return (await popup.locator('#link').textContent()) ?? '';
}

export { expect };
