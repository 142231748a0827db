import type { Stripe } from 'stripe';
import { build } from './description.ts';
import { cardDeclined, type Failure, invalid } from './failure.ts';
import { idOf, type Ledger } from './ledger.ts';

const SECONDS_PER_DAY = 86_400;
/** Stripe leaves a renewal’s invoice open to changes for about an hour before it charges. */
export const DRAFT_SECONDS = 3600;
/** After a first failed charge: three more attempts within two weeks, then the subscription is cancelled. */
const RETRY_DAYS = [3, 5, 6];

export const priceOf = (subscription: Stripe.Subscription): Stripe.Price => {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  return item.price;
};

function couponOf({ discounts }: Stripe.Subscription): Stripe.Coupon | null {
  const [discount] = discounts;
  const source = typeof discount === 'object' ? discount.source.coupon : null;
  return typeof source === 'object' ? source : null;
}

/** Cents of the next period, its discount included. */
export function amountOf(subscription: Stripe.Subscription): number {
  const full = priceOf(subscription).unit_amount ?? 0;
  const coupon = couponOf(subscription);
  return coupon ? Math.round(full * (1 - (coupon.percent_off ?? 0) / 100)) : full;
}

function draftInvoice(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  amount: number,
  reason: Stripe.Invoice.BillingReason,
): Stripe.Invoice {
  const [item] = subscription.items.data;
  const invoice = build<Stripe.Invoice>('Invoice', {
    id: ledger.newId('invoice'),
    created: ledger.now,
    currency: 'usd',
    customer: idOf(subscription.customer),
    status: 'draft',
    billing_reason: reason,
    amount_due: amount,
    amount_remaining: amount,
    subtotal: amount,
    total: amount,
    period_start: item?.current_period_start ?? ledger.now,
    period_end: item?.current_period_end ?? ledger.now,
    parent: build<Stripe.Invoice.Parent>('Invoice.Parent', {
      type: 'subscription_details',
      subscription_details: build<Stripe.Invoice.Parent.SubscriptionDetails>(
        'Invoice.Parent.SubscriptionDetails',
        { subscription: subscription.id, metadata: subscription.metadata },
      ),
    }),
  });
  return invoice;
}

export function openInvoice(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
): Stripe.Invoice {
  const amount =
    reason === 'subscription_create' && subscription.status === 'trialing' ? 0 : amountOf(subscription);
  const invoice = ledger.put<'invoice'>(draftInvoice(ledger, subscription, amount, reason));
  subscription.latest_invoice = invoice.id;
  ledger.emit('invoice.created', invoice);
  return invoice;
}

function paymentMethodFor(ledger: Ledger, subscription: Stripe.Subscription): string {
  const customer = ledger.get('customer', idOf(subscription.customer));
  return idOf(subscription.default_payment_method) || idOf(customer.invoice_settings.default_payment_method);
}

/** Uses up a discount that counts once. */
function spendDiscount(subscription: Stripe.Subscription): void {
  if (couponOf(subscription)?.duration === 'once') subscription.discounts = [];
}

/** Keeps what charged the card, which a refund names. */
function notePayment(ledger: Ledger, invoice: Stripe.Invoice): void {
  if (invoice.amount_paid === 0) return;
  const payment = build<Stripe.InvoicePayment>('InvoicePayment', {
    id: ledger.newId('invoice_payment'),
    created: ledger.now,
    invoice: invoice.id ?? '',
    currency: 'usd',
    amount_paid: invoice.amount_paid,
    amount_requested: invoice.amount_paid,
    is_default: true,
    status: 'paid',
    payment: { type: 'payment_intent', payment_intent: ledger.newId('payment_intent') },
  });
  ledger.payments.set(invoice.id ?? '', payment);
}

/** Finalizes the invoice and charges the card. Returns what Stripe says about the card if that fails. */
export function collect(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Failure | null {
  if (invoice.status === 'draft') {
    invoice.status = 'open';
    invoice.status_transitions.finalized_at = ledger.now;
    ledger.emit('invoice.finalized', invoice);
  }
  invoice.attempted = true;
  invoice.attempt_count += 1;
  const card = paymentMethodFor(ledger, subscription);
  const isRefused = card === '' || ledger.refusedCards.has(card);
  if (invoice.amount_due > 0 && isRefused) {
    const days = RETRY_DAYS[invoice.attempt_count - 1];
    invoice.next_payment_attempt = days === undefined ? null : ledger.now + days * SECONDS_PER_DAY;
    ledger.emit('invoice.payment_failed', invoice);
    return cardDeclined('generic_decline');
  }
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    hosted_invoice_url: `https://invoice.stripe.com/i/${invoice.id}`,
  });
  invoice.status_transitions.paid_at = ledger.now;
  notePayment(ledger, invoice);
  if (invoice.amount_due > 0) spendDiscount(subscription);
  ledger.emit('invoice.paid', invoice);
  return null;
}

export function previewInvoice(ledger: Ledger, subscription: Stripe.Subscription): Stripe.Invoice {
  const isOver = subscription.status === 'canceled' || subscription.cancel_at !== null;
  if (isOver) {
    throw invalid('No upcoming invoices for customer', { code: 'invoice_upcoming_none' });
  }
  const [item] = subscription.items.data;
  const preview = draftInvoice(ledger, subscription, amountOf(subscription), 'upcoming');
  preview.id = `upcoming_${preview.id}`;
  preview.next_payment_attempt = item?.current_period_end ?? null;
  return preview;
}
