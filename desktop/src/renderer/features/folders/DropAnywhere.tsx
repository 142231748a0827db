import { useFolderDrop } from './useFolderDrop.ts';
import { t } from './copy.ts';
import * as actions from './actions.ts';
import styles from './DropAnywhere.module.css';

export function DropAnywhere() {
  const isOver = useFolderDrop((dropped) => void actions.addDropped(dropped));
  if (!isOver) return null;
  return (
    <div className={styles.over}>
      <p className={styles.title}>{t('drop')}</p>
      <p>{t('dropHint')}</p>
    </div>
  );
}
