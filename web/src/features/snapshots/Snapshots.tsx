import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { useProjects } from '../projects/api.ts';
import { useSnapshots } from './api.ts';
import { t } from './copy.ts';
import type { RowDialog } from './dialogs/RowDialogs.tsx';
import { EmptyList } from './EmptyList.tsx';
import { Later } from './Later.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import styles from './Snapshots.module.css';
import { Toolbar } from './Toolbar.tsx';
import { isBusy } from '../../lib/queryClient.ts';
import { useSortedListState } from '../../lib/useListState.ts';
import { snapshotList } from './snapshotFilters.ts';
import { useIdlePictures } from './useIdlePictures.ts';
import { FIRST_PAGE, pagesOf, type RowsInSight } from './useFreshPages.ts';
import { useListView } from './useListView.ts';
import { useSelection } from './useSelection.ts';

// Loads in parallel with the list's data.
const table = import('./SnapshotTable.tsx');
const SnapshotTable = lazy(async () => ({ default: (await table).SnapshotTable }));
// Dialogs load on first open.
const RowDialogs = lazy(async () => ({ default: (await import('./dialogs/RowDialogs.tsx')).RowDialogs }));

interface Dialog {
  kind: RowDialog;
  snapshot: Snapshot;
  /** Dropped on the snapshot's row. */
  entries?: FileSystemEntry[];
}

interface SnapshotsProps {
  /** What to do where there are none. */
  first: ReactNode;
}

export function Snapshots({ first }: SnapshotsProps) {
  const { state: question, change: ask, sortBy } = useSortedListState(snapshotList);
  const [inSight, setInSight] = useState(FIRST_PAGE);
  const list = useSnapshots(question, inSight);
  const [view, setView] = useListView();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const pages = list.data?.pages;
  const snapshots = useMemo(() => pages?.flatMap((page) => page.snapshots) ?? [], [pages]);
  useIdlePictures(snapshots);
  const counts = pages?.[0];
  const matching = counts?.matching ?? 0;

  const { data: projectList } = useProjects();
  const isOfOne = question.project !== undefined;
  const projects = useMemo(
    () => new Map(isOfOne ? [] : projectList?.projects.map((project) => [project.id, project])),
    [projectList, isOfOne],
  );

  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  const onSight = useCallback(
    (rows: RowsInSight) => {
      const { first, last } = pagesOf(pages ?? [], rows);
      setInSight((now) => (now.first === first && now.last === last ? now : { first, last }));
    },
    [pages],
  );

  const isWhole = !hasNextPage && !list.isPlaceholderData;
  const selecting = useSelection({ question, snapshots, matching, asOf: counts?.asOf, isWhole });
  const open = useCallback((kind: RowDialog, snapshot: Snapshot) => setDialog({ kind, snapshot }), []);
  const restage = useCallback(
    (snapshot: Snapshot, entries: FileSystemEntry[]) => setDialog({ kind: 'restage', snapshot, entries }),
    [],
  );

  return (
    <section
      aria-label={t('region')}
      className={styles.snapshots}
      data-tour="snapshots"
      data-selecting={selecting.count > 0}
    >
      <Toolbar question={question} counts={counts} view={view} onAsk={ask} onSort={sortBy} onView={setView} />
      {list.isPending && isBusy(list.failureReason) && <output>{t('busy')}</output>}
      {list.isPending && <ListSkeleton />}
      {list.isError && !counts && (
        <ErrorState
          layout="block"
          className={styles.failed}
          message={t('failed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {counts &&
        (snapshots.length > 0 ? (
          <Suspense fallback={<ListSkeleton />}>
            <SnapshotTable
              view={view}
              question={question}
              onSort={sortBy}
              snapshots={snapshots}
              projects={projects}
              matching={matching}
              isWhole={!hasNextPage}
              selecting={selecting}
              isCovered={dialog !== null}
              onSight={onSight}
              onNearEnd={loadMore}
              onDialog={open}
              onFiles={restage}
            />
          </Suspense>
        ) : (
          <EmptyList question={question} total={counts.total} first={first} onAsk={ask} />
        ))}
      {isFetchNextPageError && (
        <ErrorState
          layout="block"
          message={t('moreFailed')}
          error={list.error}
          onRetry={() => void fetchNextPage()}
        />
      )}
      {selecting.count > 0 && (
        <Later>
          {({ Selected }) => (
            <Selected
              selecting={selecting}
              question={question}
              snapshots={snapshots}
              matching={matching}
              onRename={(snapshot) => open('rename', snapshot)}
            />
          )}
        </Later>
      )}
      {dialog && (
        <Suspense>
          <RowDialogs {...dialog} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </section>
  );
}
