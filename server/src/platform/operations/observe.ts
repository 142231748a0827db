import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { App } from '../context.ts';
import { countRequest } from './metrics.ts';

/**
 * Adds a request id to the response, and logs and measures the request when it ends. URLs may contain secrets (a
 * snapshot's link, a ticket), so only the route is logged.
 */
export function observe(app: App): Middleware {
  return async (ctx, next) => {
    const from = performance.now();
    const requestId = randomUUID();
    ctx.state['requestId'] = requestId;
    ctx.set('X-Request-Id', requestId);
    ctx.res.once('close', () => {
      const seconds = (performance.now() - from) / 1000;
      const route = String(ctx.state['route'] ?? 'other');
      countRequest(ctx.method, route, ctx.res.statusCode, seconds);
      const line = {
        requestId,
        method: ctx.method,
        route,
        status: ctx.res.statusCode,
        ms: Math.round(seconds * 1000),
        whole: ctx.res.writableFinished,
      };
      app.log.info(line, 'request');
    });
    await next();
  };
}
