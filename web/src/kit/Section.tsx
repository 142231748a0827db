import { type ReactNode, type RefObject, useId } from 'react';
import styles from './Section.module.css';

interface SectionProps {
  title: string;
  hint?: string;
  /** Its id, for links to it. */
  anchor?: string;
  /** Reference for restoring the focus when the focused element is removed. */
  titleRef?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** A section of the settings: title and hint on the left, content on the right. */
export function Section({ title, hint, anchor, titleRef, children }: SectionProps) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className={styles.section}>
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
