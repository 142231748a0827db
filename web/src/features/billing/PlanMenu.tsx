import type { User } from '@stagelink/shared/contracts/accounts';
import { CreditCard, ReceiptText, RotateCcw, Sparkles, X } from 'lucide-react';
import { Badge } from '../../kit/Badge.tsx';
import { Menu, MenuItem, MenuNote } from '../../kit/Menu.tsx';
import { runWithToast } from '../../kit/runWithToast.ts';
import { toastUndo } from '../../kit/toast.ts';
import { useNavigate } from '../../lib/router.ts';
import { useSession } from '../identity/account/sessionApi.ts';
import { reactivate } from './api.ts';
import { t } from './copy.ts';
import type { PlanAction } from './planActions.ts';
import styles from './PlanMenu.module.css';
import { describePlan } from './planState.ts';
import { type CancellationTexts, usePlanActions } from './usePlanActions.tsx';

const ICONS = {
  changePayment: CreditCard,
  openPortal: CreditCard,
  openInvoices: ReceiptText,
  cancel: X,
  reactivate: RotateCcw,
};
const iconOf = ({ run }: PlanAction) => (run === undefined ? Sparkles : ICONS[run]);

const IN_MENU: CancellationTexts = {
  onCancelled: () =>
    toastUndo(
      t('menuCancelled'),
      () => void runWithToast({ act: reactivate, failed: t('reactivateFailed') }),
    ),
  failed: t('menuCancelFailed'),
};

function MenuOf({ user }: { user: User }) {
  const { actions, running, run, dialog } = usePlanActions(user, IN_MENU);
  const navigate = useNavigate();
  if (actions.length === 0) return <Badge>{user.subscriptionDisplay}</Badge>;
  return (
    <>
      <Menu
        widthPx={248}
        trigger={
          <button
            type="button"
            className={styles.trigger}
            aria-label={t('menu', { plan: user.subscriptionDisplay })}
          >
            <Badge>{user.subscriptionDisplay}</Badge>
          </button>
        }
      >
        <MenuNote>{describePlan(user).text}</MenuNote>
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            icon={iconOf(action)}
            isDanger={action.run === 'cancel'}
            disabled={running !== null}
            onSelect={() => (action.to === undefined ? void run(action.run) : void navigate(action.to))}
          >
            {action.label}
          </MenuItem>
        ))}
      </Menu>
      {dialog}
    </>
  );
}

/** The plan of the signed-in user, with what can be done about it. */
export function PlanMenu() {
  const { data: session } = useSession();
  return session?.user && <MenuOf user={session.user} />;
}
