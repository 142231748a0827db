import type {
  ActivityEvent,
  AuditEntry,
  AdminSession,
  AdminSnapshot,
  AdminUser,
  AdminUserFacts,
} from '@stagelink/shared/contracts/admin';
import type { SubscriptionStatus } from '@stagelink/shared/contracts/accounts';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import { planOf } from '../identity/accounts/plan.ts';
import { readable } from '../identity/accounts/present.ts';
import { presentFile } from '../versions/present.ts';
import type { Config } from '../../platform/config.ts';
import type { SessionRow } from '../identity/sessions/repo.ts';
import type { UserFacts } from './userPageService.ts';
import type { ActivityRow } from './activityRepo.ts';
import type { AuditRow } from './auditRepo.ts';
import type { AdminSessionRow } from './sessionRepo.ts';
import type { AdminSnapshotRow } from './snapshotRepo.ts';
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

export function presentAdminUser(user: AdminUserRow, config: Pick<Config, 'isSelfHosted'>): AdminUser {
  const row = readable(user);
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

type WithoutFiles = Omit<AdminSnapshot, 'files'>;

export function presentAdminSnapshot(row: AdminSnapshotRow): WithoutFiles {
  const { id, name, ownerUid, ownerName, ownerEmail, totalBytes, fileCount, isProtected } = row;
  return {
    id,
    name,
    ownerUid,
    ownerName,
    ownerEmail,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    totalBytes,
    fileCount,
    protected: isProtected,
    public: !isProtected,
    unclaimed: row.isUnclaimed,
  };
}

export const withFiles = (snapshot: WithoutFiles, files: ManifestFile[] = []): AdminSnapshot => ({
  ...snapshot,
  files: files.map(presentFile),
});

export const presentAdminSession = ({ lastUsedAt, ...row }: AdminSessionRow): AdminSession => ({
  id: row.id,
  uid: row.uid,
  name: row.name,
  email: row.email,
  userAgent: row.userAgent,
  lastUsedAt: lastUsedAt.toISOString(),
});

export const presentEvent = ({ occurredAt, ...row }: ActivityRow): ActivityEvent => ({
  id: row.id,
  eventType: row.eventType,
  eventData: row.eventData,
  userId: row.userId,
  userName: row.userName,
  page: row.page,
  timestamp: occurredAt.toISOString(),
});

export const presentAuditEntry = ({ createdAt, ...row }: AuditRow): AuditEntry => ({
  id: row.id,
  actorId: row.actorId,
  actor: row.actor,
  action: row.action,
  targetId: row.targetId,
  target: row.target,
  reason: row.reason,
  createdAt: createdAt.toISOString(),
});

function presentSession(
  { id, userAgent, address, createdAt, lastUsedAt }: SessionRow,
  currentId: string,
): AdminUserFacts['sessions'][number] {
  return {
    id,
    userAgent,
    address,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: id === currentId,
  };
}

const presentBilling = (
  { customerId, stripeStatus, price, periodEnd }: NonNullable<UserFacts['billing']>,
  { account }: UserFacts,
  config: Pick<Config, 'billing'>,
): AdminUserFacts['billing'] => ({
  customerId,
  url: `https://dashboard.stripe.com/${config.billing?.stripeSecretKey.includes('_live_') ? '' : 'test/'}customers/${customerId}`,
  status: stripeStatus,
  plan: price,
  periodEnd: iso(periodEnd),
  nextBillingAt: iso(account.nextBillingAt),
  nextBillingAmount: account.nextBillingCents,
});

export function presentUserFacts(
  facts: UserFacts,
  currentSessionId: string,
  config: Pick<Config, 'billing'>,
): AdminUserFacts {
  const { account, sessions, billing } = facts;
  return {
    isVerified: account.emailVerifiedAt !== null,
    hasPassword: account.passwordHash !== null,
    hasGoogle: account.googleSub !== null,
    sessions: sessions.map((row) => presentSession(row, currentSessionId)),
    billing: billing ? presentBilling(billing, facts, config) : null,
  };
}
