import type { User } from '@stagelink/shared/contracts/accounts';
import { wholeDay } from '@stagelink/shared/domain/format';
import { price } from './price.ts';

/** Returns date and amount of the next payment, or null. */
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
