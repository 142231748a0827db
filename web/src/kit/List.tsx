import type { ReactNode } from 'react';
import { ErrorState, type ErrorStateProps } from './ErrorState.tsx';
import styles from './List.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface ListProps<T> {
  /** The accessible name. */
  label: string;
  /** Undefined while loading. */
  items: readonly T[] | undefined;
  children: (item: T) => ReactNode;
  empty?: ReactNode;
  loading: string;
  /** Set if loading failed. */
  failed: Pick<ErrorStateProps, 'message' | 'action' | 'error' | 'onRetry'> | null;
}

/** A list with its loading, failed, empty and loaded states. */
export function List<T>({ label, items, children, empty, loading, failed }: ListProps<T>) {
  if (items) {
    if (items.length === 0 && empty) return <div className={styles.empty}>{empty}</div>;
    return (
      <ul aria-label={label} className={styles.list}>
        {items.map(children)}
      </ul>
    );
  }
  if (failed) return <ErrorState {...failed} />;
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden as="output">{loading}</VisuallyHidden>
      {[48, 64].map((width) => (
        <div key={width} className={styles.bone} aria-hidden>
          <span data-width={width} />
          <span />
        </div>
      ))}
    </div>
  );
}
