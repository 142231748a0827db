import { setTimeout as wait } from 'node:timers/promises';
import type { Router } from '@koa/router';
import type { App } from '../app.ts';

const PATIENCE_MS = 2_000;

/** Completed migrations minus known ones, as Knex counts them: 0 means the schema is the one this code was written for. */
async function isReady(app: App): Promise<boolean> {
  const answer = await Promise.race([
    app.db.migrate.status().catch(() => null),
    wait(PATIENCE_MS, null, { ref: false }),
  ]);
  return answer === 0;
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
    ctx.body = { ok, database: ok ? 'ready' : 'not reachable, or its schema is another version' };
  });
}
