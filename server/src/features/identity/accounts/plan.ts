import type { Plan } from '@stagelink/shared/contracts/accounts';
import {
  type PlanLimits,
  UNCLAIMED_HOURS,
  UNCLAIMED_STORED_BYTES,
  UNVERIFIED_STORED_BYTES,
} from '@stagelink/shared/contracts/limits';
import type { App } from '../../../platform/context.ts';
import type { Config } from '../../../platform/config.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { UserRow } from './repo.ts';
import { isUnclaimed } from './unclaimed.ts';

/** Most uploads that all visitors together may have open. */
const UNCLAIMED_OPEN_UPLOADS = 100;

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
  const upgradeUrl = upgradeUrlOf(config, user);
  if (upgradeUrl !== null) throw planLimit({ upgradeUrl }, feature);
}

/** Limits that a server enforces, with the page where Pro is sold; null for an account that has Pro. */
export interface EnforcedLimits extends PlanLimits {
  upgradeUrl: string | null;
  /** Whether they are for a snapshot without an account, which has no plan. */
  isUnclaimed?: boolean;
}

/** Limits of staging: below the plan's until the address is verified, on servers that send email. */
export interface StagingLimits extends EnforcedLimits {
  needsVerification: boolean;
  /** The limit that counts its new files. */
  newBytes: 'newKilobytesUnverified' | 'newKilobytesFree' | 'newKilobytesPro' | 'newKilobytesTryOut';
}

const upgradeUrlOf = (config: Pick<Config, 'isSelfHosted' | 'appUrl'>, user: PlanHolder): string | null =>
  planOf(config, user) === 'pro' ? null : `${config.appUrl}/pricing?mode=upgrade`;

type Upgradable = Pick<EnforcedLimits, 'upgradeUrl'>;

/** Adds where to upgrade to the message of an exceeded limit, if that helps. */
export const withUpgrade = ({ upgradeUrl }: Upgradable, message: string): string =>
  upgradeUrl === null ? message : `${message} Upgrade at ${upgradeUrl}.`;

/** Returns the error of an exceeded limit. */
export const planLimit = (limits: Upgradable, message: string, more?: { field: string }): AppError =>
  new AppError('plan_limit', withUpgrade(limits, message), more);

export const enforcedLimitsOf = (
  config: Pick<Config, 'isSelfHosted' | 'appUrl' | 'planLimits'>,
  user: PlanHolder,
): EnforcedLimits => ({ ...limitsOf(config, user), upgradeUrl: upgradeUrlOf(config, user) });

/** Free's limits for each unclaimed snapshot, also where every account has Pro. They live for a day. */
function unclaimedLimits({ planLimits }: Pick<Config, 'planLimits'>): StagingLimits {
  return {
    ...planLimits.free,
    activeSnapshots: null,
    maxExpiryDays: UNCLAIMED_HOURS / 24,
    defaultExpiryDays: UNCLAIMED_HOURS / 24,
    storedBytes: UNCLAIMED_STORED_BYTES,
    openUploads: UNCLAIMED_OPEN_UPLOADS,
    upgradeUrl: null,
    isUnclaimed: true,
    needsVerification: false,
    newBytes: 'newKilobytesTryOut',
  };
}

export function stagingLimitsOf(
  { config, mail }: Pick<App, 'config' | 'mail'>,
  user: PlanHolder & Pick<UserRow, 'id' | 'emailVerifiedAt'>,
): StagingLimits {
  if (isUnclaimed(user.id)) return unclaimedLimits(config);
  const limits = enforcedLimitsOf(config, user);
  const needsVerification = mail.canSend && user.emailVerifiedAt === null;
  if (needsVerification) {
    const storedBytes = Math.min(limits.storedBytes, UNVERIFIED_STORED_BYTES);
    return { ...limits, storedBytes, needsVerification, newBytes: 'newKilobytesUnverified' };
  }
  const newBytes = limits.upgradeUrl === null ? 'newKilobytesPro' : 'newKilobytesFree';
  return { ...limits, needsVerification, newBytes };
}

export function limitsOf(config: Pick<Config, 'isSelfHosted' | 'planLimits'>, user: PlanHolder): PlanLimits {
  return config.planLimits[planOf(config, user)];
}
