import type { AdminUser } from '@stagelink/shared/contracts/admin';
import type { SubscriptionStatus } from '@stagelink/shared/contracts/accounts';
import { planOf } from '../identity/accounts/plan.ts';
import type { Config } from '../../platform/config.ts';
import type { AdminUserRow } from './userRepo.ts';

const STATUS_NAMES: Record<SubscriptionStatus, AdminUser['subscriptionStatus']> = {
  none: 'None',
  trial: 'Free Trial',
  active: 'Pro',
  cancelled: 'Cancelled',
  past_due: 'Past Due',
  superadmin: 'Superadmin',
};

const iso = (date: Date | null) => date?.toISOString() ?? null;

export function presentAdminUser(row: AdminUserRow, config: Pick<Config, 'isSelfHosted'>): AdminUser {
  const { id, name, email, role } = row;
  return {
    uid: id,
    name,
    email,
    role,
    plan: planOf(config, row),
    status: row.deactivatedAt ? 'deactivated' : 'active',
    subscriptionStatus: STATUS_NAMES[role === 'superadmin' ? 'superadmin' : row.subscriptionStatus],
    trialEndsAt: iso(row.trialEndsAt),
    subscriptionStartedAt: iso(row.subscriptionStartedAt),
    lastPaymentAt: iso(row.lastPaymentAt),
    hasHadTrial: row.hadTrial,
    trialHistory: row.trialHistory,
    cancelAtTrialEnd: row.cancelAtTrialEnd,
    willCancelAt: iso(row.proEndsAt),
    totalSnapshots: row.totalSnapshots,
    activeSnapshots: row.activeSnapshots,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: iso(row.lastLoginAt),
  };
}
