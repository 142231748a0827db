import type { SubscriptionStatus, User } from '@stagelink/shared/contracts/accounts';
import { wholeDay } from '@stagelink/shared/domain/format';
import { t } from './copy.ts';

export type PlanState = SubscriptionStatus | 'self-hosted';

/** A self-hosted installation gives Pro to every account without a subscription. */
export function planState({ role, subscriptionStatus, canAccessPro }: User): PlanState {
  if (role === 'superadmin') return 'superadmin';
  return subscriptionStatus === 'none' && canAccessPro ? 'self-hosted' : subscriptionStatus;
}

interface PlanDescription {
  title: string;
  text: string;
}

const dated = (iso: string | null, text: (date: string) => string, without: string): string =>
  iso === null ? without : text(wholeDay(new Date(iso)));

const DESCRIPTIONS: Record<PlanState, (user: User) => PlanDescription> = {
  none: () => ({ title: t('planNone'), text: t('planNoneText') }),
  trial: ({ trialEndsAt }) => ({
    title: t('planTrial'),
    text: dated(trialEndsAt, (date) => t('planTrialUntil', { date }), t('planTrialText')),
  }),
  active: ({ nextBillingDate }) => ({
    title: t('planActive'),
    text: dated(nextBillingDate, (date) => t('planActiveNext', { date }), t('planActiveText')),
  }),
  cancelled: ({ willCancelAt, canAccessPro }) =>
    canAccessPro
      ? {
          title: t('planCancelled'),
          text: dated(willCancelAt, (date) => t('planCancelledUntil', { date }), t('planCancelledText')),
        }
      : { title: t('planEnded'), text: t('planEndedText') },
  past_due: ({ willCancelAt, canAccessPro }) => ({
    title: t('planPastDue'),
    text: canAccessPro
      ? dated(willCancelAt, (date) => t('planPastDueUntil', { date }), t('planPastDueText'))
      : t('planUnpaidText'),
  }),
  superadmin: () => ({ title: t('planSuperadmin'), text: t('planSuperadminText') }),
  'self-hosted': () => ({ title: t('planSelfHosted'), text: t('planSelfHostedText') }),
};

export const describePlan = (user: User): PlanDescription => DESCRIPTIONS[planState(user)](user);
