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
    | {
        run: 'changePayment' | 'openPortal' | 'openInvoices' | 'cancel' | 'reactivate';
        to?: undefined;
      }
  );

const upgrade = (): PlanAction => ({ label: t('upgrade'), to: '/pricing?mode=upgrade', isMain: true });
const startTrial = (): PlanAction => ({ label: t('startTrial'), to: '/pricing?mode=trial' });
const reactivate = (): PlanAction => ({ label: t('reactivate'), run: 'reactivate' });
const running = (): PlanAction[] => [
  { label: t('changePayment'), run: 'changePayment' },
  { label: t('cancel'), run: 'cancel' },
];

type Offered = Pick<User, 'hasHadTrial' | 'billingPlan' | 'willCancelAt'>;

/** The actions for each plan state, the primary one first. */
const ACTIONS: Record<PlanState, (user: Offered) => PlanAction[]> = {
  none: ({ hasHadTrial }) => (hasHadTrial ? [upgrade()] : [upgrade(), startTrial()]),
  trial: running,
  active: running,
  cancelled: () => [{ ...reactivate(), isMain: true }],
  past_due: ({ willCancelAt }) => [
    { label: t('updatePayment'), run: 'openPortal', isMain: true },
    ...(willCancelAt === null ? [] : [reactivate()]),
  ],
  superadmin: () => [],
  'self-hosted': () => [],
};

/** Invoices, card, address and plan: for every account that ever subscribed. */
const invoices = ({ billingPlan }: Offered): PlanAction[] =>
  billingPlan === null ? [] : [{ label: t('invoices'), run: 'openInvoices' }];

export const planActions = (state: PlanState, user: Offered): PlanAction[] => [
  ...ACTIONS[state](user),
  ...invoices(user),
];
