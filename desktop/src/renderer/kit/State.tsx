import type { Folder } from '../../protocol/folders.ts';
import { stateOf } from '../features/folders/folderState.ts';
import { t } from '../features/folders/copy.ts';
import styles from './State.module.css';

export function State({ folder }: { folder: Folder }) {
  const { tone, text, detail, fraction } = stateOf(folder);
  return (
    <span className={styles.state} data-tone={tone} data-kind={folder.state.kind} title={detail}>
      <span className={styles.word}>
        {text}
        {fraction !== null && (
          <span className={styles.percent}>{t('percent', { percent: Math.round(fraction * 100) })}</span>
        )}
      </span>
      {folder.state.kind === 'staging' && (
        <progress
          className={styles.bar}
          aria-label={text}
          {...(fraction === null ? {} : { value: fraction, max: 1 })}
        />
      )}
    </span>
  );
}
