import type * as accounts from '../identity/accounts/repo.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type Applied, apply } from './apply.ts';
import type { Billing } from './context.ts';
import { startCheckout, userOf } from './purchases.ts';
import * as repo from './repo.ts';

const conflict = (message: string) => new AppError('conflict', message);

/** A webhook may be late, so what Stripe says now decides. */
export async function currentUser(billing: Billing, userId: string): Promise<accounts.UserRow> {
  const row = await repo.find(billing.app.db, userId);
  if (row) await apply(billing, row.customerId);
  return userOf(billing, userId);
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

export async function cancel(billing: Billing, userId: string): Promise<accounts.UserRow> {
  const user = await currentUser(billing, userId);
  const row = await repo.find(billing.app.db, userId);
  if (!row?.subscriptionId || user.plan !== 'pro' || !CANCELLABLE.has(user.subscriptionStatus)) {
    throw conflict('You have no subscription to cancel.');
  }
  await billing.stripe.cancelAtPeriodEnd(row.subscriptionId, { isDeactivation: false });
  await apply(billing, row.customerId);
  return userOf(billing, userId);
}

/** Undoes a cancellation. Returns the URL of a checkout if the subscription has already ended. */
export async function reactivate(billing: Billing, userId: string): Promise<string | null> {
  const user = await currentUser(billing, userId);
  const row = await repo.find(billing.app.db, userId);
  const isCancelled = user.subscriptionStatus === 'cancelled' || user.proEndsAt !== null;
  if (!row?.subscriptionId || !isCancelled) throw conflict('You have no cancelled subscription.');
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
  if (!(await stripe.hasCustomer(row.customerId)))
    throw conflict('The payment provider has no invoices of this account.');
  const url = await stripe.openPortal(row.customerId, `${app.config.appUrl}/billing/return`, page);
  if (!url) throw new AppError('unavailable', NO_URL[page]);
  return url;
}

/** Sends the name and address of an account to Stripe, for its receipts. */
export async function updateCustomer(billing: Billing, userId: string): Promise<void> {
  const row = await repo.find(billing.app.db, userId);
  if (!row) return;
  const { name, email } = await userOf(billing, userId);
  await billing.stripe.updateCustomer(row.customerId, { name, email });
}
