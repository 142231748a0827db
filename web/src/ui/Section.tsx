import { type ReactNode, type RefObject, useId } from 'react';
import styles from './Section.module.css';

interface SectionProps {
  title: string;
  hint?: string;
  /** Where the title is to have the focus when what had it is gone. */
  titleRef?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** One subject of the settings: what it is on the left, what can be done on the right. */
export function Section({ title, hint, titleRef, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 ref={titleRef} id={id} tabIndex={titleRef && -1}>
          {title}
        </h2>
        {hint && <p>{hint}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
