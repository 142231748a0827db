import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './List.module.css';

interface ListProps<T> {
  /** What the list is called. */
  label: string;
  /** Absent while it is not known. */
  items: readonly T[] | undefined;
  children: (item: T) => ReactNode;
  empty?: ReactNode;
  loading: string;
  /** Set when asking failed. */
  failed: { message: string; retry: string; onRetry: () => void } | null;
}

/** A list as it is being fetched, as it could not be, empty, and full. */
export function List<T>({ label, items, children, empty, loading, failed }: ListProps<T>) {
  if (items) {
    if (items.length === 0 && empty) return <div className={styles.empty}>{empty}</div>;
    return (
      <ul aria-label={label} className={styles.list}>
        {items.map(children)}
      </ul>
    );
  }
  if (failed) {
    return (
      <div role="alert" className={styles.failed}>
        <p>{failed.message}</p>
        <Button variant="default" size="xs" onClick={failed.onRetry}>
          {failed.retry}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.skeleton}>
      <output className={styles.unseen}>{loading}</output>
      {[48, 64].map((width) => (
        <div key={width} className={styles.bone} aria-hidden>
          <span data-width={width} />
          <span />
        </div>
      ))}
    </div>
  );
}
