import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { readStored, writeStored } from '../data/stored.ts';
import { useLocation } from '../ui/router.ts';

const KEY = 'sidebar';
const HIDDEN = 'hidden';

/** Beside the page where there is room, as it was left the last time; otherwise a drawer, closed by going somewhere. */
export function useSidebar() {
  const isWide = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  const [isShown, setIsShown] = useState(() => readStored(KEY) !== HIDDEN);
  // The place it was opened at: another place, another page, and the drawer is closed.
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
