import { EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { CalendarPlus, KeyRound, Link } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { QuickAction } from '../../kit/QuickAction.tsx';
import { t } from './rowsCopy.ts';
import * as acts from './actions.ts';
import type { RowDialog } from './dialogs/RowDialogs.tsx';
import { canExtend } from './expiry.ts';
import { reviewBadge } from '../reviews/reviewBadge.ts';
import styles from './SnapshotTable.module.css';

const RowMenu = lazy(async () => ({ default: (await import('./RowMenu.tsx')).RowMenu }));

export interface RowActionsProps {
  snapshot: Snapshot;
  now: Date;
  isActive: boolean;
  /** The pointer has been over it. */
  isReached: boolean;
  isRenaming: boolean;
  onRename: () => void;
  onDialog: (kind: RowDialog) => void;
  /** Its menu opens or closes. */
  onMenu: (isOpen: boolean) => void;
}

/**
 * Shows common actions on hover and focus, and a menu with all actions. Most rows are only scrolled past,
 * so both mount on demand.
 */
export function RowActions(props: RowActionsProps) {
  const { snapshot, now, isActive, isReached } = props;
  const [isAsked, setIsAsked] = useState(false);
  const tabIndex = isActive ? 0 : -1;

  const button = (
    <button
      type="button"
      className={`${styles.more} ${reviewBadge('more')}`}
      aria-label={t('more', { name: snapshot.name })}
      aria-haspopup="menu"
      aria-expanded={false}
      tabIndex={tabIndex}
      onClick={() => setIsAsked(true)}
    />
  );

  return (
    <div className={styles.acts}>
      {(isActive || isReached) && (
        <div className={styles.quick}>
          {canExtend(new Date(snapshot.expiresAt), now) && (
            <QuickAction
              icon={CalendarPlus}
              label={t('extend', { days: EXTEND_DAYS })}
              tabIndex={tabIndex}
              act={() => acts.extend(snapshot)}
            />
          )}
          {snapshot.password !== null && (
            <QuickAction
              icon={KeyRound}
              label={t('copyPassword')}
              tabIndex={tabIndex}
              act={() => acts.copyPassword(snapshot)}
            />
          )}
          <QuickAction
            icon={Link}
            label={t('copyLink')}
            tabIndex={tabIndex}
            act={() => acts.copyLink(snapshot)}
          />
        </div>
      )}
      {isAsked ? (
        <Suspense fallback={button}>
          <RowMenu {...props} />
        </Suspense>
      ) : (
        button
      )}
    </div>
  );
}
