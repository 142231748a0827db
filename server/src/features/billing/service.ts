import type { BillingPlan } from '@stagelink/shared/contracts/billing';
import { AppError } from '../../platform/http/errors.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { type Applied, apply, type Billing } from './apply.ts';
import * as repo from './repo.ts';
import { emailHash } from './trials.ts';

export type CheckoutMode = 'trial' | 'upgrade';

const SLOT_MS = 10 * 60_000;
/** Stripe’s shortest is 30 minutes. */
const OPEN_MS = 31 * 60_000;
/** Each attempt that fails is a checkout that another request has opened. */
const CHECKOUT_ATTEMPTS = 5;

const ALREADY_PRO = 'You already have Pro.';
const TRIAL_USED = 'Your free trial has been used. You can subscribe instead.';
const OPENING = 'Another checkout is being opened. Please try again in a moment.';
const PAYING = 'A payment is being made already. Please try again in a minute.';
const PAST_DUE = 'Your last payment failed. Update your payment method in your settings.';

const conflict = (message: string) => new AppError('conflict', message);
const noUrl = (message: string) => new AppError('unavailable', message);

async function userOf({ app }: Billing, userId: string): Promise<accounts.UserRow> {
  const user = await accounts.find(app.db, userId);
  if (!user) throw new AppError('unauthenticated', 'Please log in first.');
  return user;
}

/** Returns the account’s customer at Stripe, and creates it the first time. */
async function customerOf({ app, stripe }: Billing, user: accounts.UserRow): Promise<repo.BillingRow> {
  const known = await repo.find(app.db, user.id);
  if (known) return known;
  const customerId = await stripe.createCustomer({ uid: user.id, email: user.email, name: user.name });
  await repo.insert(app.db, user.id, customerId);
  const row = await repo.find(app.db, user.id);
  if (!row) throw new AppError('unauthenticated', 'Please log in first.');
  return row;
}

/** A webhook may be late, so what Stripe says now decides. */
async function currentUser(billing: Billing, userId: string): Promise<accounts.UserRow> {
  const row = await repo.find(billing.app.db, userId);
  if (row) await apply(billing, row.customerId);
  return userOf(billing, userId);
}

async function assertMayBuy({ app }: Billing, user: accounts.UserRow, mode: CheckoutMode): Promise<void> {
  if (user.subscriptionStatus === 'past_due') throw conflict(PAST_DUE);
  if (user.plan === 'pro' || user.role === 'superadmin') throw conflict(ALREADY_PRO);
  if (mode === 'trial' && (await repo.hasHadTrial(app.db, user.id, emailHash(app, user.email)))) {
    await repo.noteTrialUsed(app.db, user.id);
    throw conflict(TRIAL_USED);
  }
}

interface OpenedCheckout {
  id: string;
  url: string | null;
  replaced: repo.ReplacedCheckout;
}

/** Opens a checkout and notes it as the account’s. Null if another one was opened meanwhile. */
async function openCheckout(
  billing: Billing,
  userId: string,
  plan: BillingPlan,
  mode: CheckoutMode,
): Promise<OpenedCheckout | null> {
  const { app, stripe } = billing;
  const user = await currentUser(billing, userId);
  await assertMayBuy(billing, user, mode);
  const { customerId, checkoutGeneration } = await customerOf(billing, user);
  const slot = Math.floor(Date.now() / SLOT_MS);
  const { id, url } = await stripe.createCheckout({
    uid: userId,
    customerId,
    plan,
    isTrial: mode === 'trial',
    successUrl: `${app.config.appUrl}/billing/return?session_id={CHECKOUT_SESSION_ID}`,
    // Without the plan, which would open the checkout again.
    cancelUrl: `${app.config.appUrl}/pricing?mode=${mode}`,
    expiresAt: new Date((slot + 1) * SLOT_MS + OPEN_MS),
    // Two clicks are one checkout.
    idempotencyKey: `checkout:${userId}:${plan}:${mode}:${slot}:${checkoutGeneration}`,
  });
  const replaced = await repo.replaceCheckout(app.db, userId, id, checkoutGeneration);
  if (replaced) return { id, url, replaced };
  await stripe.expireCheckout(id);
  return null;
}

async function lastCheckout(...request: Parameters<typeof openCheckout>): Promise<OpenedCheckout> {
  for (let attempt = 0; attempt < CHECKOUT_ATTEMPTS; attempt += 1) {
    const opened = await openCheckout(...request);
    if (opened) return opened;
  }
  throw conflict(OPENING);
}

