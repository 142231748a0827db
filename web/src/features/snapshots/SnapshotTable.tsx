import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { SnapshotFilters } from './snapshotFilters.ts';
import type { Project } from '../projects/api.ts';
import { KeyHints } from '../../kit/KeyHints.tsx';
import { useDistanceFromTop } from '../../kit/useDistanceFromTop.ts';
import { useNow } from '../../lib/useNow.ts';
import { t } from './copy.ts';
import type { RowDialog } from './dialogs/RowDialogs.tsx';
import { KEY_HINTS } from './snapshotActions.ts';
import { isSelected } from './selection.ts';
import { SnapshotRow } from './SnapshotRow.tsx';
import styles from './SnapshotTable.module.css';
import { TableHead } from './TableHead.tsx';
import { useActiveRow } from './useActiveRow.ts';
import type { RowsInSight } from './useFreshPages.ts';
import { useRowDrop } from './useRowDrop.ts';
import { type ListView, useListLayout } from './useListView.ts';
import type { Selecting } from './useSelection.ts';
import { useTableKeys } from './useTableKeys.ts';

/** Returns the focus to the list after a dialog or the bulk bar closes. */
function useReturn(isCovered: boolean, focus: () => void): void {
  const wasCovered = useRef(isCovered);
  const returnFocus = useEffectEvent(focus);
  useEffect(() => {
    if (wasCovered.current && !isCovered) returnFocus();
    wasCovered.current = isCovered;
  }, [isCovered]);
}

/** Rows before the end at which the next page is fetched. */
const AHEAD = 20;

/** Short lists are not virtualized, so that the browser's find covers all rows. */
const WHOLE = 30;

const bodyStyle = (height: number, columns: number, lineHeight: number) =>
  ({ height, '--cards': columns, '--line-height': `${lineHeight}px` }) as CSSProperties;

interface SnapshotTableProps {
  view: ListView;
  question: SnapshotFilters;
  onSort: (sort: SnapshotFilters['sort']) => void;
  snapshots: readonly Snapshot[];
  /** Projects by id; empty if all snapshots are in one project. */
  projects: ReadonlyMap<string, Project>;
  /** Number of matches on the server, loaded or not. */
  matching: number;
  /** All matches are loaded. */
  isWhole: boolean;
  selecting: Selecting;
  /** A dialog about one of the snapshots is open. */
  isCovered: boolean;
  onSight: (rows: RowsInSight) => void;
  onNearEnd: () => void;
  onDialog: (kind: RowDialog, snapshot: Snapshot) => void;
  onFiles: (snapshot: Snapshot, entries: FileSystemEntry[]) => void;
}

/**
 * A virtualized list, or a grid of cards, whose rows stay in the page's flow: rows positioned by inline `style` make style
 * calculation in Chromium slower the further the list is scrolled.
 */
export function SnapshotTable(props: SnapshotTableProps) {
  const { view, question, snapshots, projects, matching, isWhole, selecting, isCovered } = props;
  const { onSort, onSight, onNearEnd, onDialog, onFiles } = props;
  const list = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const now = useNow();
  const [active, setActive] = useActiveRow(snapshots);
  const [renaming, setRenaming] = useState<string | null>(null);
  const { columns, lineHeight } = useListLayout(view, list);
  const activeLine = Math.floor(active / columns);
  const scrollMargin = useDistanceFromTop(body);

  // oxlint-disable-next-line react/incompatible-library -- no React Compiler here; rows are memoised by their props
  const lines = useWindowVirtualizer({
    count: Math.ceil(snapshots.length / columns),
    estimateSize: useCallback(() => lineHeight, [lineHeight]),
    overscan: columns === 1 ? 2 : 1,
    scrollMargin,
    // Keeps the focused line and its neighbors mounted at any scroll position.
    rangeExtractor: (range: Range) => {
      if (range.count * columns <= WHOLE) return Array.from({ length: range.count }, (_, index) => index);
      const near = [activeLine - 1, activeLine, activeLine + 1].filter(
        (index) => index >= 0 && index < range.count,
      );
      return [...new Set([...defaultRangeExtractor(range), ...near])].sort((a, b) => a - b);
    },
  });
  const visible = lines.getVirtualItems();
  const isNearEnd = (visible.at(-1)?.index ?? 0) * columns >= snapshots.length - AHEAD;

  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd, snapshots.length]);
  const { startIndex = 0, endIndex = 0 } = lines.range ?? {};
  useEffect(
    () => onSight({ first: startIndex * columns, last: (endIndex + 1) * columns - 1 }),
    [onSight, startIndex, endIndex, columns],
  );
  useEffect(() => lines.measure(), [lines, lineHeight]);
  const controls = useMemo(() => ({ openDialog: onDialog, startRenaming: setRenaming }), [onDialog]);
  const focusRow = useTableKeys({ body, snapshots, active, columns, now, selecting, controls });
  const drop = useRowDrop(snapshots, onFiles);
  useReturn(isCovered, () => focusRow(active));
  useReturn(selecting.count > 0, () => {
    if (document.activeElement === document.body) focusRow(active, { preventScroll: true });
  });

  return (
    <>
      <div ref={list} className={styles.list}>
        <table
          className={styles.table}
          aria-label={t('region')}
          aria-rowcount={matching + 1}
          data-view={view}
          data-selecting={selecting.count > 0}
        >
          <TableHead
            question={question}
            onSort={onSort}
            checked={selecting.count === 0 ? 'none' : selecting.count === matching ? 'all' : 'some'}
            onSelectAll={selecting.selectAll}
            onClear={selecting.clear}
          />
          <tbody
            ref={body}
            className={styles.body}
            style={bodyStyle(lines.getTotalSize(), columns, lineHeight)}
            {...drop.handlers}
          >
            {visible.flatMap(({ index: line }, place) => {
              const unmade = line - 1 - (visible[place - 1]?.index ?? -1);
              const first = line * columns;
              return snapshots
                .slice(first, first + columns)
                .map((snapshot, column) => (
                  <SnapshotRow
                    key={snapshot.id}
                    snapshot={snapshot}
                    project={projects.get(snapshot.projectId ?? '')}
                    index={first + column}
                    gap={unmade * lineHeight}
                    now={now}
                    isActive={first + column === active}
                    isSelected={isSelected(selecting.selection, snapshot)}
                    isRenaming={snapshot.id === renaming}
                    isOver={first + column === drop.over}
                    onActive={setActive}
                    onToggle={selecting.toggle}
                    onRename={setRenaming}
                    controls={controls}
                  />
                ));
            })}
          </tbody>
        </table>
      </div>
      {isWhole && <KeyHints hints={KEY_HINTS} />}
    </>
  );
}
