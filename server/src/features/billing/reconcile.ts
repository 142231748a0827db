import { PRO_CENTS } from '@stagelink/shared/contracts/limits';
import type { App } from '../../platform/context.ts';
import { reportOf } from '../../platform/errorReports.ts';
import { runEach } from '../../platform/jobs/each.ts';
import { apply } from './apply.ts';
import type { Billing } from './context.ts';
import * as repo from './repo.ts';
import type { StripeEvent } from './stripe/events.ts';
import type { StripeApi } from './stripe/stripe.ts';
import { EVENT_TYPES, TRIAL_WILL_END } from './webhook.ts';

const DAY_MS = 86_400_000;
/** Stripe keeps events for this long. */
const EVENT_DAYS = 30;
/** Events arrive late and out of order, so the newest one does not mean that all before it came. */
const OVERLAP_MS = 3 * DAY_MS;

/** Keeps the events that did not arrive and enqueues one job for each of their customers, all or nothing. */
async function catchUp({ app }: Billing, events: StripeEvent[]): Promise<number> {
  return app.db.transaction(async (tx) => {
    const customers = new Map<string, boolean>();
    for (const event of events) {
      if (!(await repo.claimEvent(tx, event)) || event.customerId === null) continue;
      const isTrialEnding = event.type === TRIAL_WILL_END || customers.get(event.customerId) === true;
      customers.set(event.customerId, isTrialEnding);
    }
    for (const [customerId, isTrialEnding] of customers)
      await app.jobs.enqueue(tx, 'apply_billing', { customerId, isTrialEnding });
    return customers.size;
  });
}

/** Finds what missed webhooks would have brought. Returns how many customers are read again. */
export async function reconcile(billing: Billing, now: Date, signal: AbortSignal): Promise<number> {
  const { app, stripe } = billing;
  const newest = await repo.newestEvent(app.db);
  const since = new Date(
    newest === null
      ? now.getTime() - EVENT_DAYS * DAY_MS
      : Math.min(newest.getTime(), now.getTime()) - OVERLAP_MS,
  );
  const missed = await catchUp(billing, await stripe.eventsSince(since, EVENT_TYPES));
  const read = async (customerId: string) => {
    await apply(billing, customerId);
    return true;
  };
  return missed + (await runEach(app, await repo.overdueCustomers(app.db), read, signal));
}

/** What was found at the start; the server serves in any case. */
function reportProblem({ log, errorReports }: App, problem: string, cause: unknown): void {
  log.error({ err: cause }, problem);
  errorReports.report(reportOf(new Error(problem, { cause }), 'start'));
}

/** Stripe must ask for what the pricing page promises. While it does not, purchases are refused. */
export async function checkPrices(app: App, stripe: StripeApi): Promise<void> {
  try {
    const prices = await stripe.readPrices();
    if (prices.monthly === PRO_CENTS.monthly && prices.annual === PRO_CENTS.annual) return;
    const problem = `Pro cannot be bought: the prices at Stripe are not those of this release. Run npm run billing:setup.`;
    reportProblem(app, problem, new Error(JSON.stringify(prices)));
  } catch (cause) {
    reportProblem(app, 'The prices at Stripe could not be checked.', cause);
  }
}
