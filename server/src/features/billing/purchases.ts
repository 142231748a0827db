import type { BillingPlan } from '@stagelink/shared/contracts/billing';
import { AppError } from '../../platform/http/errors.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { apply } from './apply.ts';
import type { Billing } from './context.ts';
import * as repo from './repo.ts';
import type { CheckoutMode, Offer } from './stripe/checkouts.ts';
import { emailHash } from './trials.ts';

const ALREADY_PRO = 'You already have Pro.';
const TRIAL_USED = 'Your free trial has been used. You can subscribe instead.';
const PURCHASING = 'Another purchase is being made for this account. Please try again in a moment.';
const PAST_DUE = 'Your last payment failed. Update your payment method in your settings.';
const USE_CHECKOUT = 'Please pay at the checkout, which adds the taxes.';
const UNCONFIRMED =
  'We could not confirm the payment yet. Pro starts as soon as it is confirmed; do not pay again before that.';

const conflict = (message: string) => new AppError('conflict', message);

export async function userOf({ app }: Billing, userId: string): Promise<accounts.UserRow> {
  const user = await accounts.find(app.db, userId);
  if (!user) throw new AppError('unauthenticated', 'Please log in first.');
  return user;
}

async function assertMayBuy({ app }: Billing, user: accounts.UserRow, mode: CheckoutMode): Promise<void> {
  if (user.subscriptionStatus === 'past_due') throw conflict(PAST_DUE);
  if (user.plan === 'pro' || user.role === 'superadmin') throw conflict(ALREADY_PRO);
  if (mode === 'trial' && (await repo.hasHadTrial(app.db, user.id, emailHash(app, user.email)))) {
    await repo.noteTrialUsed(app.db, user.id);
    throw conflict(TRIAL_USED);
  }
}

/** Returns the account’s customer at Stripe; creates it the first time, and again if Stripe does not have it any more. */
async function customerOf(billing: Billing, user: accounts.UserRow, mode: CheckoutMode): Promise<string> {
  const { app, stripe } = billing;
  const known = (await repo.find(app.db, user.id))?.customerId ?? null;
  if (known !== null && (await stripe.hasCustomer(known))) return known;
  if (known === null) await assertMayBuy(billing, user, mode);
  const { id: uid, email, name } = user;
  const customerId = await stripe.createCustomer({ uid, email, name, replaces: known });
  if (known === null) await repo.insert(app.db, uid, customerId);
  else await repo.replaceCustomer(app.db, uid, known, customerId);
  const row = await repo.find(app.db, uid);
  if (!row) throw new AppError('unauthenticated', 'Please log in first.');
  return row.customerId;
}

interface Purchase {
  customerId: string;
  /** URL of an open checkout that sells the offer. */
  openCheckout: string | null;
}

/** What a purchase came to; one whose end is unknown keeps others away until the reservation expires. */
type Bought<Result> = { result: Result; isUnknown?: boolean };

/**
 * Runs one purchase of the account at a time, in all server processes. When `buy` runs, nothing else can be paid: other
 * checkouts have ended, and the subscription was read after that.
 */
async function purchase<Result>(
  billing: Billing,
  userId: string,
  mode: CheckoutMode,
  offer: Offer | null,
  buy: (purchase: Purchase) => Promise<Bought<Result>>,
): Promise<Result> {
  const { app, stripe } = billing;
  const customerId = await customerOf(billing, await userOf(billing, userId), mode);
  const reserved = await repo.beginPurchase(app.db, userId);
  if (reserved === undefined) throw conflict(PURCHASING);
  let isUnknown = false;
  try {
    const openCheckout = await stripe.endOtherCheckouts(customerId, offer);
    await apply(billing, customerId);
    await assertMayBuy(billing, await userOf(billing, userId), mode);
    const bought = await buy({ customerId, openCheckout });
    isUnknown = bought.isUnknown === true;
    return bought.result;
  } finally {
    if (!isUnknown) await repo.endPurchase(app.db, userId, reserved);
  }
}

/** Opens Stripe’s checkout and returns its URL. An account has one open checkout: the last. */
export function startCheckout(
  billing: Billing,
  userId: string,
  plan: BillingPlan,
  mode: CheckoutMode,
): Promise<string> {
  const { app, stripe } = billing;
  return purchase(billing, userId, mode, { plan, mode }, async ({ customerId, openCheckout }) => {
    const url =
      openCheckout ??
      (await stripe.createCheckout({
        uid: userId,
        customerId,
        plan,
        mode,
        successUrl: `${app.config.appUrl}/billing/return?session_id={CHECKOUT_SESSION_ID}`,
        // The plan is left out, because it would open the checkout again.
        cancelUrl: `${app.config.appUrl}/pricing?mode=${mode}`,
      }));
    if (!url) throw new AppError('unavailable', 'No checkout URL received');
    return { result: url };
  });
}

/** How a payment by wallet ended, and what to say about it. */
export type WalletResult = { outcome: 'paid' } | { outcome: 'refused' | 'unconfirmed'; message: string };

/** Returns whether Stripe has the subscription although it did not answer when it was asked to make it. */
async function isConfirmed(billing: Billing, userId: string, customerId: string): Promise<boolean> {
  try {
    await apply(billing, customerId);
    return (await userOf(billing, userId)).plan === 'pro';
  } catch (cause) {
    billing.app.log.warn({ err: cause }, 'a payment could not be confirmed yet');
    return false;
  }
}

/** Subscribes with a payment method from a wallet. */
export function subscribeByWallet(
  billing: Billing,
  userId: string,
  plan: BillingPlan,
  paymentMethodId: string,
): Promise<WalletResult> {
  const { stripe } = billing;
  if (stripe.collectsTaxes) throw conflict(USE_CHECKOUT);
  return purchase<WalletResult>(billing, userId, 'upgrade', null, async ({ customerId }) => {
    const payment = await stripe.subscribe({ uid: userId, customerId, plan, paymentMethodId });
    if (payment.outcome === 'unusable') {
      const message = 'This payment method cannot be used.';
      throw new AppError('invalid_input', message, { field: 'payment_method_id' });
    }
    if (payment.outcome === 'refused') return { result: { outcome: 'refused', message: payment.reason } };
    if (await isConfirmed(billing, userId, customerId)) return { result: { outcome: 'paid' } };
    return { result: { outcome: 'unconfirmed', message: UNCONFIRMED }, isUnknown: true };
  });
}
