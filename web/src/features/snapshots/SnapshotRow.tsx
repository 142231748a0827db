import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { ago, moment } from '@stagelink/shared/domain/format';
import { type DragEvent, memo, useState } from 'react';
import type { Project } from '../projects/api.ts';
import { t } from './copy.ts';
import { useIsPassing } from '../../lib/useIsPassing.ts';
import { startSnapshotDrag } from '../../lib/snapshotDrag.ts';
import { move, rename } from './actions.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Expiry } from './Expiry.tsx';
import { isExpired } from './expiry.ts';
import { ReviewBadge } from '../reviews/ReviewBadge.tsx';
import { RowActions } from './RowActions.tsx';
import { SnapshotName } from './SnapshotName.tsx';
import { SnapshotPicture } from './SnapshotPicture.tsx';
import type { RowControls } from './snapshotActions.ts';
import styles from './SnapshotTable.module.css';
import type { ActiveRow } from './useActiveRow.ts';
import type { Selecting } from './useSelection.ts';

interface SnapshotRowProps {
  snapshot: Snapshot;
  project: Project | undefined;
  index: number;
  /** Height of the rows before it that are not rendered, in pixels. */
  gap: number;
  now: Date;
  /** The row in the tab order. */
  isActive: boolean;
  isSelected: boolean;
  isRenaming: boolean;
  /** Files are dragged over it. */
  isOver: boolean;
  onActive: (place: ActiveRow) => void;
  onToggle: Selecting['toggle'];
  onRename: (id: string | null) => void;
  controls: RowControls;
}

export const SnapshotRow = memo(function SnapshotRow(props: SnapshotRowProps) {
  const { snapshot, project, index, gap, now, isActive, isSelected, isRenaming, isOver } = props;
  const { onActive, onToggle, onRename, controls } = props;
  const isPassing = useIsPassing();
  const [hasMenu, setHasMenu] = useState(false);
  const [isReached, setIsReached] = useState(false);
  const [isMouseHere, setIsMouseHere] = useState(false);
  const createdAt = new Date(snapshot.createdAt);
  const expiresAt = new Date(snapshot.expiresAt);

  function renamed(name: string | null): void {
    onRename(null);
    if (name !== null) void rename(snapshot, name);
  }

  function drag(event: DragEvent): void {
    const { id, projectId } = snapshot;
    const moveTo = (to: Project | null) => void move(snapshot, to);
    startSnapshotDrag(event, { id, projectId, moveTo }, event.currentTarget.querySelector('a'));
  }

  return (
    <tr
      className={styles.row}
      style={gap > 0 ? { marginTop: gap } : undefined}
      data-index={index}
      data-expired={isExpired(expiresAt, now)}
      data-selected={isSelected}
      data-over={isOver}
      data-menu={hasMenu}
      aria-rowindex={index + 2}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onActive({ id: snapshot.id, index })}
      // A finger scrolls. Several selected snapshots are moved from the bar below.
      draggable={isMouseHere && !isSelected && !isRenaming}
      onDragStart={drag}
      onPointerMove={({ pointerType }) => {
        setIsReached(true);
        setIsMouseHere(pointerType === 'mouse');
      }}
    >
      <td className={styles.check}>
        {!isPassing && (
          <Checkbox
            label={t('selectRow', { name: snapshot.name })}
            checked={isSelected ? 'all' : 'none'}
            tabIndex={isActive ? 0 : -1}
            onToggle={(isRange) => onToggle(index, { isRange })}
          />
        )}
      </td>
      <td className={styles.picture} aria-hidden>
        <SnapshotPicture picture={snapshot.picture} name={snapshot.name} />
      </td>
      <td className={styles.name}>
        <SnapshotName
          snapshot={snapshot}
          project={project}
          isPassing={isPassing}
          isActive={isActive}
          isRenaming={isRenaming}
          onRenamed={renamed}
        />
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
      <td className={styles.review}>
        {!isPassing && (
          <ReviewBadge
            review={snapshot.review}
            href={`${snapshot.url}#panel=reviews`}
            tabIndex={isActive ? 0 : -1}
          />
        )}
      </td>
      <td className={styles.actions}>
        {!isPassing && (
          <RowActions
            snapshot={snapshot}
            now={now}
            isActive={isActive}
            isReached={isReached}
            isRenaming={isRenaming}
            controls={controls}
            onMenu={setHasMenu}
          />
        )}
      </td>
    </tr>
  );
});
