import type { SubscriptionStatus, User } from '@stagelink/shared/contracts/accounts';
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

export function presentUser(row: UserRow, config: Pick<Config, 'isSelfHosted' | 'planLimits'>): User {
  const plan = planOf(config, row);
  const trialEnd = row.trialEndsAt?.toISOString() ?? null;
  return {
    uid: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    plan,
    limits: limitsOf(config, row),
    subscriptionStatus: row.subscriptionStatus,
    subscription: { status: row.subscriptionStatus, trialEnd },
    subscriptionDisplay: config.isSelfHosted ? 'Pro' : DISPLAY[row.subscriptionStatus],
    trialEndsAt: trialEnd,
    nextBillingDate: null,
    nextBillingAmount: 0,
    canAccessPro: plan === 'pro',
    emailVerified: row.emailVerifiedAt !== null,
    hasPassword: row.passwordHash !== null,
    createdAt: row.createdAt.toISOString(),
  };
}
