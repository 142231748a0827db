import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { AGENT_PATHS, agentTag, CONNECT, READY } from '@stagelink/shared/preview/handshake';
import type { FromAgent, PreviewState, ToAgent } from '@stagelink/shared/preview/messages';

/** The built agent on origins that only a story serves, and a minimal viewer. */

export const APP = 'http://app.test';
export const CONTENT = 'http://label.content.test';
/** The version that its documents belong to. */
export const SERVED = { snapshotId: 'k3q9x7m2a1b4', version: 1 };
const BUILT = path.resolve(import.meta.dirname, '../../web/dist-agent');

declare global {
  interface Window {
    received: FromAgent[];
    ready: { origin: string }[];
    sendToAgent: (message: ToAgent) => void;
  }
}

/** Documents of one origin by path. */
export type Site = Record<string, string>;

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript',
  '.map': 'application/json',
};
const typeOf = (file: string) => TYPES[path.extname(file)] ?? 'text/html; charset=utf-8';

export async function serve(page: Page, origin: string, site: Site, root = ''): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const part = AGENT_PATHS.find((one) => pathname === root + one);
    if (part !== undefined) {
      const body = await readFile(path.join(BUILT, path.basename(part)));
      const headers = { 'Access-Control-Allow-Origin': '*' };
      return route.fulfill({ contentType: 'text/javascript', headers, body });
    }
    const body = site[pathname];
    return body === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: typeOf(pathname), body });
  });
}

/** A minimal viewer: answers READY from `origin` with a port and records messages. */
export const viewer = (
  src: string,
  origin: string,
  sandbox = 'allow-scripts allow-same-origin allow-forms',
) => `
<!doctype html><title>Viewer</title><body style="margin:0">
<iframe id="preview" sandbox="${sandbox}" src="${src}" style="border:0;width:600px;height:400px"></iframe>
<script>
  window.received = []; window.ready = [];
  const frame = document.getElementById('preview');
  addEventListener('message', (event) => {
    if (event.data !== ${JSON.stringify(READY)}) return;
    window.ready.push({ origin: event.origin });
    if (event.source !== frame.contentWindow || event.origin !== ${JSON.stringify(origin)}) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => window.received.push(data);
    window.sendToAgent = (message) => port1.postMessage(message);
    frame.contentWindow.postMessage(${JSON.stringify(CONNECT)}, event.origin === 'null' ? '*' : event.origin, [port2]);
  });
</script>`;

export const document = (body: string, { title = 'Home', root = '' } = {}) =>
  `<!doctype html><html><head>${agentTag(APP, SERVED, root)}<title>${title}</title></head><body>${body}</body></html>`;

/** Collects errors and warnings of every frame; the agent must cause none. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  return complaints;
}

export const lastState = (page: Page) =>
  page.evaluate(() => window.received.findLast(({ type }) => type === 'state') as PreviewState | undefined);
export const preview = (page: Page) => page.frameLocator('#preview');

export async function openViewer(page: Page, html: string): Promise<void> {
  await serve(page, APP, { '/': html });
  await page.goto(`${APP}/`);
}
