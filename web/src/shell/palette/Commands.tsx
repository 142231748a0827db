import { ActionIcon } from '@mantine/core';
import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { countDialogs } from '../../ui/dialogs.ts';
import { t } from '../../words/palette.ts';
import styles from './Commands.module.css';
import { useKeys } from './useKeys.ts';
import { useShellActions } from './useShellActions.ts';
import { useTypedAhead } from './useTypedAhead.ts';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet }));

/** The door to the palette and the key sheet, and the keys themselves. */
export function Commands() {
  const [shown, setShown] = useState<'palette' | 'keys' | null>(null);
  const ahead = useTypedAhead();

  function openPalette(): void {
    ahead.start();
    setShown('palette');
  }
  function close(): void {
    ahead.take();
    setShown(null);
  }
  useKeys(() => {
    if (shown === 'palette') close();
    // Over any other dialog, its Escape would close both, and what was typed below would be lost.
    else if (shown === 'keys' || countDialogs() === 0) openPalette();
  });
  useShellActions(useCallback(() => setShown('keys'), []));

  return (
    <>
      <ActionIcon
        size={32}
        className={styles.button}
        aria-label={t('open')}
        title={t('open')}
        onClick={openPalette}
      >
        <Search size={16} />
      </ActionIcon>
      <Suspense>
        {shown === 'palette' && <Palette takeTyped={ahead.take} onClose={close} />}
        {shown === 'keys' && <KeySheet onClose={close} />}
      </Suspense>
    </>
  );
}
