import { setTimeout as wait } from 'node:timers/promises';
import type { Router } from '@koa/router';
import type { App } from '../app.ts';
import { hasOwnMigrations } from '../db/db.ts';

const PATIENCE_MS = 2_000;

/** A newer release may have migrated further: an old process works on until it is replaced. */
function isReady(app: App): Promise<boolean> {
  return Promise.race([
    hasOwnMigrations(app.db).catch(() => false),
    wait(PATIENCE_MS, false, { ref: false }),
  ]);
}

/** `/healthz`: this process runs. `/readyz`: it can do its work, so traffic may be sent to it. */
export function healthRoutes(router: Router, app: App): void {
  router.get('/healthz', (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true };
  });
  router.get('/readyz', async (ctx) => {
    const ok = await isReady(app);
    ctx.set('Cache-Control', 'no-store');
    ctx.status = ok ? 200 : 503;
    ctx.body = { ok, database: ok ? 'ready' : 'not reachable, or its schema is older than this server' };
  });
}
