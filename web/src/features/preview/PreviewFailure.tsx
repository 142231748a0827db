import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import styles from './PreviewFailure.module.css';

/** At the upper edge: the preview below may still be usable. */
export function PreviewFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.place}>
      <div className={styles.notice} role="alert">
        <p>{t('previewFailed')}</p>
        <Button variant="plain" size="small" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      </div>
    </div>
  );
}
