import { setUpBilling } from '../../features/billing/setup.ts';
import { openStripe, type StripeStandIn } from './standIn.ts';

/** Opens a Stripe whose account `billing:setup` has prepared. */
export async function openPreparedStripe(): Promise<StripeStandIn> {
  const stripe = await openStripe();
  await setUpBilling({ stripeSecretKey: stripe.secretKey, apiBase: stripe.url }, null);
  return stripe;
}
