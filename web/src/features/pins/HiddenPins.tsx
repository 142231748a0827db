import { t } from '../comments/copy.ts';
import { Button } from '../../kit/Button.tsx';
import styles from './PickBar.module.css';

/** Shown over the preview while its pins are hidden. */
export function HiddenPins({ onShow }: { onShow: () => void }) {
  return (
    <div className={`${styles['place']} ${styles['above']}`}>
      <div className={styles['bar']}>
        <output>{t('pinsHidden')}</output>
        <Button variant="plain" size="small" aria-keyshortcuts="Shift+C" onClick={onShow}>
          {t('showPins')}
        </Button>
      </div>
    </div>
  );
}
