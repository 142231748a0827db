import type { BillingPlan } from '@stagelink/shared/contracts/billing';
import { PRO_CENTS } from '@stagelink/shared/contracts/limits';
import type { Stripe } from 'stripe';
import { LOOKUP_KEYS } from './client.ts';
import { assertReply, misconfigured } from './failures.ts';

type Amounts = Record<BillingPlan, number | null>;

/** Returns the prices in cents of US dollars; null where there is none. */
export async function readPrices(stripe: Stripe): Promise<Amounts> {
  const { data } = await stripe.prices.list({ lookup_keys: Object.values(LOOKUP_KEYS), active: true });
  const centsOf = (plan: BillingPlan) =>
    data.find(({ lookup_key: key, currency }) => key === LOOKUP_KEYS[plan] && currency === 'usd')
      ?.unit_amount ?? null;
  return { monthly: centsOf('monthly'), annual: centsOf('annual') };
}

/** Returns the price that the pricing page names. While Stripe has another one, nothing is sold. */
export async function priceId(stripe: Stripe, plan: BillingPlan): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [LOOKUP_KEYS[plan]], active: true });
  assertReply(data);
  const [price] = data;
  if (!price) {
    const cause = new Error(`Stripe has no price with the key ${LOOKUP_KEYS[plan]}`);
    throw misconfigured('This server’s billing is not set up yet.', cause);
  }
  const { id, unit_amount: cents, currency } = price;
  if (cents === PRO_CENTS[plan] && currency === 'usd') return id;
  const cause = new Error(`The ${plan} price at Stripe is ${cents} ${currency}, not ${PRO_CENTS[plan]} usd`);
  throw misconfigured('Pro cannot be bought on this server right now.', cause);
}
