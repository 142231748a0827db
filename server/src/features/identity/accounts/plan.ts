import type { Plan } from '@stagelink/shared/contracts/accounts';
import { type PlanLimits, UNVERIFIED_STORED_BYTES } from '@stagelink/shared/contracts/limits';
import type { App } from '../../../platform/context.ts';
import type { Config } from '../../../platform/config.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { UserRow } from './repo.ts';

type PlanHolder = Pick<UserRow, 'plan' | 'role'>;

/** Every account has Pro on a self-hosted installation; a superadmin has it everywhere. */
export function planOf(config: Pick<Config, 'isSelfHosted'>, user: PlanHolder): Plan {
  return config.isSelfHosted || user.role === 'superadmin' ? 'pro' : user.plan;
}

/** Throws unless the account has Pro. `feature` is a sentence that says what needs it. */
export function assertPro(
  config: Pick<Config, 'isSelfHosted' | 'appUrl'>,
  user: PlanHolder,
  feature: string,
): void {
  if (planOf(config, user) === 'pro') return;
  throw new AppError('plan_limit', `${feature} Upgrade at ${config.appUrl}/pricing?mode=upgrade.`);
}

/** Limits of staging: below the plan's until the address is verified, on servers that send email. */
export interface StagingLimits extends PlanLimits {
  needsVerification: boolean;
}

export function stagingLimitsOf(
  { config, mail }: Pick<App, 'config' | 'mail'>,
  user: PlanHolder & Pick<UserRow, 'emailVerifiedAt'>,
): StagingLimits {
  const limits = limitsOf(config, user);
  const needsVerification = mail.canSend && user.emailVerifiedAt === null;
  const storedBytes = needsVerification
    ? Math.min(limits.storedBytes, UNVERIFIED_STORED_BYTES)
    : limits.storedBytes;
  return { ...limits, storedBytes, needsVerification };
}

export function limitsOf(config: Pick<Config, 'isSelfHosted' | 'planLimits'>, user: PlanHolder): PlanLimits {
  return config.planLimits[planOf(config, user)];
}
