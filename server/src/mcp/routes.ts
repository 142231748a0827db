import type { RequestListener } from 'node:http';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import type { Viewer } from '../http/viewer.ts';

/** Where coding agents speak to this server. */
const PATH = '/api/mcp';

/** A page in a browser must not reach this, whatever name it has given our address; agents are no pages. */
function admit({ req, state }: Context, appUrl: string): Viewer {
  const { origin } = req.headers;
  if (origin !== undefined && origin !== new URL(appUrl).origin)
    throw new AppError('forbidden', 'This cannot be called from another site.');
  const viewer = state['viewer'] as Viewer | null;
  if (viewer?.credential.kind !== 'token')
    throw new AppError('unauthenticated', 'Send an access token as “Authorization: Bearer …”.');
  return viewer;
}

/**
 * Tools for coding agents over HTTP. Each message is answered by itself and nothing is remembered between two, so any
 * server process may answer any of them.
 */
export function mcpRoutes(router: Router, app: App, answer: RequestListener): void {
  router.register(PATH, ['GET', 'POST', 'DELETE'], async (ctx: Context) => {
    ctx.state['route'] = PATH;
    const { userId } = admit(ctx, app.config.appUrl);
    await app.rateLimits.count('mcp', userId);
    // The protocol's library takes its time and 30 MB: a server that no agent speaks to goes without.
    const { serve } = await import('./serve.ts');
    await serve(app, ctx, answer);
  });
}
