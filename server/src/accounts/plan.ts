import type { Plan } from '@stagelink/shared/contracts/accounts';
import { type PlanLimits, UNVERIFIED_STORED_BYTES } from '@stagelink/shared/contracts/limits';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import type { UserRow } from './repo.ts';

type Paying = Pick<UserRow, 'plan' | 'role'>;

/** On a self-hosted installation everybody has Pro; a superadmin has it everywhere. */
export function planOf(config: Pick<Config, 'selfHosted'>, user: Paying): Plan {
  return config.selfHosted || user.role === 'superadmin' ? 'pro' : user.plan;
}

/** What an account may stage: less than its plan allows until its address is verified, where that is possible. */
export interface StagingLimits extends PlanLimits {
  needsVerification: boolean;
}

export function stagingLimitsOf(
  { config, mail }: Pick<App, 'config' | 'mail'>,
  user: Paying & Pick<UserRow, 'emailVerifiedAt'>,
): StagingLimits {
  const limits = limitsOf(config, user);
  const needsVerification = mail.canSend && user.emailVerifiedAt === null;
  const storedBytes = needsVerification
    ? Math.min(limits.storedBytes, UNVERIFIED_STORED_BYTES)
    : limits.storedBytes;
  return { ...limits, storedBytes, needsVerification };
}

export function limitsOf(config: Pick<Config, 'selfHosted' | 'planLimits'>, user: Paying): PlanLimits {
  return config.planLimits[planOf(config, user)];
}
