import type { Stripe } from 'stripe';
import { LISTED, OURS } from './client.ts';

/** Returns the URL of the customer portal, on its first page or the one that changes the payment method. */
export async function openPortal(
  stripe: Stripe,
  customerId: string,
  returnUrl: string,
  page: 'home' | 'payment',
): Promise<string | null> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: LISTED });
  const configuration = data.find(({ metadata }) => metadata?.['app'] === OURS.app)?.id;
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customerId,
    return_url: returnUrl,
    ...(configuration !== undefined && { configuration }),
    ...(page === 'payment' && { flow_data: { type: 'payment_method_update' as const } }),
  });
  return url;
}
