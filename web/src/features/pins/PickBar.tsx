import { t } from '../comments/copy.ts';
import { Button } from '../../kit/Button.tsx';
import { useKey } from '../../lib/keyboard/useKey.ts';
import styles from './PickBar.module.css';
import type { PickFor } from './usePicking.ts';

const isTouch = () => window.matchMedia('(any-pointer: coarse) and (hover: none)').matches;

const CLICKED = { new: 'pickHint', again: 'repinHint' } as const;
const TOUCHED = { new: 'pickHintTouch', again: 'repinHintTouch' } as const;

interface PickBarProps {
  purpose: PickFor;
  /** True once a click picks; before, it would reach the prototype. */
  isReady: boolean;
  onCancel: () => void;
}

/** Shown over the preview while picking. */
export function PickBar({ purpose, isReady, onCancel }: PickBarProps) {
  useKey('Escape', onCancel);
  const hints = isTouch() ? TOUCHED : CLICKED;
  return (
    <div className={styles['place']}>
      <div className={styles['bar']}>
        <output>{t(isReady ? hints[purpose === 'new' ? 'new' : 'again'] : 'pickPreparing')}</output>
        <Button variant="plain" size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  );
}

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
