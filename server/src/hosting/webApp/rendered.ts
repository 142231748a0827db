import type { Context } from 'koa';
import { identify } from '../../features/identity/authenticate.ts';
import { presentUser } from '../../features/identity/accounts/present.ts';
import * as users from '../../features/identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';

async function principalOf(app: App, ctx: Context): Promise<Principal | null> {
  try {
    return await identify(app, ctx.req);
  } catch {
    // These pages are public: a damaged credential or a database that does not answer shows them as to a visitor.
    return null;
  }
}

/** Returns what the prices are to a user: sold, or why not. */
async function pricesFor(app: App, principal: Principal | null, query: Context['query']): Promise<string> {
  if (app.config.billing === null) return 'included';
  const row = principal && (await users.find(app.db, principal.userId));
  const user = row && presentUser(row, app.config);
  if (user?.subscriptionStatus === 'past_due') return 'pastDue';
  if (user?.canAccessPro) return 'pro';
  if (query['notice'] === 'card_used') return 'cardUsed';
  if (query['mode'] !== 'trial') return 'upgrade';
  return user?.hasHadTrial ? 'trialUsed' : 'trial';
}

const flags = (...names: (string | false | null)[]): string => names.filter(Boolean).join(' ');

/** Prices with a checkout, which may add taxes. */
const OFFERS: ReadonlySet<string> = new Set(['upgrade', 'trial', 'cardUsed', 'trialUsed']);

/** Returns which of a path's pages, rendered at build time, answers this request; null if the app does. */
export async function variantOf(app: App, ctx: Context): Promise<string | null> {
  if (ctx.path !== '/' && ctx.path !== '/pricing') return null;
  const principal = await principalOf(app, ctx);
  const session = principal && 'session';
  if (ctx.path === '/') return flags(session, app.config.tryWithoutAccount && 'try');
  const prices = await pricesFor(app, principal, ctx.query);
  const hasTaxes = app.config.billing?.collectsTaxes === true && OFFERS.has(prices);
  return flags(session, prices, hasTaxes && 'taxes');
}
