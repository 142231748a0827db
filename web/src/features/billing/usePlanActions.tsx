import type { User } from '@stagelink/shared/contracts/accounts';
import { wholeDay } from '@stagelink/shared/domain/format';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { runWithToast } from '../../kit/runWithToast.ts';
import { toast } from '../../kit/toast.ts';
import { cancelSubscription, changePayment, proStaysUntil, reactivate } from './api.ts';
import { openPortal } from './checkoutApi.ts';
import { t } from './copy.ts';
import { planActions, type PlanAction } from './planActions.ts';
import { planState } from './planState.ts';

const RESULT_MS = 5000;

type Running = Exclude<PlanAction['run'], undefined>;

const RUN: Record<Exclude<Running, 'cancel'>, { act: () => Promise<unknown>; failed: () => string }> = {
  changePayment: { act: changePayment, failed: () => t('paymentFailed') },
  openPortal: { act: openPortal, failed: () => t('portalFailed') },
  openInvoices: { act: openPortal, failed: () => t('portalFailed') },
  reactivate: {
    async act() {
      const message = await reactivate();
      if (message !== null) toast(message, { shownFor: RESULT_MS });
    },
    failed: () => t('reactivateFailed'),
  },
};

/** How a cancellation ends where it was asked for. */
export interface CancellationTexts {
  onCancelled: (message: string) => void;
  failed: string;
}

interface CancellationProps extends CancellationTexts {
  user: User;
  onClose: () => void;
}

function ConfirmCancellation({ user, onCancelled, failed, onClose }: CancellationProps) {
  const until = proStaysUntil(user);
  const confirm = () =>
    runWithToast({ act: async () => onCancelled(await cancelSubscription()), failed, isInForm: true });
  return (
    <ConfirmDialog
      title={t('cancelTitle')}
      text={until === null ? t('cancelText') : t('cancelTextUntil', { date: wholeDay(new Date(until)) })}
      action={t('cancel')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

/** Texts of the settings, which show the server’s own message. */
export const IN_SETTINGS: CancellationTexts = {
  onCancelled: (message) => toast(message, { shownFor: RESULT_MS }),
  failed: t('cancelFailed'),
};

interface RunnableActions {
  actions: PlanAction[];
  running: Running | null;
  run: (action: Running) => Promise<void>;
  /** Must be rendered. */
  dialog: ReactNode;
}

/** What the user can do about the plan in its state. */
export function usePlanActions(user: User, texts: CancellationTexts): RunnableActions {
  const [running, setRunning] = useState<Running | null>(null);
  const [isCancelling, setIsCancelling] = useState(false);

  async function run(action: Running): Promise<void> {
    if (action === 'cancel') return setIsCancelling(true);
    setRunning(action);
    const { act, failed } = RUN[action];
    await runWithToast({ act, failed: failed() });
    setRunning(null);
  }

  return {
    actions: planActions(planState(user), user),
    running,
    run,
    dialog: isCancelling && (
      <ConfirmCancellation user={user} {...texts} onClose={() => setIsCancelling(false)} />
    ),
  };
}
