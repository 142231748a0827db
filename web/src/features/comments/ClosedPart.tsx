import { wayOf } from '@stagelink/shared/preview/wayOf';
import { Layers2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { t } from './copy.ts';
import styles from './PinLocation.module.css';
import type { Thread } from './threads.ts';

interface ClosedPartProps {
  thread: Thread;
  /** Opens the part; false where the user has to open it. */
  onShow: () => Promise<boolean>;
}

/** Offers to open the part of the page that a pin is in, or says how to open it. */
export function ClosedPart({ thread: { root }, onShow }: ClosedPartProps) {
  const [isOpening, setIsOpening] = useState(false);
  const [hasStopped, setHasStopped] = useState(false);
  const way = wayOf(root.actions ?? []);
  const manual = way === '' ? t('openPartYourself') : t('openYourself', { way });

  async function show(): Promise<void> {
    setIsOpening(true);
    setHasStopped(!(await onShow()));
    setIsOpening(false);
  }

  return (
    <div className={styles.state} data-pin-state>
      <Layers2 size={14} />
      <output>{hasStopped ? manual : t('closed')}</output>
      <Button variant="plain" size="small" isLoading={isOpening} onClick={() => void show()}>
        {t('show')}
      </Button>
    </div>
  );
}
