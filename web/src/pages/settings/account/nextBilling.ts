import type { User } from '@stagelink/shared/contracts/accounts';
import { wholeDay } from '../../../ui/times.ts';
import { price } from './price.ts';

/** When the next payment is due and how much it is; null when none is. */
export function nextBilling({
  subscriptionStatus,
  nextBillingDate,
  nextBillingAmount,
  trialEndsAt,
}: User): string | null {
  if (subscriptionStatus !== 'active' && subscriptionStatus !== 'trial') return null;
  const date = nextBillingDate ?? trialEndsAt;
  const amount = price(nextBillingAmount);
  return date === null ? amount : `${wholeDay(new Date(date))} · ${amount}`;
}
