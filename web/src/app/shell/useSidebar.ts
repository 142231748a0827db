import { useMediaQuery } from '../../lib/useMediaQuery.ts';
import { useState } from 'react';
import { readStored, writeStored } from '../../lib/localStore.ts';
import { useLocation } from '../../lib/router.ts';

const KEY = 'sidebar';
const HIDDEN = 'hidden';

/** Beside the page on wide screens, in its last state; otherwise a drawer that navigation closes. */
export function useSidebar() {
  const isWide = useMediaQuery('(min-width: 1024px)');
  const [isShown, setIsShown] = useState(() => readStored(KEY) !== HIDDEN);
  // The location it was opened at: navigation changes the key and closes it.
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = isWide ? isShown : openedAt === key;

  function toggle(): void {
    if (!isWide) return setOpenedAt(isOpen ? null : key);
    writeStored(KEY, isShown ? HIDDEN : null);
    setIsShown(!isShown);
  }

  return { isWide, isOpen, toggle };
}
