import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

const page = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">` +
  `<title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;

/** Redirect target of a browser. */
export interface Loopback {
  redirectUri: string;
  close: () => void;
}

const PATH = '/signed-in';

/**
 * Listens on the loopback interface for the browser's redirect. `take` returns whether the query was the
 * expected one.
 */
export function listenForBrowser(take: (query: URLSearchParams) => boolean): Promise<Loopback> {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const own = `127.0.0.1:${port}`;
    const url = URL.canParse(request.url ?? '', `http://${own}`)
      ? new URL(request.url ?? '', `http://${own}`)
      : null;
    // Another Host header indicates a page of another site (DNS rebinding).
    const isAsked = request.method === 'GET' && request.headers.host === own && url?.pathname === PATH;
    if (!isAsked || !url) {
      response.writeHead(404, HEADERS).end(page('Page not found', 'This address only serves a sign-in.'));
    } else if (take(url.searchParams)) {
      response.writeHead(200, HEADERS).end(page('Back to Stagelink', 'You can close this tab.'));
    } else {
      response
        .writeHead(400, HEADERS)
        .end(page('This sign-in has ended', 'Start again in Stagelink and use the page it opens.'));
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ redirectUri: `http://127.0.0.1:${port}${PATH}`, close: () => void server.close() });
    });
  });
}
