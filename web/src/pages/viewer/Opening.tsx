import { t } from '../../words/viewer.ts';
import styles from './Opening.module.css';

/** The viewer before it knows what it shows; the preview may well be there already. */
export function Opening() {
  return (
    <output className={styles['bar']} aria-label={t('opening')}>
      <span className={styles['name']} />
    </output>
  );
}
