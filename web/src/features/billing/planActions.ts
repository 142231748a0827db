import { t } from './copy.ts';
import type { PlanState } from './planState.ts';

export interface PlanAction {
  label: string;
  /** A route of the web app. */
  to: string;
}

const upgrade = () => ({ label: t('upgrade'), to: '/pricing?mode=upgrade' });
const reactivate = () => ({ label: t('reactivate'), to: '/pricing?mode=upgrade' });

/** The actions for each plan state, the primary one first. */
const ACTIONS: Record<PlanState, (() => PlanAction)[]> = {
  none: [upgrade],
  trial: [],
  active: [],
  cancelled: [reactivate],
  past_due: [],
  superadmin: [],
  'self-hosted': [],
};

export const planActions = (state: PlanState): PlanAction[] => ACTIONS[state].map((act) => act());
