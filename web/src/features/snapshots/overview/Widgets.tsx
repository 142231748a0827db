import { lazy, Suspense } from 'react';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { useSummary } from '../summaryApi.ts';
import { t } from './copy.ts';
import styles from './Widgets.module.css';

// Loads in parallel with its data.
const overview = import('./Overview.tsx');
const Overview = lazy(async () => ({ default: (await overview).Overview }));

function Skeleton() {
  return (
    <>
      <output className={styles.unseen}>{t('loading')}</output>
      <div className={styles.skeleton} aria-hidden />
    </>
  );
}

/** Has a fixed height, so that the page below does not move. */
export function Widgets() {
  const { data, isError, refetch } = useSummary();
  return (
    <section aria-label={t('region')} className={styles.widgets}>
      {data ? (
        <Suspense fallback={<Skeleton />}>
          <Overview summary={data} />
        </Suspense>
      ) : isError ? (
        <ErrorState
          layout="block"
          className={styles.failed}
          message={t('failed')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton />
      )}
    </section>
  );
}
