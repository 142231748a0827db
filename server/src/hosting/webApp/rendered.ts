import type { Context } from 'koa';
import { identify } from '../../features/identity/authenticate.ts';
import type { App } from '../../platform/context.ts';

async function hasSession(app: App, ctx: Context): Promise<boolean> {
  try {
    return (await identify(app, ctx.req)) !== null;
  } catch {
    // These pages are public: a damaged credential or a database that does not answer shows them as to a visitor.
    return false;
  }
}

/**
 * Returns which of a path's pages, rendered at build time, answers this request; null if the app does. With an
 * account, prices and buttons depend on its plan.
 */
export async function variantOf(app: App, ctx: Context): Promise<string | null> {
  const { billing, tryWithoutAccount } = app.config;
  if (ctx.path === '/')
    return [(await hasSession(app, ctx)) && 'session', tryWithoutAccount && 'try'].filter(Boolean).join(' ');
  if (ctx.path !== '/pricing' || ctx.query['notice'] !== undefined || (await hasSession(app, ctx)))
    return null;
  if (billing === null) return 'included';
  return ctx.query['mode'] === 'trial' ? 'trial' : 'upgrade';
}
