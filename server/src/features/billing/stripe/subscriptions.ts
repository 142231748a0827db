import type { Stripe } from 'stripe';
import type { CardFacts, PaymentFacts, StripeStatus, SubscriptionFacts } from '../policy.ts';
import { dateOf, LISTED, objectOf } from './client.ts';
import { findCustomer } from './customers.ts';
import { assertReply, isInvalid, isMissing } from './failures.ts';

/** The comment of a subscription that was refused; it does not count. */
export const REFUSED = 'Refused by Stagelink';
/** Marks a cancellation that followed the deactivation of the account. */
export const DEACTIVATED = 'deactivated';

const RUNNING: ReadonlySet<string> = new Set(['trialing', 'active', 'past_due', 'unpaid']);
/** Those that have ended count before attempts that were never paid. */
const ENDED: ReadonlySet<string> = new Set(['canceled', 'paused']);

interface Ranked {
  current: Stripe.Subscription | undefined;
  /** Others that run and charge as well. */
  duplicates: Stripe.Subscription[];
}

/** The subscription that counts: the oldest that runs, else the newest that has ended, else the newest attempt. */
function ranked(subscriptions: Stripe.Subscription[]): Ranked {
  const counting = subscriptions
    .filter(({ status, cancellation_details: why }) => status !== 'canceled' || why?.comment !== REFUSED)
    .toSorted((a, b) => b.created - a.created);
  const [oldest, ...younger] = counting.filter(({ status }) => RUNNING.has(status)).toReversed();
  return {
    current: oldest ?? counting.find(({ status }) => ENDED.has(status)) ?? counting[0],
    duplicates: younger,
  };
}

function paymentOf(invoice: Stripe.Invoice): PaymentFacts {
  return {
    invoiceId: invoice.id ?? '',
    cents: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    isPaid: invoice.status === 'paid',
    isRefused: invoice.status === 'open' && invoice.attempted,
    isRenewal: invoice.billing_reason === 'subscription_cycle',
    at: dateOf(invoice.status_transitions.paid_at ?? invoice.created) ?? new Date(0),
    receiptUrl: invoice.hosted_invoice_url ?? null,
  };
}

function cardOf(field: string | Stripe.PaymentMethod | null | undefined): CardFacts | null {
  const method = objectOf(field);
  if (!method) return null;
  const { id, created, card } = method;
  return { id, addedAt: dateOf(created) ?? new Date(0), fingerprint: card?.fingerprint ?? null };
}

async function previewOf(
  stripe: Stripe,
  { id, status, cancel_at: cancelAt }: Stripe.Subscription,
): Promise<SubscriptionFacts['next']> {
  if (cancelAt !== null || (status !== 'trialing' && status !== 'active')) return null;
  try {
    const preview = await stripe.invoices.createPreview({ subscription: id });
    const at = dateOf(preview.next_payment_attempt ?? preview.period_end);
    return at && { at, cents: preview.amount_due };
  } catch (cause) {
    // It was cancelled between the two requests; the next event brings that.
    if (isInvalid(cause)) return null;
    throw cause;
  }
}

async function factsOf(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  customer: Stripe.Customer | undefined,
): Promise<Omit<SubscriptionFacts, 'duplicateIds'>> {
  const { data: invoices } = await stripe.invoices.list({ subscription: subscription.id, limit: LISTED });
  const [item] = subscription.items.data;
  const periodEnd = dateOf(item?.current_period_end ?? null);
  return {
    id: subscription.id,
    status: subscription.status as StripeStatus,
    plan: item?.price.recurring?.interval === 'year' ? 'annual' : 'monthly',
    startedAt: dateOf(subscription.start_date) ?? new Date(0),
    periodEnd,
    trialEnd: dateOf(subscription.trial_end),
    // The API sets `cancel_at_period_end`, the customer portal only `cancel_at`.
    cancelAt: dateOf(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null),
    cancelledAt: dateOf(subscription.canceled_at),
    isCancelledByDeactivation: subscription.metadata[DEACTIVATED] !== undefined,
    next: await previewOf(stripe, subscription),
    ownCard: cardOf(subscription.default_payment_method),
    customerCard: cardOf(customer?.invoice_settings.default_payment_method),
    billingEmail: customer?.email ?? null,
    payments: invoices.map(paymentOf),
  };
}

async function list(stripe: Stripe, customerId: string): Promise<Stripe.Subscription[]> {
  try {
    const { data } = await stripe.subscriptions.list({
      customer: customerId,
      status: 'all',
      limit: LISTED,
      expand: ['data.default_payment_method'],
    });
    assertReply(data);
    return data;
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
}

/** Returns the subscription that counts, and its payments; null if there never was one. */
export async function readSubscription(
  stripe: Stripe,
  customerId: string,
): Promise<SubscriptionFacts | null> {
  const [customer, subscriptions] = await Promise.all([
    findCustomer(stripe, customerId),
    list(stripe, customerId),
  ]);
  const { current, duplicates } = ranked(subscriptions);
  if (!current) return null;
  return { ...(await factsOf(stripe, current, customer)), duplicateIds: duplicates.map(({ id }) => id) };
}
