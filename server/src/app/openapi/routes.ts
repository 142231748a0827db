import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Router } from '@koa/router';
import type { App } from '../../platform/context.ts';
import { openApiDocument } from './openapi.ts';

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

/** Serves the OpenAPI document and a reference page without third-party resources. */
export function docsRoutes(router: Router, app: App): void {
  // Created for the first request: it takes longer than the rest of the routes together.
  let document: string | undefined;
  router.get('/docs/api/openapi.json', (ctx) => {
    ctx.type = 'application/json; charset=utf-8';
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.body = document ??= JSON.stringify(openApiDocument(app.config.appUrl));
  });
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
  router.get('/docs/api/reference.js', (ctx) => {
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.set('Cache-Control', 'public, max-age=86400');
    ctx.body = createReadStream(SCRIPT);
  });
}
