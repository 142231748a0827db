import { SquareDashed } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../comments/copy.ts';
import { t as ofPage } from './blockedCopy.ts';
import { Button } from '../../kit/Button.tsx';
import { useKey } from '../../lib/keyboard/useKey.ts';
import styles from './PickBar.module.css';
import type { PickFor } from '../comments/threadMachine.ts';

const isTouch = () => window.matchMedia('(any-pointer: coarse) and (hover: none)').matches;

const CLICKED = { new: 'pickHint', again: 'repinHint' } as const;
const TOUCHED = { new: 'pickHintTouch', again: 'repinHintTouch' } as const;

/** An agent that has not answered by now does not. */
const ANSWER_MS = 900;

/** Returns true when the page has not become ready in time. */
function useIsLate(isReady: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (isReady) return undefined;
    const timer = setTimeout(() => setIsLate(true), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [isReady]);
  return isLate && !isReady;
}

interface PickBarProps {
  purpose: PickFor;
  /** True once a click picks; before, it would reach the prototype. */
  isReady: boolean;
  /** The document has no agent, so that no click can pick. */
  isSilent: boolean;
  /** The page does not let in the code that picks. */
  isBlocked: boolean;
  /** A finger drags a rectangle instead of scrolling. */
  isArea: boolean;
  onArea: (isOn: boolean) => void;
  /** Comments on the whole page instead. */
  onPage: () => void;
  onCancel: () => void;
}

/** Shown over the preview while picking. */
export function PickBar(props: PickBarProps) {
  const { purpose, isReady, isSilent, isBlocked, isArea, onArea, onPage, onCancel } = props;
  useKey('Escape', onCancel);
  const isLate = useIsLate(isReady);
  const [isFinger] = useState(isTouch);
  const hint = isArea ? 'pickHintArea' : (isFinger ? TOUCHED : CLICKED)[purpose === 'new' ? 'new' : 'again'];
  const vain = isLate ? t('pickInVain') : null;
  const problem = isSilent ? t('pickOnFile') : isBlocked ? ofPage('pickBlocked') : vain;
  if (problem) {
    return (
      <div className={styles.place}>
        <div className={styles.bar}>
          <output>{problem}</output>
          {purpose === 'new' && (
            <Button variant="plain" size="small" onClick={onPage}>
              {t('commentOnPage')}
            </Button>
          )}
          <Button variant="plain" size="small" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.place}>
      <div className={styles.bar}>
        <output>{t(isReady ? hint : 'pickPreparing')}</output>
        {isFinger && (
          <Button
            variant={isArea ? 'main' : 'plain'}
            size="small"
            className={styles.area}
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
    <div className={`${styles.place} ${styles.above}`}>
      <div className={styles.bar}>
        <output>{t('pinsHidden')}</output>
        <Button variant="plain" size="small" aria-keyshortcuts="Shift+C" onClick={onShow}>
          {t('showPins')}
        </Button>
      </div>
    </div>
  );
}
