import type { Router } from '@koa/router';
import type { Config } from '../../platform/config.ts';

const HELP = '/docs/troubleshooting';

/** Leads to the operator's support address, which the pages do not know, or else to the documentation. */
export function supportRoutes(
  router: Router,
  { config: { supportEmail } }: { config: Pick<Config, 'supportEmail'> },
): void {
  router.get('/support', (ctx) => {
    ctx.status = 303;
    ctx.set('Location', supportEmail === null ? HELP : `mailto:${encodeURIComponent(supportEmail)}`);
    ctx.set('Cache-Control', 'no-cache');
  });
}
