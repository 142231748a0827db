import { setTimeout as wait } from 'node:timers/promises';
import type { Router } from '@koa/router';
import type { App } from '../context.ts';
import { hasOwnMigrations } from '../db/db.ts';

const TIMEOUT_MS = 2_000;

/** Returns ready on a newer schema too: an old process keeps working until it is replaced. */
function isReady(app: App): Promise<boolean> {
  return Promise.race([hasOwnMigrations(app.db).catch(() => false), wait(TIMEOUT_MS, false, { ref: false })]);
}

/** `/healthz`: the process runs. `/readyz`: it can serve traffic. */
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
