import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { t } from './copy.ts';
import { Later } from './Later.ts';
import { reviewBadge } from '../reviews/reviewBadge.ts';
import type { RowControls } from './snapshotActions.ts';
import styles from './SnapshotTable.module.css';

export interface RowActionsProps {
  snapshot: Snapshot;
  now: Date;
  isActive: boolean;
  /** The pointer has been over it. */
  isReached: boolean;
  isRenaming: boolean;
  controls: RowControls;
  /** Its menu opens or closes. */
  onMenu: (isOpen: boolean) => void;
}

/**
 * Shows common actions on hover and focus, and a menu with all actions. Most rows are only scrolled past,
 * so both mount on demand.
 */
export function RowActions(props: RowActionsProps) {
  const { snapshot, isActive, isReached } = props;
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
          <Later>{({ QuickActions }) => <QuickActions {...props} />}</Later>
        </div>
      )}
      {isAsked ? <Later fallback={button}>{({ RowMenu }) => <RowMenu {...props} />}</Later> : button}
    </div>
  );
}
