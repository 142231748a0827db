import type { User } from '@stagelink/shared/contracts/accounts';
import * as api from '@stagelink/shared/contracts/billing';
import { call } from '../../lib/api.ts';
import { navigateTo } from '../../lib/navigateTo.ts';
import { queryClient } from '../../lib/queryClient.ts';

/** Refetches the user: the server has applied the change. */
const invalidateUser = () => queryClient.invalidateQueries({ queryKey: ['session'] });

export const changePayment = async (): Promise<void> =>
  navigateTo((await call(api.changePaymentMethod, {})).url);

export async function cancelSubscription(): Promise<string> {
  const { message } = await call(api.cancelSubscription, {});
  await invalidateUser();
  return message;
}

/** Resolves to the server’s message, or leads to a checkout if the subscription has ended. */
export async function reactivate(): Promise<string | null> {
  const { message, url } = await call(api.reactivateSubscription, {});
  if (url !== undefined) navigateTo(url);
  else await invalidateUser();
  return message ?? null;
}

/** The day until which Pro stays if it is cancelled now. */
export const proStaysUntil = ({ trialEndsAt, nextBillingDate }: User): string | null =>
  trialEndsAt ?? nextBillingDate;
