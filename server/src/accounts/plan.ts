import type { Plan } from '@stagelink/shared/contracts/accounts';
import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import type { Config } from '../config.ts';
import type { UserRow } from './repo.ts';

type Paying = Pick<UserRow, 'plan' | 'role'>;

/** On a self-hosted installation everybody has Pro; a superadmin has it everywhere. */
export function planOf(config: Pick<Config, 'selfHosted'>, user: Paying): Plan {
  return config.selfHosted || user.role === 'superadmin' ? 'pro' : user.plan;
}

export function limitsOf(config: Pick<Config, 'selfHosted' | 'planLimits'>, user: Paying): PlanLimits {
  return config.planLimits[planOf(config, user)];
}
