import { t } from '../../words/viewer.ts';
import { button } from './controls.ts';
import styles from './PreviewFailure.module.css';

/** Over the upper edge of the preview, which may after all show something worth seeing. */
export function PreviewFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles['place']}>
      <div className={styles['notice']} role="alert">
        <p>{t('previewFailed')}</p>
        <button type="button" className={button('plain', 'small')} onClick={onRetry}>
          {t('tryAgain')}
        </button>
      </div>
    </div>
  );
}
