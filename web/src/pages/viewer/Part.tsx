import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { t } from '../../words/viewer.ts';
import styles from './Part.module.css';

const failure = (
  <p className={styles['failure']} role="alert">
    {t('partFailed')}
  </p>
);

/** A part of the viewer that comes behind its first picture: when it does not come, the rest stands all the same. */
export function Part({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={failure}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
