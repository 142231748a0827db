import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { type ReactNode, useId } from 'react';
import { Text } from '../../../kit/layout/Text.tsx';
import styles from './Widgets.module.css';

interface WidgetProps {
  title: string;
  /** Shown if the list is empty. */
  empty: string;
  isEmpty: boolean;
  /** A line above the list. */
  lead?: ReactNode;
  children: ReactNode;
}

export function Widget({ title, empty, isEmpty, lead, children }: WidgetProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.widget}>
      <Text id={id} as="h2" below="small" size="tiny" isStrong tone="muted">
        {title}
      </Text>
      {lead}
      {isEmpty ? <p className={styles.empty}>{empty}</p> : <ul>{children}</ul>}
    </section>
  );
}

export function Item({ snapshot, children }: { snapshot: Snapshot; children: ReactNode }) {
  return (
    <li className={styles.item}>
      <a className={styles.name} href={snapshot.url} target="_blank" rel="noopener" title={snapshot.name}>
        {snapshot.name}
      </a>
      {children}
    </li>
  );
}
