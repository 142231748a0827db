import { Button } from '@mantine/core';
import { t as common } from '../words/common.ts';
import { t } from '../words/dashboard.ts';
import styles from './LiveLost.module.css';

/** The page no longer follows what happens, and has stopped trying. */
export function LiveLost({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className={styles.lost}>
      <span>{t('reconnectFailed')}</span>
      <Button size="xs" variant="default" onClick={onRetry}>
        {common('retry')}
      </Button>
    </div>
  );
}
