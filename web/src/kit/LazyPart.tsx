import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { t } from './copy.ts';
import styles from './LazyPart.module.css';

const failure = (
  <p className={styles.failure} role="alert">
    {t('partFailed')}
  </p>
);

interface LazyPartProps {
  /** Shown until it has loaded. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of a page that loads after the first render. If it fails to load, the rest still works. */
export function LazyPart({ fallback, children }: LazyPartProps) {
  return (
    <ErrorBoundary fallback={failure}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
