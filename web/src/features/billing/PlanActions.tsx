import type { User } from '@stagelink/shared/contracts/accounts';
import { wholeDay } from '@stagelink/shared/domain/format';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { runWithToast } from '../../kit/runWithToast.ts';
import { toast } from '../../kit/toast.ts';
import { Link } from '../../lib/router.ts';
import { cancelSubscription, changePayment, openPortal, proStaysUntil, reactivate } from './api.ts';
import { t } from './copy.ts';
import { planActions, type PlanAction } from './planActions.ts';
import { planState } from './planState.ts';
import styles from './PlanManagement.module.css';

const RESULT_MS = 5000;

function ConfirmCancellation({ user, onClose }: { user: User; onClose: () => void }) {
  const until = proStaysUntil(user);
  const confirm = () =>
    runWithToast({
      act: async () => toast(await cancelSubscription(), { shownFor: RESULT_MS }),
      failed: t('cancelFailed'),
      isInForm: true,
    });
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

type Running = Exclude<PlanAction['run'], undefined>;

const RUN: Record<Exclude<Running, 'cancel'>, { act: () => Promise<unknown>; failed: () => string }> = {
  changePayment: { act: changePayment, failed: () => t('paymentFailed') },
  openPortal: { act: openPortal, failed: () => t('portalFailed') },
  reactivate: {
    async act() {
      const message = await reactivate();
      if (message !== null) toast(message, { shownFor: RESULT_MS });
    },
    failed: () => t('reactivateFailed'),
  },
};

export function PlanActions({ user }: { user: User }) {
  const [running, setRunning] = useState<Running | null>(null);
  const [isCancelling, setIsCancelling] = useState(false);

  async function run(action: Running): Promise<void> {
    if (action === 'cancel') return setIsCancelling(true);
    setRunning(action);
    const { act, failed } = RUN[action];
    await runWithToast({ act, failed: failed() });
    setRunning(null);
  }

  return (
    <div className={styles.actions}>
      {planActions(planState(user), user).map(({ label, to, run: action, isMain }) => {
        const variant = isMain ? 'main' : 'plain';
        if (to !== undefined) {
          return (
            <Link key={label} to={to} className={buttonClass({ size: 'small', variant })}>
              {label}
            </Link>
          );
        }
        return (
          <Button
            key={label}
            size="small"
            variant={variant}
            isLoading={running === action}
            disabled={running !== null}
            onClick={() => void run(action)}
          >
            {label}
          </Button>
        );
      })}
      {isCancelling && <ConfirmCancellation user={user} onClose={() => setIsCancelling(false)} />}
    </div>
  );
}
