import { t } from '../../../words/comments.ts';
import { button } from '../controls.ts';
import { useKey } from '../useKey.ts';
import styles from './PickBar.module.css';
import type { PickFor } from './usePicking.ts';

const isTouch = () => window.matchMedia('(any-pointer: coarse) and (hover: none)').matches;

interface PickBarProps {
  purpose: PickFor;
  /** A click picks; before, it would be the prototype's. */
  isReady: boolean;
  onCancel: () => void;
}

/** Over the preview while an element is being picked. */
export function PickBar({ purpose, isReady, onCancel }: PickBarProps) {
  useKey('Escape', onCancel);
  const hint = isTouch() ? t('pickHintTouch') : t('pickHint');
  return (
    <div className={styles['place']}>
      <div className={styles['bar']}>
        <output>{!isReady ? t('pickPreparing') : purpose === 'new' ? hint : t('repinHint')}</output>
        <button type="button" className={button('plain', 'small')} onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </div>
  );
}
