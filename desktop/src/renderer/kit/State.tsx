import type { Folder } from '../../protocol/folders.ts';
import { stateOf } from '../features/folders/folderState.ts';
import { t } from '../features/folders/copy.ts';
import { Progress } from '@stagelink/web/kit/Progress.tsx';
import { Text } from '@stagelink/web/kit/layout/Text.tsx';
import styles from './State.module.css';

export function State({ folder }: { folder: Folder }) {
  const { tone, text, detail, fraction } = stateOf(folder);
  return (
    <span className={styles.state} data-tone={tone} data-kind={folder.state.kind} title={detail}>
      <Text as="span" isTruncated>
        {text}
        {fraction !== null && (
          <span className={styles.percent}>{t('percent', { percent: Math.round(fraction * 100) })}</span>
        )}
      </Text>
      {folder.state.kind === 'staging' && <Progress label={text} value={fraction} max={1} />}
    </span>
  );
}
