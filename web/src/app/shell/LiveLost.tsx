import { Button } from '../../kit/Button.tsx';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from '../../pages/dashboard/copy.ts';
import styles from './LiveLost.module.css';
import type { Live } from '../../lib/liveChannel.ts';

/** Reports that the page is no longer live and has stopped reconnecting. */
export function LiveLost({ live: { state, retry } }: { live: Live }) {
  if (state !== 'failed') return null;
  return (
    <div role="alert" className={styles.lost}>
      <span>{t('reconnectFailed')}</span>
      <Button size="small" variant="plain" onClick={retry}>
        {common('retry')}
      </Button>
    </div>
  );
}
