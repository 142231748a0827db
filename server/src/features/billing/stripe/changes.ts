import { Stripe } from 'stripe';
import { idOf, LISTED } from './client.ts';
import { isMissing } from './failures.ts';
import { DEACTIVATED, REFUSED } from './subscriptions.ts';

/** Charges the customer’s default card from now on, which the portal changes, and makes this one the default first. */
export async function chargeDefaultCard(
  stripe: Stripe,
  customerId: string,
  subscriptionId: string,
  cardId: string,
): Promise<void> {
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: cardId } });
  await stripe.subscriptions.update(subscriptionId, { default_payment_method: '' });
}

export async function cancelAtPeriodEnd(
  stripe: Stripe,
  subscriptionId: string,
  { isDeactivation }: { isDeactivation: boolean },
): Promise<void> {
  await stripe.subscriptions.update(subscriptionId, {
    cancel_at_period_end: true,
    ...(isDeactivation && { metadata: { [DEACTIVATED]: 'yes' } }),
  });
}

/** Continues a subscription that was cancelled. */
export async function reactivate(stripe: Stripe, subscriptionId: string): Promise<void> {
  const { cancel_at_period_end: isAtPeriodEnd } = await stripe.subscriptions.retrieve(subscriptionId);
  await stripe.subscriptions.update(subscriptionId, {
    ...(isAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' as const }),
    metadata: { [DEACTIVATED]: '' },
  });
}

/** Ends a subscription at once, as if it had never been. */
export async function refuse(stripe: Stripe, subscriptionId: string): Promise<void> {
  try {
    // One request ends and marks it, so that a server that stops meanwhile leaves neither without the other.
    await stripe.subscriptions.cancel(subscriptionId, { cancellation_details: { comment: REFUSED } });
  } catch (cause) {
    if (!isMissing(cause)) throw cause; // it has ended already
  }
}

/** Ends a subscription at once; it counts as one that was. */
export async function end(stripe: Stripe, subscriptionId: string): Promise<void> {
  await stripe.subscriptions.cancel(subscriptionId);
}

const isRefunded = (cause: unknown) =>
  cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'charge_already_refunded';

async function refundPayment(stripe: Stripe, intent: string): Promise<void> {
  try {
    await stripe.refunds.create(
      { payment_intent: intent, reason: 'duplicate' },
      { idempotencyKey: `refund:${intent}` },
    );
  } catch (cause) {
    if (!isRefunded(cause)) throw cause;
  }
}

/** Refunds everything that was paid for a subscription. Returns the cents. */
export async function refundAll(stripe: Stripe, subscriptionId: string): Promise<number> {
  const { data: invoices } = await stripe.invoices.list({
    subscription: subscriptionId,
    status: 'paid',
    limit: LISTED,
    expand: ['data.payments'],
  });
  let cents = 0;
  for (const { payments, amount_paid: amount } of invoices) {
    const intents = (payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent));
    for (const intent of intents) if (intent !== null) await refundPayment(stripe, intent);
    cents += amount;
  }
  return cents;
}
