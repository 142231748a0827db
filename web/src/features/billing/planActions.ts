import type { User } from '@stagelink/shared/contracts/accounts';
import { t } from './copy.ts';
import type { PlanState } from './planState.ts';

interface ActionBase {
  label: string;
  isMain?: boolean;
}
export type PlanAction = ActionBase &
  (
    | { to: string; run?: undefined }
    | { run: 'changePayment' | 'openPortal' | 'cancel' | 'reactivate'; to?: undefined }
  );

const upgrade = (): PlanAction => ({ label: t('upgrade'), to: '/pricing?mode=upgrade', isMain: true });
const startTrial = (): PlanAction => ({ label: t('startTrial'), to: '/pricing?mode=trial' });
const running = (): PlanAction[] => [
  { label: t('changePayment'), run: 'changePayment' },
  { label: t('cancel'), run: 'cancel' },
];

type Offered = Pick<User, 'hasHadTrial'>;

/** The actions for each plan state, the primary one first. */
const ACTIONS: Record<PlanState, (user: Offered) => PlanAction[]> = {
  none: ({ hasHadTrial }) => (hasHadTrial ? [upgrade()] : [upgrade(), startTrial()]),
  trial: running,
  active: running,
  cancelled: () => [{ label: t('reactivate'), run: 'reactivate', isMain: true }],
  past_due: () => [{ label: t('updatePayment'), run: 'openPortal', isMain: true }],
  superadmin: () => [],
  'self-hosted': () => [],
};

export const planActions = (state: PlanState, user: Offered): PlanAction[] => ACTIONS[state](user);
