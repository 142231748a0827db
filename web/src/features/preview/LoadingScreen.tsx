import { t } from './copy.ts';
import styles from './LoadingScreen.module.css';

/** The viewer while the snapshot loads; the preview may be visible already. */
export function LoadingScreen() {
  return (
    <output className={styles['bar']} aria-label={t('opening')}>
      <span className={styles['name']} />
    </output>
  );
}
