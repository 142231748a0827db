import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSummary } from '../../../data/summary.ts';
import { t } from '../../../words/widgets.ts';
import styles from './Widgets.module.css';

// Asked for together with the numbers themselves, so that the page is there before either.
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

/** How things stand, at a glance. Its height does not depend on what there is to say. */
export function Widgets() {
  const { data, isError, refetch } = useSummary();
  return (
    <section aria-label={t('region')} className={styles.widgets}>
      {data ? (
        <Suspense fallback={<Skeleton />}>
          <Overview summary={data} />
        </Suspense>
      ) : isError ? (
        <div role="alert" className={styles.failed}>
          <p>{t('failed')}</p>
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      ) : (
        <Skeleton />
      )}
    </section>
  );
}
