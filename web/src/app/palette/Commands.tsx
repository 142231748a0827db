import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { IconButton } from '../../kit/IconButton.tsx';
import { countDialogs } from '../../lib/dialogs.ts';
import { t } from './copy.ts';
import styles from './Commands.module.css';
import { useKeys } from '../../lib/keyboard/useKeys.ts';
import { useShellActions } from './useShellActions.ts';
import { useTypedAhead } from './useTypedAhead.ts';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet.tsx')).KeySheet }));

/** Opens the palette and the key sheet by click or key. */
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
    // Over another dialog, Escape would close both and discard its input.
    else if (shown === 'keys' || countDialogs() === 0) openPalette();
  });
  useShellActions(useCallback(() => setShown('keys'), []));

  return (
    <>
      <IconButton
        size="large"
        className={styles.button}
        label={t('open')}
        title={t('open')}
        onClick={openPalette}
      >
        <Search size={16} />
      </IconButton>
      <Suspense>
        {shown === 'palette' && <Palette takeTyped={ahead.take} onClose={close} />}
        {shown === 'keys' && <KeySheet onClose={close} />}
      </Suspense>
    </>
  );
}
