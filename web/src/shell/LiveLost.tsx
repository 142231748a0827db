import { Button } from '@mantine/core';
import { t as common } from '../words/common.ts';
import { t } from '../words/dashboard.ts';
import styles from './LiveLost.module.css';
import type { Live } from './useLive.ts';

/** Says so when the page no longer follows what happens, and has stopped trying. */
export function LiveLost({ live: { state, retry } }: { live: Live }) {
  if (state !== 'failed') return null;
  return (
    <div role="alert" className={styles.lost}>
      <span>{t('reconnectFailed')}</span>
      <Button size="xs" variant="default" onClick={retry}>
        {common('retry')}
      </Button>
    </div>
  );
}
