import type { Stripe } from 'stripe';
import { escapeHtml } from '../../platform/serving/pages.ts';
import { paymentMethodOf, readCard } from './cards.ts';
import { Failure, invalid } from './failure.ts';
import { amountOf } from './invoices.ts';
import { idOf } from './ledger.ts';
import type { Account } from './account.ts';

/** What a browser gets for a hosted page. */
export interface PageReply {
  status: number;
  html?: string;
  location?: string;
}

type Fields = Record<string, string>;

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const termsOf = ({ unit_amount: cents, recurring }: Stripe.Price) =>
  `${dollars(cents ?? 0)} per ${recurring?.interval}`;
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

const page = (title: string, body: string): PageReply => ({
  status: 200,
  html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}</html>`,
});

const alert = (text: string) => (text === '' ? '' : `<p role="alert">${escapeHtml(text)}</p>`);
const hidden = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
const field = (label: string, name: string) => `<p><label>${label} <input name="${name}"></label></p>`;
const button = (label: string, action: string) => `<button name="action" value="${action}">${label}</button>`;
const form = (...parts: string[]) => `<form method="post">${parts.join('')}</form>`;
const cardFields = field('Card number', 'number') + field('Expiration', 'expiry') + field('CVC', 'cvc');

function messageOf(cause: unknown): string {
  if (cause instanceof Failure) return cause.message;
  throw cause;
}

/** Keeps a card that was typed on a hosted page. */
function saveCard({ ledger }: Account, customer: string, number: string): string {
  const card = readCard(number);
  const method = ledger.put<'payment_method'>(
    paymentMethodOf(card, ledger.newId('payment_method'), ledger.now),
  );
  if (card.behavior.declinedLater !== undefined) ledger.refusedCards.add(method.id);
  method.customer = customer;
  ledger.emit('payment_method.attached', method);
  return method.id;
}

function promotionOf({ ledger }: Account, code: string): Stripe.PromotionCode | undefined {
  if (code === '') return undefined;
  const promotion = ledger.all('promotion_code').find((candidate) => candidate.code === code);
  const isOver = promotion?.expires_at != null && promotion.expires_at <= ledger.now;
  if (!promotion?.active || isOver) throw invalid('This code is invalid.');
  return promotion;
}

function checkoutPage({ ledger }: Account, session: Stripe.Checkout.Session, problem = ''): PageReply {
  const { price, trialDays } = ledger.purchaseOf(session.id);
  const amount = termsOf(price);
  const terms = trialDays > 0 ? `${trialDays} days free, then ${amount}` : amount;
  return page(
    'Checkout',
    `<p>${terms}</p>${alert(problem)}${form(
      cardFields,
      session.allow_promotion_codes ? field('Promotion code', 'promotion') : '',
      button(trialDays > 0 ? 'Start trial' : 'Subscribe', 'pay'),
    )}<p><a href="${escapeHtml(session.cancel_url ?? '')}">Back</a></p>`,
  );
}

const authenticationPage = (fields: Fields): PageReply =>
  page(
    '3D Secure authentication',
    form(
      hidden(fields),
      button('Complete authentication', 'authenticate'),
      button('Fail authentication', 'refuse'),
    ),
  );

function complete(account: Account, session: Stripe.Checkout.Session, fields: Fields): PageReply {
  const { ledger, subscriptions } = account;
  const { price, trialDays, metadata } = ledger.purchaseOf(session.id);
  const customer = idOf(session.customer);
  const promotion = promotionOf(account, fields['promotion'] ?? '');
  const paymentMethod = saveCard(account, customer, fields['number'] ?? '');
  const subscription = subscriptions.create({
    customer,
    price,
    metadata,
    paymentMethod,
    promotion,
    trialDays,
  });
  Object.assign(session, {
    status: 'complete',
    payment_status: trialDays > 0 ? 'no_payment_required' : 'paid',
    subscription: subscription.id,
    invoice: idOf(subscription.latest_invoice),
    amount_total: amountOf(subscription),
    url: null,
  });
  ledger.emit('checkout.session.completed', session);
  const location = session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? '';
  return { status: 303, location };
}

/** The hosted checkout: `fields` are what was sent, or null to show it. */
export function checkout(account: Account, id: string, fields: Fields | null): PageReply {
  const session = account.ledger.get('checkout.session', id);
  if (session.status !== 'open') return page('This checkout session has ended', '');
  if (!fields) return checkoutPage(account, session);
  const { action } = fields;
  if (action === 'refuse')
    return checkoutPage(account, session, 'We are unable to authenticate your payment method.');
  try {
    const { behavior } = readCard(fields['number'] ?? '');
    if (behavior.needsAuthentication === true && action !== 'authenticate') {
      const { number = '', promotion = '' } = fields;
      return authenticationPage({ number, promotion });
    }
    return complete(account, session, fields);
  } catch (cause) {
    return checkoutPage(account, session, messageOf(cause));
  }
}

function subscriptionOf({ ledger }: Account, customer: string): Stripe.Subscription | undefined {
  return ledger
    .all('subscription')
    .find((held) => idOf(held.customer) === customer && held.status !== 'canceled');
}

const featuresOf = ({ ledger }: Account, { configuration }: Stripe.BillingPortal.Session) =>
  ledger.get('billing_portal.configuration', idOf(configuration)).features;

/** The prices that a running subscription may switch to. */
function otherPrices(account: Account, session: Stripe.BillingPortal.Session): Stripe.Price[] {
  const current = subscriptionOf(account, session.customer)?.items.data[0]?.price.id;
  if (current === undefined || !featuresOf(account, session).subscription_update.enabled) return [];
  const offered = account.ledger.portalPrices.get(idOf(session.configuration)) ?? [];
  return offered.filter((id) => id !== current).map((id) => account.ledger.get('price', id));
}

function planOf(account: Account, session: Stripe.BillingPortal.Session): string {
  const subscription = subscriptionOf(account, session.customer);
  if (!subscription) return '<p>No current plan</p>';
  const { cancel_at: cancelAt, status } = subscription;
  const switches = otherPrices(account, session).map((price) =>
    form(hidden({ price: price.id }), button(`Switch to ${termsOf(price)}`, 'switch')),
  );
  return (
    `<p>Current plan: ${status}${cancelAt === null ? '' : `, ends ${day(cancelAt)}`}</p>` +
    form(cancelAt === null ? button('Cancel plan', 'cancel') : button("Don't cancel plan", 'renew')) +
    switches.join('')
  );
}

function invoicesOf(account: Account, session: Stripe.BillingPortal.Session): string {
  const invoices = account.ledger
    .all('invoice')
    .filter((invoice) => idOf(invoice.customer) === session.customer);
  const open = invoices
    .filter(({ status }) => status === 'open')
    .map(({ id, amount_due: due }) =>
      form(hidden({ invoice: id ?? '' }), button(`Pay ${dollars(due)}`, 'pay')),
    );
  const paid = invoices
    .filter(({ status }) => status === 'paid')
    .map(({ amount_paid: amount }) => `<li>${dollars(amount)} paid</li>`);
  return `${open.join('')}<ul aria-label="Invoices">${paid.join('')}</ul>`;
}

function portalPage(account: Account, session: Stripe.BillingPortal.Session, problem = ''): PageReply {
  return page(
    'Customer portal',
    `${alert(problem)}${planOf(account, session)}` +
      `${form(cardFields, button('Update payment method', 'card'))}${invoicesOf(account, session)}` +
      `<p><a href="${escapeHtml(session.return_url ?? '')}">Return</a></p>`,
  );
}

/** The portal makes a new card the customer’s; one that a subscription has of its own is charged as before. */
function useCard(account: Account, session: Stripe.BillingPortal.Session, number: string): void {
  if (!featuresOf(account, session).payment_method_update.enabled)
    throw invalid('This portal changes no cards.');
  const { ledger } = account;
  const id = saveCard(account, session.customer, number);
  const customer = ledger.get('customer', session.customer);
  customer.invoice_settings.default_payment_method = id;
  ledger.emit('customer.updated', customer);
}

function switchPrice(account: Account, session: Stripe.BillingPortal.Session, id: string): void {
  const subscription = subscriptionOf(account, session.customer);
  const price = otherPrices(account, session).find((offered) => offered.id === id);
  if (!subscription || !price) throw invalid('This plan is not offered.');
  account.subscriptions.switchTo(subscription, price);
}

/** The plan changes as the portal changes it: a scheduled end is `cancel_at`, not `cancel_at_period_end`. */
function schedule(account: Account, session: Stripe.BillingPortal.Session, isCancelled: boolean): void {
  const subscription = subscriptionOf(account, session.customer);
  if (!subscription) throw invalid('This subscription has already ended.');
  const end = subscription.items.data[0]?.current_period_end ?? null;
  account.subscriptions.cancelAt(subscription, isCancelled ? end : null);
  account.subscriptions.changed(subscription);
}

const PORTAL_ACTIONS: Record<
  string,
  (account: Account, session: Stripe.BillingPortal.Session, fields: Fields) => void
> = {
  cancel: (account, session) => schedule(account, session, true),
  renew: (account, session) => schedule(account, session, false),
  card: (account, session, { number = '' }) => useCard(account, session, number),
  switch: (account, session, { price = '' }) => switchPrice(account, session, price),
  pay({ ledger, subscriptions }, _session, { invoice = '' }) {
    if (!subscriptions.pay(ledger.get('invoice', invoice))) throw invalid('Your card was declined.');
  },
};

/** The customer portal: `fields` are what was sent, or null to show it. */
export function portal(account: Account, id: string, fields: Fields | null): PageReply {
  const session = account.ledger.get('billing_portal.session', id);
  if (!fields) return portalPage(account, session);
  try {
    PORTAL_ACTIONS[fields['action'] ?? '']?.(account, session, fields);
    return portalPage(account, session);
  } catch (cause) {
    return portalPage(account, session, messageOf(cause));
  }
}
