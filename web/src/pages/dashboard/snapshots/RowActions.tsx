import { EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { CalendarPlus, KeyRound, Link } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { QuickAct } from '../../../ui/QuickAct.tsx';
import { t } from '../../../words/rows.ts';
import * as acts from './acts.ts';
import type { RowDialog } from './dialogs/RowDialogs.tsx';
import { canExtend } from './expiry.ts';
import { sign } from './sign.ts';
import styles from './SnapshotTable.module.css';

const RowMenu = lazy(async () => ({ default: (await import('./RowMenu.tsx')).RowMenu }));

export interface RowActionsProps {
  snapshot: Snapshot;
  now: Date;
  isActive: boolean;
  /** Has been pointed at. */
  isReached: boolean;
  isRenaming: boolean;
  onRename: () => void;
  onDialog: (kind: RowDialog) => void;
}

/**
 * The usual acts show when the row is pointed at or focused; the menu has them all, for touch as well. Most rows are
 * scrolled past, so neither is made before it is wanted.
 */
export function RowActions(props: RowActionsProps) {
  const { snapshot, now, isActive, isReached } = props;
  const [isAsked, setIsAsked] = useState(false);
  const tabIndex = isActive ? 0 : -1;

  const button = (
    <button
      type="button"
      className={`${styles.more} ${sign('more')}`}
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
            <QuickAct
              icon={CalendarPlus}
              label={t('extend', { days: EXTEND_DAYS })}
              tabIndex={tabIndex}
              act={() => acts.extend(snapshot)}
            />
          )}
          {snapshot.password !== null && (
            <QuickAct
              icon={KeyRound}
              label={t('copyPassword')}
              tabIndex={tabIndex}
              act={() => acts.copyPassword(snapshot)}
            />
          )}
          <QuickAct
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
