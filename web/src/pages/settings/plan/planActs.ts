import { t } from '../../../words/settings.ts';
import type { PlanState } from './planState.ts';

export interface PlanAct {
  label: string;
  /** A page of ours. */
  to: string;
}

const upgrade = () => ({ label: t('upgrade'), to: '/pricing?mode=upgrade' });
const reactivate = () => ({ label: t('reactivate'), to: '/pricing?mode=upgrade' });

/** What can be done about a plan in each state, the first one first. */
const ACTS: Record<PlanState, (() => PlanAct)[]> = {
  none: [upgrade],
  trial: [],
  active: [],
  cancelled: [reactivate],
  past_due: [],
  superadmin: [],
  'self-hosted': [],
};

export const planActs = (state: PlanState): PlanAct[] => ACTS[state].map((act) => act());
