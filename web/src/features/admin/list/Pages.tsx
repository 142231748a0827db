import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../kit/Button.tsx';
import { EmptyState } from '../../../kit/EmptyState.tsx';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { Skeleton } from '../../../kit/Skeleton.tsx';
import { errorMessage } from '../../../lib/errorMessage.ts';
import styles from './Pages.module.css';
import { t } from '../copy.ts';

interface PagesProps<Page> {
  list: UseInfiniteQueryResult<InfiniteData<Page>>;
  failed: string;
  /** Shown without entries. */
  empty: string;
  isEmpty: (page: Page) => boolean;
  children: (pages: Page[]) => ReactNode;
}

/** A list in pages, with its loading, failed and empty states. */
export function Pages<Page>({ list, failed, empty, isEmpty, children }: PagesProps<Page>) {
  const { data, error } = list;
  if (!data && error)
    return (
      <ErrorState message={errorMessage(error, failed)} error={error} onRetry={() => void list.refetch()} />
    );
  if (!data) {
    return <Skeleton heightPx={320} label={t('loading')} />;
  }
  if (data.pages.every(isEmpty)) return <EmptyState className={styles.empty} title={empty} />;
  return (
    <>
      {children(data.pages)}
      {list.isFetchNextPageError && (
        <ErrorState message={t('moreFailed')} error={error} onRetry={() => void list.fetchNextPage()} />
      )}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <div className={styles.more}>
          <Button
            variant="plain"
            size="small"
            isLoading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}
