import { t } from '../../../words/comments.ts';
import { button } from '../controls.ts';
import { useKey } from '../useKey.ts';
import styles from './PickBar.module.css';
import type { PickFor } from './usePicking.ts';

const isTouch = () => window.matchMedia('(any-pointer: coarse) and (hover: none)').matches;

const CLICKED = { new: 'pickHint', again: 'repinHint' } as const;
const TOUCHED = { new: 'pickHintTouch', again: 'repinHintTouch' } as const;

interface PickBarProps {
  purpose: PickFor;
  /** A click picks; before, it would be the prototype's. */
  isReady: boolean;
  onCancel: () => void;
}

/** Over the preview while an element is being picked. */
export function PickBar({ purpose, isReady, onCancel }: PickBarProps) {
  useKey('Escape', onCancel);
  const hints = isTouch() ? TOUCHED : CLICKED;
  return (
    <div className={styles['place']}>
      <div className={styles['bar']}>
        <output>{t(isReady ? hints[purpose === 'new' ? 'new' : 'again'] : 'pickPreparing')}</output>
        <button type="button" className={button('plain', 'small')} onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </div>
  );
}
