import { PRO_CENTS } from '@stagelink/shared/contracts/limits';
import { ConfigError } from '../../platform/config.ts';
import type { App } from '../../platform/context.ts';
import { runEach } from '../../platform/jobs/each.ts';
import { apply, type Billing } from './apply.ts';
import * as repo from './repo.ts';
import type { StripeApi } from './stripe.ts';
import { EVENT_TYPES, TRIAL_WILL_END } from './webhook.ts';

const DAY_MS = 86_400_000;
/** Stripe keeps events for this long. */
const EVENT_DAYS = 30;
/** Events arrive late and out of order, so the newest one does not mean that all before it came. */
const OVERLAP_MS = 3 * DAY_MS;

/** Applies what missed webhooks would have brought. Returns how many customers were read again. */
export async function reconcile(billing: Billing, now: Date, signal: AbortSignal): Promise<number> {
  const { app, stripe } = billing;
  const newest = await repo.newestEvent(app.db);
  const since = new Date(
    newest === null
      ? now.getTime() - EVENT_DAYS * DAY_MS
      : Math.min(newest.getTime(), now.getTime()) - OVERLAP_MS,
  );
  const customers = new Map<string, boolean>();
  for (const customerId of await repo.overdueCustomers(app.db)) customers.set(customerId, false);
  const events = (await stripe.eventsSince(since)).filter(({ type }) => EVENT_TYPES.includes(type));
  for (const event of events) {
    const isNew = await app.db.transaction((tx) => repo.claimEvent(tx, event));
    if (!isNew || event.customerId === null) continue;
    const wasEnding = customers.get(event.customerId) ?? false;
    customers.set(event.customerId, wasEnding || event.type === TRIAL_WILL_END);
  }
  const read = async ([customerId, isTrialEnding]: [string, boolean]) => {
    await apply(billing, customerId, { isTrialEnding });
    return true;
  };
  return runEach(app, [...customers], read, signal);
}

/** Stripe must ask for what the pricing page promises. A Stripe that does not answer does not prevent the start. */
export async function checkPrices(app: App, stripe: StripeApi): Promise<void> {
  let prices: Awaited<ReturnType<StripeApi['readPrices']>>;
  try {
    prices = await stripe.readPrices();
  } catch (cause) {
    app.log.error({ err: cause }, 'the prices at Stripe could not be checked');
    return;
  }
  const isRight = prices.monthly === PRO_CENTS.monthly && prices.annual === PRO_CENTS.annual;
  if (isRight) return;
  const problem = 'The prices at Stripe are not those of this release: run npm run billing:setup.';
  if (app.config.mode === 'production') throw new ConfigError(problem);
  app.log.warn({ prices }, problem);
}
