import { useFolderDrop } from './useFolderDrop.ts';
import { t } from '../../words/folders.ts';
import * as acts from './acts.ts';
import styles from './DropAnywhere.module.css';

/** Takes folders dropped anywhere on the window. */
export function DropAnywhere() {
  const isOver = useFolderDrop((dropped) => void acts.addDropped(dropped));
  if (!isOver) return null;
  return (
    <div className={styles.over}>
      <p className={styles.title}>{t('drop')}</p>
      <p>{t('dropHint')}</p>
    </div>
  );
}
