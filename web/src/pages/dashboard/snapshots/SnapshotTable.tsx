import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDistanceFromTop } from '../../../ui/useDistanceFromTop.ts';
import { useNow } from '../../../ui/useNow.ts';
import { t } from '../../../words/snapshots.ts';
import { SnapshotRow } from './SnapshotRow.tsx';
import styles from './SnapshotTable.module.css';
import { useRowHeight } from './useRowHeight.ts';
import { useTableKeys } from './useTableKeys.ts';

/** After a dialog, the keyboard goes on where it was: in the list. */
function useReturn(isCovered: boolean, focus: () => void): void {
  const wasCovered = useRef(isCovered);
  const returnFocus = useEffectEvent(focus);
  useEffect(() => {
    if (wasCovered.current && !isCovered) returnFocus();
    wasCovered.current = isCovered;
  }, [isCovered]);
}

/** So far before the end the next page is asked for. */
const AHEAD = 20;

interface SnapshotTableProps {
  head: ReactNode;
  snapshots: readonly Snapshot[];
  /** How many there are on the server, loaded or not. */
  matching: number;
  /** A dialog about one of them is open. */
  isCovered: boolean;
  onNearEnd: () => void;
  onDelete: (snapshot: Snapshot) => void;
}

/** The list, of which only the rows in sight exist. */
export function SnapshotTable({
  head,
  snapshots,
  matching,
  isCovered,
  onNearEnd,
  onDelete,
}: SnapshotTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const now = useNow();
  const [wanted, setActive] = useState(0);
  const [renaming, setRenaming] = useState<string | null>(null);
  const active = Math.min(wanted, snapshots.length - 1);
  const rowHeight = useRowHeight();
  const scrollMargin = useDistanceFromTop(body);

  // oxlint-disable-next-line react/incompatible-library -- no React Compiler here; rows are memoised by their props
  const rows = useWindowVirtualizer({
    count: snapshots.length,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: 8,
    scrollMargin,
    // The row with the focus and its neighbours stay, wherever the page has been scrolled to.
    rangeExtractor: (range: Range) => {
      const near = [active - 1, active, active + 1].filter((index) => index >= 0 && index < range.count);
      return [...new Set([...defaultRangeExtractor(range), ...near])].sort((a, b) => a - b);
    },
  });
  const visible = rows.getVirtualItems();
  const isNearEnd = (visible.at(-1)?.index ?? 0) >= snapshots.length - AHEAD;

  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd, snapshots.length]);
  useEffect(() => rows.measure(), [rows, rowHeight]);
  const focusRow = useTableKeys({ body, snapshots, active, now });
  useReturn(isCovered, () => focusRow(active));

  return (
    <table className={styles.table} aria-label={t('region')} aria-rowcount={matching + 1}>
      {head}
      <tbody ref={body} className={styles.body} style={{ height: rows.getTotalSize() }}>
        {visible.map(({ index, start }) => {
          const snapshot = snapshots[index];
          return (
            snapshot && (
              <SnapshotRow
                key={snapshot.id}
                snapshot={snapshot}
                index={index}
                top={start - scrollMargin}
                now={now}
                isActive={index === active}
                isRenaming={snapshot.id === renaming}
                onActive={setActive}
                onRename={setRenaming}
                onDelete={onDelete}
              />
            )
          );
        })}
      </tbody>
    </table>
  );
}
