import { t } from '../../../words/viewer.ts';
import type { PanelProps } from '../panels.tsx';
import styles from './VersionMenu.module.css';

/** In the bar: which version is shown. */
export function VersionMenu({ preview }: PanelProps) {
  return <span className={styles['version']}>{t('version', { version: preview.version })}</span>;
}
