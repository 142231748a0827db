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

type Offered = Pick<User, 'hasHadTrial' | 'billingPlan' | 'willCancelAt'>;

/** Invoices, card, address and plan, for every account that ever subscribed. */
const invoices = ({ billingPlan }: Offered): PlanAction[] =>
  billingPlan === null ? [] : [{ label: t('invoices'), run: 'openInvoices' }];
const running = (user: Offered): PlanAction[] => [
  { label: t('changePayment'), run: 'changePayment' },
  ...invoices(user),
  { label: t('cancel'), run: 'cancel' },
];

/** The actions for each plan state, the primary one first. */
const ACTIONS: Record<PlanState, (user: Offered) => PlanAction[]> = {
  none: ({ hasHadTrial }) => (hasHadTrial ? [upgrade()] : [upgrade(), startTrial()]),
  trial: running,
  active: running,
  cancelled: (user) => [{ ...reactivate(), isMain: true }, ...invoices(user)],
  past_due: (user) => [
    { label: t('updatePayment'), run: 'openPortal', isMain: true },
    ...(user.willCancelAt === null ? [] : [reactivate()]),
    ...invoices(user),
  ],
  superadmin: invoices,
  'self-hosted': () => [],
};

export const planActions = (state: PlanState, user: Offered): PlanAction[] => ACTIONS[state](user);
