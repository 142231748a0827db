import { SquareDashed } from 'lucide-react';
import { useState } from 'react';
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
  /** A finger drags a rectangle instead of scrolling. */
  isArea: boolean;
  onArea: (isOn: boolean) => void;
  onCancel: () => void;
}

/** Shown over the preview while picking. */
export function PickBar({ purpose, isReady, isArea, onArea, onCancel }: PickBarProps) {
  useKey('Escape', onCancel);
  const [isFinger] = useState(isTouch);
  const hint = isArea ? 'pickHintArea' : (isFinger ? TOUCHED : CLICKED)[purpose === 'new' ? 'new' : 'again'];
  return (
    <div className={styles['place']}>
      <div className={styles['bar']}>
        <output>{t(isReady ? hint : 'pickPreparing')}</output>
        {isFinger && (
          <Button
            variant={isArea ? 'main' : 'plain'}
            size="small"
            className={styles['area']}
            aria-pressed={isArea}
            onClick={() => onArea(!isArea)}
          >
            <SquareDashed size={14} aria-hidden />
            {t('pickArea')}
          </Button>
        )}
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
