import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

interface SectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** One subject of the settings: what it is on the left, what can be done on the right. */
export function Section({ title, hint, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {hint && <p>{hint}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
