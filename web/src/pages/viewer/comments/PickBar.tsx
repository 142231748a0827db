import { t } from '../../../words/comments.ts';
import { button } from '../controls.ts';
import { useKey } from '../useKey.ts';
import styles from './PickBar.module.css';
import type { PickFor } from './usePicking.ts';

const isTouch = () => window.matchMedia('(any-pointer: coarse) and (hover: none)').matches;

/** Over the preview while an element is being picked. */
export function PickBar({ purpose, onCancel }: { purpose: PickFor; onCancel: () => void }) {
  useKey('Escape', onCancel);
  const hint = isTouch() ? t('pickHintTouch') : t('pickHint');
  return (
    <div className={styles['place']}>
      <div className={styles['bar']}>
        <output>{purpose === 'new' ? hint : t('repinHint')}</output>
        <button type="button" className={button('plain', 'small')} onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </div>
  );
}