/** Opens Stripe’s checkout and returns its URL. An account has one open checkout: the last. */
export async function startCheckout(
  billing: Billing,
  userId: string,
  plan: BillingPlan,
  mode: CheckoutMode,
): Promise<string> {
  const { stripe } = billing;
  const { id, url, replaced } = await lastCheckout(billing, userId, plan, mode);
  // Only one checkout can be paid: the new one is offered once the one before has ended unpaid.
  const { before, isWalletPaying } = replaced;
  if (isWalletPaying || (before !== null && !(await stripe.expireCheckout(before)))) {
    const current = await currentUser(billing, userId);
    if (current.plan === 'pro' || isWalletPaying) {
      await stripe.expireCheckout(id);
      throw conflict(current.plan === 'pro' ? ALREADY_PRO : PAYING);
    }
  }
  if (!url) throw noUrl('No checkout URL received');
  return url;
}

/**
 * Subscribes with a payment method from a wallet. Returns what Stripe says about the card if it is refused. If Stripe
 * does not answer, the subscription may exist, so the reservation stays until a later read has shown that.
 */
export async function subscribeByWallet(
  billing: Billing,
  userId: string,
  plan: BillingPlan,
  paymentMethodId: string,
): Promise<string | null> {
  const { app, stripe } = billing;
  const user = await currentUser(billing, userId);
  await assertMayBuy(billing, user, 'upgrade');
  const { customerId } = await customerOf(billing, user);
  const reserved = await repo.beginWalletPayment(app.db, userId);
  if (!reserved) throw conflict(PAYING);
  if (reserved.checkoutId !== null && !(await stripe.expireCheckout(reserved.checkoutId))) {
    await assertMayBuy(billing, await currentUser(billing, userId), 'upgrade');
  }
  const payment = await stripe.subscribe({ uid: userId, customerId, plan, paymentMethodId });
  if (payment.outcome === 'paid') {
    await apply(billing, customerId);
    return null;
  }
  await repo.endWalletPayment(app.db, userId);
  if (payment.outcome === 'refused') return payment.reason;
  throw new AppError('invalid_input', 'This payment method cannot be used.', { field: 'payment_method_id' });
}

/** Applies what was bought, without waiting for the webhook. Returns null if the checkout is not this account’s. */
export async function completeCheckout(
  billing: Billing,
  userId: string,
  checkoutId: string,
): Promise<{ applied: Applied; user: accounts.UserRow } | null> {
  const row = await repo.find(billing.app.db, userId);
  const customerId = await billing.stripe.customerOfCheckout(checkoutId);
  if (!row || row.customerId !== customerId) return null;
  const applied = await apply(billing, customerId);
  return { applied, user: await userOf(billing, userId) };
}

const CANCELLABLE: ReadonlySet<string> = new Set(['trial', 'active', 'past_due']);

export async function cancel(billing: Billing, userId: string): Promise<void> {
  const user = await currentUser(billing, userId);
  const row = await repo.find(billing.app.db, userId);
  if (!row?.subscriptionId || user.plan !== 'pro' || !CANCELLABLE.has(user.subscriptionStatus)) {
    throw conflict('You have no subscription to cancel.');
  }
  await billing.stripe.cancelAtPeriodEnd(row.subscriptionId);
  await apply(billing, row.customerId);
}

/** Undoes a cancellation. Returns the URL of a checkout if the subscription has already ended. */
export async function reactivate(billing: Billing, userId: string): Promise<string | null> {
  const user = await currentUser(billing, userId);
  const row = await repo.find(billing.app.db, userId);
  if (!row?.subscriptionId || user.subscriptionStatus !== 'cancelled') {
    throw conflict('You have no cancelled subscription.');
  }
  if (user.plan !== 'pro') return startCheckout(billing, userId, row.price ?? 'monthly', 'upgrade');
  await billing.stripe.reactivate(row.subscriptionId);
  await apply(billing, row.customerId);
  return null;
}

const NO_URL = {
  home: 'No billing portal URL received',
  payment: 'No payment update URL received',
} as const;

export async function openPortal(
  { app, stripe }: Billing,
  userId: string,
  page: keyof typeof NO_URL,
): Promise<string> {
  const row = await repo.find(app.db, userId);
  if (!row?.subscriptionId) throw conflict('You have no subscription yet.');
  const url = await stripe.openPortal(row.customerId, `${app.config.appUrl}/settings`, page);
  if (!url) throw noUrl(NO_URL[page]);
  return url;
}
