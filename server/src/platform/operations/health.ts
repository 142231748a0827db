import { setTimeout as wait } from 'node:timers/promises';
import type { Router } from '@koa/router';
import type { App } from '../context.ts';
import { hasOwnMigrations } from '../db/db.ts';

const TIMEOUT_MS = 2_000;

const succeeds = (check: Promise<boolean>): Promise<boolean> =>
  Promise.race([check.catch(() => false), wait(TIMEOUT_MS, false, { ref: false })]);

const isStoreReadable = async ({ blobs }: App) => (await blobs.readMarker()) !== null;

/** `/healthz`: the process runs. `/readyz`: it can serve traffic. */
export function healthRoutes(router: Router, app: App): void {
  router.get('/healthz', (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ok: true };
  });
  router.get('/readyz', async (ctx) => {
    // A newer schema is ready too: an old process keeps working until it is replaced.
    const [database, store] = await Promise.all([
      succeeds(hasOwnMigrations(app.db)),
      succeeds(isStoreReadable(app)),
    ]);
    const ok = database && !app.listener.isLost;
    ctx.set('Cache-Control', 'no-store');
    ctx.status = ok ? 200 : 503;
    ctx.body = {
      ok,
      database: database ? 'ready' : 'not reachable, or its schema is older than this server',
      notifications: app.listener.isLost ? 'do not arrive' : 'ready',
      // Pages that are cached are still served without it.
      files: store ? 'ready' : 'not reachable',
    };
  });
}
