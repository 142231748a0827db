import { Button } from '@mantine/core';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useSnapshots } from '../../../data/snapshots.ts';
import { t } from '../../../words/snapshots.ts';
import { EmptyList } from './EmptyList.tsx';
import { KeyHints } from './KeyHints.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import styles from './Snapshots.module.css';
import { TableHead } from './TableHead.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useListQuestion } from './useListQuestion.ts';

// Asked for together with the list itself, so that the page is there before either.
const table = import('./SnapshotTable.tsx');
const SnapshotTable = lazy(async () => ({ default: (await table).SnapshotTable }));
// Dialogs are rare: their code comes when the first one opens.
const DeleteDialog = lazy(async () => ({ default: (await import('./DeleteDialog.tsx')).DeleteDialog }));

/** Everything somebody has staged: search it, sort it, act on it. */
export function Snapshots() {
  const { question, ask, sortBy } = useListQuestion();
  const list = useSnapshots(question);
  const [doomed, setDoomed] = useState<Snapshot | null>(null);
  const pages = list.data?.pages;
  const snapshots = useMemo(() => pages?.flatMap((page) => page.snapshots) ?? [], [pages]);
  const counts = pages?.[0];

  const { hasNextPage, isFetching, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);

  return (
    <section aria-label={t('region')} className={styles.snapshots}>
      <Toolbar question={question} counts={counts} onAsk={ask} />
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
              head={<TableHead question={question} onSort={sortBy} />}
              snapshots={snapshots}
              matching={counts.matching}
              isCovered={doomed !== null}
              onNearEnd={loadMore}
              onDelete={setDoomed}
            />
            {!hasNextPage && <KeyHints />}
          </Suspense>
        ) : (
          <EmptyList question={question} total={counts.total} onAsk={ask} />
        ))}
      {doomed && (
        <Suspense>
          <DeleteDialog snapshot={doomed} onClose={() => setDoomed(null)} />
        </Suspense>
      )}
    </section>
  );
}
