import type { Folder } from '../../folders.ts';
import { stateOf } from '../folderState.ts';
import { t } from '../words/folders.ts';
import styles from './State.module.css';

/** How a folder is doing: a lamp and a word, and how far it has come while it is staged. */
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
