import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import * as repo from './repo.ts';

/** Sends the account’s new name or address to Stripe, if it is a customer. */
export async function followChange({ jobs }: Pick<App, 'jobs'>, tx: Tx, userId: string): Promise<void> {
  if (await repo.find(tx, userId)) await jobs.enqueue(tx, 'update_customer', { userId });
}

/** Ends the subscription with its period when the account was deactivated, and continues it when it was activated. */
export async function followDeactivation({ jobs }: Pick<App, 'jobs'>, tx: Tx, userId: string): Promise<void> {
  const row = await repo.find(tx, userId);
  if (row) await jobs.enqueue(tx, 'apply_billing', { customerId: row.customerId, isTrialEnding: false });
}
