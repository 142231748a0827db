import { useSummary } from '../api.ts';
import { Later } from '../Later.ts';
import { t } from './copy.ts';
import { factsOf } from './facts.ts';
import { VisuallyHidden } from '../../../kit/VisuallyHidden.tsx';
import styles from './Widgets.module.css';

function Skeleton() {
  return (
    <>
      <VisuallyHidden as="output">{t('loading')}</VisuallyHidden>
      <div className={styles.skeleton} aria-hidden />
    </>
  );
}

/** Has a fixed height, so that the page below does not move. A failure is shown in the line that opens it. */
export function Widgets() {
  const { data, isError } = useSummary();
  if (data ? factsOf(data, null).length === 0 : isError) return null;
  return (
    <section aria-label={t('region')} className={styles.widgets}>
      {data ? (
        <Later fallback={<Skeleton />}>{({ Overview }) => <Overview summary={data} />}</Later>
      ) : (
        <Skeleton />
      )}
    </section>
  );
}
