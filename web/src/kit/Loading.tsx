import { t } from '../lib/commonCopy.ts';
import styles from './Loading.module.css';

/** Appears late, so that a quick reply does not flicker. */
export function Loading() {
  return <output className={styles.loading}>{t('loading')}</output>;
}
