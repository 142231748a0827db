import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { memo } from 'react';
import { ago, moment } from '../../../ui/times.ts';
import { t } from '../../../words/snapshots.ts';
import { rename } from './acts.ts';
import { Expiry } from './Expiry.tsx';
import { isExpired } from './expiry.ts';
import { RowActions } from './RowActions.tsx';
import { SnapshotName } from './SnapshotName.tsx';
import styles from './SnapshotTable.module.css';

interface SnapshotRowProps {
  snapshot: Snapshot;
  index: number;
  /** Pixels from the top of the list. */
  top: number;
  now: Date;
  /** The one row that Tab reaches. */
  isActive: boolean;
  isRenaming: boolean;
  onActive: (index: number) => void;
  onRename: (id: string | null) => void;
  onDelete: (snapshot: Snapshot) => void;
}

export const SnapshotRow = memo(function SnapshotRow(props: SnapshotRowProps) {
  const { snapshot, index, top, now, isActive, isRenaming, onActive, onRename, onDelete } = props;
  const createdAt = new Date(snapshot.createdAt);
  const expiresAt = new Date(snapshot.expiresAt);

  function renamed(name: string | null): void {
    onRename(null);
    if (name !== null) void rename(snapshot, name);
  }

  return (
    <tr
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      data-index={index}
      data-expired={isExpired(expiresAt, now)}
      aria-rowindex={index + 2}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onActive(index)}
    >
      <td className={styles.name}>
        <SnapshotName snapshot={snapshot} isActive={isActive} isRenaming={isRenaming} onRenamed={renamed} />
      </td>
      <td className={styles.created} title={moment(createdAt)}>
        {ago(createdAt, now)}
      </td>
      <td className={styles.expires}>
        <Expiry expiresAt={expiresAt} now={now} />
      </td>
      <td className={styles.views}>
        {snapshot.viewCount.toLocaleString('en')}
        <span className={styles.unit}> {t('viewsUnit', { count: snapshot.viewCount })}</span>
      </td>
      <td className={styles.actions}>
        <RowActions
          snapshot={snapshot}
          now={now}
          isActive={isActive}
          isRenaming={isRenaming}
          onRename={() => onRename(snapshot.id)}
          onDelete={() => onDelete(snapshot)}
        />
      </td>
    </tr>
  );
});
