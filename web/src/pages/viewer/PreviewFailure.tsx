import { Button } from '@mantine/core';
import { t } from '../../words/viewer.ts';
import styles from './PreviewFailure.module.css';

/** Over the upper edge of the preview, which may after all show something worth seeing. */
export function PreviewFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles['place']}>
      <div className={styles['notice']} role="alert">
        <p>{t('previewFailed')}</p>
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      </div>
    </div>
  );
}
