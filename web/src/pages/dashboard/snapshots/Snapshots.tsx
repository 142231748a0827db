import { Button } from '@mantine/core';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useProjects } from '../../../data/projects.ts';
import { useSnapshots } from '../../../data/snapshots.ts';
import { t } from '../../../words/snapshots.ts';
import type { RowDialog } from './dialogs/RowDialogs.tsx';
import { EmptyList } from './EmptyList.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import styles from './Snapshots.module.css';
import { Toolbar } from './Toolbar.tsx';
import { useListQuestion } from './useListQuestion.ts';
import { useSelection } from './useSelection.ts';

// Asked for together with the list itself, so that the page is there before either.
const table = import('./SnapshotTable.tsx');
const SnapshotTable = lazy(async () => ({ default: (await table).SnapshotTable }));
// Comes with the first row that is selected, dialogs with the first that opens.
const Selected = lazy(async () => ({ default: (await import('./Selected.tsx')).Selected }));
const RowDialogs = lazy(async () => ({ default: (await import('./dialogs/RowDialogs.tsx')).RowDialogs }));

interface Dialog {
  kind: RowDialog;
  snapshot: Snapshot;
  /** What was dropped on its row. */
  entries?: FileSystemEntry[];
}

/** Everything somebody has staged: search it, sort it, act on it. */
export function Snapshots() {
  const { question, ask, sortBy } = useListQuestion();
  const list = useSnapshots(question);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const pages = list.data?.pages;
  const snapshots = useMemo(() => pages?.flatMap((page) => page.snapshots) ?? [], [pages]);
  const counts = pages?.[0];
  const matching = counts?.matching ?? 0;

  const { data: projectList } = useProjects();
  const isOfOne = question.project !== null;
  const projects = useMemo(
    () => new Map(isOfOne ? [] : projectList?.projects.map((project) => [project.id, project])),
    [projectList, isOfOne],
  );

  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  const isWhole = !hasNextPage && !list.isPlaceholderData;
  const selecting = useSelection({ question, snapshots, matching, isWhole });
  const open = useCallback((kind: RowDialog, snapshot: Snapshot) => setDialog({ kind, snapshot }), []);
  const restage = useCallback(
    (snapshot: Snapshot, entries: FileSystemEntry[]) => setDialog({ kind: 'restage', snapshot, entries }),
    [],
  );

  return (
    <section aria-label={t('region')} className={styles.snapshots} data-selecting={selecting.count > 0}>
      <Toolbar question={question} counts={counts} onAsk={ask} onSort={sortBy} />
      {list.isPending && <ListSkeleton />}
      {list.isError && !counts && (
        <div role="alert" className={styles.failed}>
          <p>{t('failed')}</p>
          <Button variant="default" size="xs" onClick={() => void list.refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {counts &&
        (snapshots.length > 0 ? (
          <Suspense fallback={<ListSkeleton />}>
            <SnapshotTable
              question={question}
              onSort={sortBy}
              snapshots={snapshots}
              projects={projects}
              matching={matching}
              isWhole={!hasNextPage}
              selecting={selecting}
              isCovered={dialog !== null}
              onNearEnd={loadMore}
              onDialog={open}
              onFiles={restage}
            />
          </Suspense>
        ) : (
          <EmptyList question={question} total={counts.total} onAsk={ask} />
        ))}
      {isFetchNextPageError && (
        <div role="alert" className={styles.more}>
          <p>{t('moreFailed')}</p>
          <Button variant="default" size="xs" onClick={() => void fetchNextPage()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {selecting.count > 0 && (
        <Suspense>
          <Selected
            selecting={selecting}
            question={question}
            snapshots={snapshots}
            matching={matching}
            onRename={(snapshot) => open('rename', snapshot)}
          />
        </Suspense>
      )}
      {dialog && (
        <Suspense>
          <RowDialogs {...dialog} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </section>
  );
}
