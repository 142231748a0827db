import { AppError } from '../../platform/http/errors.ts';
import type { Billing } from './context.ts';
import * as repo from './repo.ts';

export const TRIAL_WILL_END = 'customer.subscription.trial_will_end';

/** What changes an account. Others are acknowledged and ignored. */
export const EVENT_TYPES: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  TRIAL_WILL_END,
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'customer.updated',
  'customer.deleted',
  'payment_method.attached',
  'payment_method.detached',
  'charge.refunded',
  'charge.dispute.created',
];

/** Keeps the event and enqueues its job in one transaction, so that neither exists without the other. */
export async function receiveEvent(
  { app, stripe }: Billing,
  body: Buffer,
  signature: string,
  address: string,
): Promise<void> {
  const event = await stripe.readEvent(body, signature);
  if (!event) {
    await app.rateLimits.consume('webhookFailures', address);
    throw new AppError('invalid_input', 'The signature does not fit.');
  }
  const { customerId } = event;
  if (customerId === null || !EVENT_TYPES.includes(event.type)) return;
  await app.db.transaction(async (tx) => {
    if (!(await repo.claimEvent(tx, event))) return;
    await app.jobs.enqueue(tx, 'apply_billing', { customerId, isTrialEnding: event.type === TRIAL_WILL_END });
  });
}
