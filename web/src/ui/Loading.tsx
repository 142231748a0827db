import { t } from '../words/common.ts';
import styles from './Loading.module.css';

/** While we do not yet know what to draw. Appears late, so that a quick answer never flickers. */
export function Loading() {
  return <output className={styles.loading}>{t('loading')}</output>;
}
