import { type ReactNode, useId } from 'react';
import { Badge } from '../../kit/Badge.tsx';
import { t } from './copy.ts';
import styles from './ExtensionCard.module.css';

interface ExtensionRowProps {
  title: string;
  version: string | null | undefined;
  isOutdated?: boolean;
  text: string;
  textId?: string;
  /** Its buttons. */
  children?: ReactNode;
}

export function ExtensionRow({ title, version, isOutdated, text, textId, children }: ExtensionRowProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.row}>
      <div className={styles.words}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <p id={textId} className={styles.text}>
          {text}
        </p>
        {version && <span className={styles.version}>{t('version', { version })}</span>}
        {isOutdated && <Badge className={styles.update}>{t('updateAvailable')}</Badge>}
      </div>
      {children && <div className={styles.acts}>{children}</div>}
    </section>
  );
}
