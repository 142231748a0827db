import type { Stripe } from 'stripe';
import type { Account, Handler } from './account.ts';
import { lister, reader } from './catalog.ts';
import { build } from './description.ts';
import { invalid, noSuch } from './failure.ts';
import { previewInvoice } from './invoices.ts';
import { idOf, type Ledger } from './ledger.ts';
import { isInvoiceOf, mergeMetadata, type Page, pageOf } from './lists.ts';

interface SubscriptionParams {
  customer: string;
  items: { price: string }[];
  default_payment_method?: string;
  metadata?: Stripe.Metadata;
  trial_period_days?: number;
}

function assertOwned(ledger: Ledger, method: string, customer: string): void {
  if (method === '') return;
  const owned = ledger.get('payment_method', method, 'default_payment_method');
  if (idOf(owned.customer) !== customer) throw noSuch('PaymentMethod', method, 'default_payment_method');
}

function createSubscription({ ledger, subscriptions }: Account, parameters: SubscriptionParams) {
  ledger.get('customer', parameters.customer, 'customer');
  assertOwned(ledger, parameters.default_payment_method ?? '', parameters.customer);
  return subscriptions.create({
    customer: parameters.customer,
    price: ledger.get('price', parameters.items[0]?.price ?? '', 'items[0][price]'),
    metadata: parameters.metadata ?? {},
    paymentMethod: parameters.default_payment_method ?? null,
    trialDays: parameters.trial_period_days ?? 0,
  });
}

interface SubscriptionChange {
  cancel_at?: number | '';
  cancel_at_period_end?: boolean;
  default_payment_method?: string;
  metadata?: Stripe.Metadata;
}

function updateSubscription(
  { ledger, subscriptions }: Account,
  change: SubscriptionChange,
  { subscription_exposed_id: id = '' },
): Stripe.Subscription {
  const held = ledger.get('subscription', id);
  if (held.status === 'canceled') {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (change.cancel_at_period_end === true) subscriptions.cancelAtPeriodEnd(held);
  else if (change.cancel_at_period_end === false || change.cancel_at === '')
    subscriptions.cancelAt(held, null);
  else if (change.cancel_at !== undefined) subscriptions.cancelAt(held, change.cancel_at);
  if (change.default_payment_method !== undefined) {
    assertOwned(ledger, change.default_payment_method, idOf(held.customer));
    // An empty one leaves the choice to the customer’s default.
    held.default_payment_method = change.default_payment_method || null;
  }
  held.metadata = mergeMetadata(held.metadata, change.metadata);
  subscriptions.changed(held);
  return held;
}

function cancelSubscription(
  { ledger, subscriptions }: Account,
  { cancellation_details: details }: { cancellation_details?: { comment?: string } },
  { subscription_exposed_id: id = '' },
) {
  const held = ledger.get('subscription', id);
  if (held.status === 'canceled') throw noSuch('subscription', id);
  const reason = 'cancellation_requested';
  held.cancellation_details = {
    comment: details?.comment ?? null,
    feedback: null,
    feedback_option: null,
    reason,
  };
  subscriptions.end(held);
  return held;
}

function listSubscriptions({ ledger }: Account, parameters: Page & { customer?: string; status?: string }) {
  const { customer, status } = parameters;
  ledger.assertCustomerExisted(customer);
  const wanted = ledger.all('subscription').filter((subscription) => {
    const isOwned = customer === undefined || idOf(subscription.customer) === customer;
    if (status === undefined) return isOwned && subscription.status !== 'canceled';
    return isOwned && (status === 'all' || subscription.status === status);
  });
  return pageOf(wanted, parameters, '/v1/subscriptions');
}

function preview({ ledger }: Account, { subscription = '' }: { subscription?: string }): Stripe.Invoice {
  return previewInvoice(ledger, ledger.get('subscription', subscription, 'subscription'));
}

function payInvoice({ ledger, subscriptions }: Account, _: never, { invoice = '' }): Stripe.Invoice {
  const held = ledger.get('invoice', invoice);
  if (held.status === 'paid') throw invalid('Invoice is already paid');
  subscriptions.pay(held);
  return held;
}

function refund({ ledger }: Account, { payment_intent: intent = '', reason }: Stripe.RefundCreateParams) {
  const paid = [...ledger.payments.values()].find(({ payment }) => payment.payment_intent === intent);
  if (!paid) throw noSuch('payment_intent', intent, 'payment_intent');
  if (ledger.all('refund').some((made) => made.payment_intent === intent)) {
    throw invalid('Charge has already been refunded.', { code: 'charge_already_refunded' });
  }
  const made = build<Stripe.Refund>('Refund', {
    id: ledger.newId('refund'),
    created: ledger.now,
    amount: paid.amount_paid ?? 0,
    currency: 'usd',
    payment_intent: intent,
    reason: reason ?? null,
    status: 'succeeded',
  });
  const invoice = ledger.get('invoice', idOf(paid.invoice));
  ledger.emit('charge.refunded', { object: 'charge', customer: invoice.customer });
  return ledger.put<'refund'>(made);
}

export const BILLING_OPERATIONS: Record<string, Handler> = {
  'POST /v1/subscriptions': createSubscription as Handler,
  'GET /v1/subscriptions': listSubscriptions as Handler,
  'GET /v1/subscriptions/{subscription_exposed_id}': reader('subscription', 'subscription_exposed_id'),
  'POST /v1/subscriptions/{subscription_exposed_id}': updateSubscription as Handler,
  'DELETE /v1/subscriptions/{subscription_exposed_id}': cancelSubscription as Handler,
  'GET /v1/invoices': lister('invoice', '/v1/invoices', isInvoiceOf as never),
  'GET /v1/invoices/{invoice}': reader('invoice', 'invoice'),
  'POST /v1/invoices/create_preview': preview as Handler,
  'POST /v1/invoices/{invoice}/pay': payInvoice,
  'POST /v1/refunds': refund as Handler,
};
