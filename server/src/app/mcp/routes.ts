import type { RequestListener } from 'node:http';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import type { App } from '../../platform/context.ts';
import { MCP_PATH } from '../../platform/http/agentRequests.ts';
import { AppError } from '../../platform/http/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { answerInTurn } from './turns.ts';

/** Rejects browsers: a page must not reach this endpoint, even through DNS rebinding. Agents send no Origin. */
function authorize({ req, state }: Context, appUrl: string): Principal {
  const { origin } = req.headers;
  if (origin !== undefined && origin !== new URL(appUrl).origin)
    throw new AppError('forbidden', 'Requests from other sites are not allowed.');
  const principal = state['principal'] as Principal | null;
  if (principal?.credential.kind !== 'token')
    throw new AppError('unauthenticated', 'Send an access token as “Authorization: Bearer …”.');
  return principal;
}

/** MCP tools over HTTP. Stateless: any server process may answer any message. */
export function mcpRoutes(router: Router, app: App, answer: RequestListener): void {
  router.register(MCP_PATH, ['GET', 'POST', 'DELETE'], async (ctx: Context) => {
    ctx.state['route'] = MCP_PATH;
    const { userId } = authorize(ctx, app.config.appUrl);
    await app.rateLimits.consumeAccountCall('mcp', userId, networkOf(ctx.ip));
    // Loaded on demand: the protocol library takes time to load and 30 MB.
    const { serve } = await import('./serve.ts');
    await answerInTurn(ctx, userId, (ended) => serve(app, ctx, answer, ended));
  });
}
