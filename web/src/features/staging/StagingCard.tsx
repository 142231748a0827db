import { Fragment, type ReactNode } from 'react';
import styles from './StagingCard.module.css';

/** What becomes of files that were dropped or chosen. */
export const StagingCard = ({ children, role }: { children: ReactNode; role?: 'alert' }) => (
  <div className={styles.card} role={role}>
    {children}
  </div>
);

/** What to do next. On a phone the buttons fill the line. */
export const StagingActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);

/** Links and passwords, with what each is. */
export const LinkList = ({ links }: { links: readonly (readonly [label: string, text: string])[] }) => (
  <dl className={styles.links}>
    {links.map(([label, text]) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </Fragment>
    ))}
  </dl>
);

/** Covers the page while files are dragged over it, and lets what is below take them. */
export const DropTarget = ({ children }: { children: ReactNode }) => (
  <div className={styles.target}>
    <p>{children}</p>
  </div>
);
