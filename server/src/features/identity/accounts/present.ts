import { Role, SubscriptionStatus, type User } from '@stagelink/shared/contracts/accounts';
import type { Config } from '../../../platform/config.ts';
import { limitsOf, planOf } from './plan.ts';
import type { UserRow } from './repo.ts';

const DISPLAY: Record<SubscriptionStatus, string> = {
  none: 'Free',
  trial: 'Free Trial',
  active: 'Pro',
  cancelled: 'Cancelled',
  past_due: 'Past Due',
  superadmin: 'Superadmin',
};

/** Reads an unknown role or status, as a damaged row has it, as that of an ordinary account. */
export const readable = <Row extends Pick<UserRow, 'role' | 'subscriptionStatus'>>(row: Row): Row => ({
  ...row,
  role: Role.safeParse(row.role).data ?? 'user',
  subscriptionStatus: SubscriptionStatus.safeParse(row.subscriptionStatus).data ?? 'none',
});

export function presentUser(user: UserRow, config: Pick<Config, 'isSelfHosted' | 'planLimits'>): User {
  const row = readable(user);
  const plan = planOf(config, row);
  const status = row.role === 'superadmin' ? 'superadmin' : row.subscriptionStatus;
  const trialEnd = row.trialEndsAt?.toISOString() ?? null;
  return {
    uid: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    plan,
    limits: limitsOf(config, row),
    subscriptionStatus: status,
    subscription: { status, trialEnd },
    subscriptionDisplay: config.isSelfHosted ? 'Pro' : DISPLAY[status],
    trialEndsAt: trialEnd,
    nextBillingDate: row.nextBillingAt?.toISOString() ?? null,
    nextBillingAmount: row.nextBillingCents,
    billingPlan: row.billingPlan,
    willCancelAt: row.proEndsAt?.toISOString() ?? null,
    hasHadTrial: row.hadTrial,
    canAccessPro: plan === 'pro',
    emailVerified: row.emailVerifiedAt !== null,
    hasPassword: row.passwordHash !== null,
    timeZone: row.timeZone,
    isTimeZoneChosen: row.isTimeZoneChosen,
    createdAt: row.createdAt.toISOString(),
  };
}
