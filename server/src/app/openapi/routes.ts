import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Router } from '@koa/router';
import type { App } from '../../platform/context.ts';
import { type Asset, chooseForm, createAsset } from '../../platform/serving/assets.ts';
import { uncompressed } from '../../platform/serving/builtFiles.ts';
import { acceptedEncodings } from '../../platform/serving/negotiate.ts';
import { sendAnswer } from '../../platform/serving/send.ts';
import { apiDocument } from './openapi.ts';

const main = createRequire(import.meta.url).resolve('@scalar/api-reference');
const SCRIPT = path.join(path.dirname(main), 'browser/standalone.js');

/** The reference page sets styles from its script. It may load and call nothing but this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <title>Stagelink API</title>
    <script src="/docs/api/reference.js" defer></script>
    <script src="/docs/api/start.js" defer></script>
  </head>
  <body>
    <div id="reference"></div>
  </body>
</html>
`;

const START = `Scalar.createApiReference('#reference', {
  url: '/docs/api/openapi.json',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});
`;

const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'];

/** Keeps a file in memory from its first request on: rendering or reading it takes longer than sending it. */
function once(create: () => Promise<Buffer>, type: string, cacheControl: string): () => Promise<Asset> {
  let asset: Promise<Asset> | undefined;
  return () =>
    (asset ??= create().then((body) => createAsset(uncompressed(body), type, cacheControl, NO_SNIFFING)));
}

/** Serves the OpenAPI document and a reference page without third-party resources. */
export function docsRoutes(router: Router, app: App): void {
  const document = () => Promise.resolve(apiDocument(app.config.appUrl));
  const files = {
    '/docs/api/openapi.json': once(document, 'application/json; charset=utf-8', 'no-cache'),
    '/docs/api/reference.js': once(
      () => readFile(SCRIPT),
      'text/javascript; charset=utf-8',
      'public, max-age=86400',
    ),
  };
  for (const [address, read] of Object.entries(files)) {
    router.get(address, async (ctx) => {
      const answer = chooseForm(await read(), acceptedEncodings(ctx.req.headers['accept-encoding']));
      ctx.respond = false;
      sendAnswer(app, ctx.req, ctx.res, answer);
    });
  }
  router.get('/docs/api', (ctx) => {
    ctx.set({
      'Content-Security-Policy': POLICY,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    });
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = PAGE;
  });
  router.get('/docs/api/start.js', (ctx) => {
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.body = START;
  });
}
