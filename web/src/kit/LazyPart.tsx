import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { t } from './copy.ts';
import styles from './LazyPart.module.css';

const failure = (
  <p className={styles.failure} role="alert">
    {t('partFailed')}
  </p>
);

/** A part of the viewer that loads after the first render. If it fails to load, the rest still works. */
export function LazyPart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={failure}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
