import type { Router } from '@koa/router';
import type { Config } from '../../platform/config.ts';
import type { Web } from './web.ts';

/** Pages a search engine may list, besides the documentation. */
const PUBLIC_PAGES = ['/', '/pricing'];

/**
 * Snapshots are not disallowed: chat apps that follow robots.txt could not preview their links. Their pages carry
 * `X-Robots-Tag: noindex` instead.
 */
const rules = (appUrl: string) => `User-agent: *
Disallow: /api/
Disallow: /dashboard
Disallow: /settings

Sitemap: ${appUrl}/sitemap.xml
`;

const sitemap = (appUrl: string, paths: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `  <url><loc>${appUrl}${path}</loc></url>`).join('\n')}
</urlset>
`;

export function robotsRoutes(
  router: Router,
  app: { config: Pick<Config, 'appUrl'>; web: Pick<Web, 'docs'> },
): void {
  const { appUrl } = app.config;
  router.get('/robots.txt', (ctx) => {
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = rules(appUrl);
  });
  router.get('/sitemap.xml', (ctx) => {
    ctx.type = 'application/xml; charset=utf-8';
    ctx.body = sitemap(appUrl, [...PUBLIC_PAGES, ...app.web.docs.keys()]);
  });
}
