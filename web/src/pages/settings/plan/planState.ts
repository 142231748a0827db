import type { SubscriptionStatus, User } from '@stagelink/shared/contracts/accounts';
import { wholeDay } from '../../../ui/times.ts';
import { t } from '../../../words/settings.ts';

export type PlanState = SubscriptionStatus | 'self-hosted';

/** Pro without anything that was paid for: an installation that has no billing gives it to everybody. */
export function planState({ role, subscriptionStatus, canAccessPro }: User): PlanState {
  if (role === 'superadmin') return 'superadmin';
  return subscriptionStatus === 'none' && canAccessPro ? 'self-hosted' : subscriptionStatus;
}

interface Said {
  title: string;
  text: string;
}

const dated = (iso: string | null, text: (date: string) => string, without: string): string =>
  iso === null ? without : text(wholeDay(new Date(iso)));

/** What each state means for the person. */
const SAID: Record<PlanState, (user: User) => Said> = {
  none: () => ({ title: t('planNone'), text: t('planNoneText') }),
  trial: ({ trialEndsAt }) => ({
    title: t('planTrial'),
    text: dated(trialEndsAt, (date) => t('planTrialUntil', { date }), t('planTrialText')),
  }),
  active: ({ nextBillingDate }) => ({
    title: t('planActive'),
    text: dated(nextBillingDate, (date) => t('planActiveNext', { date }), t('planActiveText')),
  }),
  cancelled: ({ nextBillingDate, trialEndsAt }) => ({
    title: t('planCancelled'),
    text: dated(
      nextBillingDate ?? trialEndsAt,
      (date) => t('planCancelledUntil', { date }),
      t('planCancelledText'),
    ),
  }),
  past_due: () => ({ title: t('planPastDue'), text: t('planPastDueText') }),
  superadmin: () => ({ title: t('planSuperadmin'), text: t('planSuperadminText') }),
  'self-hosted': () => ({ title: t('planSelfHosted'), text: t('planSelfHostedText') }),
};

export const planSaid = (user: User): Said => SAID[planState(user)](user);
