import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation } from '../ui/router.ts';

const KEY = 'stagelink-sidebar';
const HIDDEN = 'hidden';

/** Beside the page where there is room, as it was left the last time; otherwise a drawer, closed by going somewhere. */
export function useSidebar() {
  const isWide = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  const [isShown, setIsShown] = useState(() => localStorage.getItem(KEY) !== HIDDEN);
  // The place it was opened at: another place, another page, and the drawer is closed.
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = isWide ? isShown : openedAt === key;

  function toggle(): void {
    if (!isWide) return setOpenedAt(isOpen ? null : key);
    if (isShown) localStorage.setItem(KEY, HIDDEN);
    else localStorage.removeItem(KEY);
    setIsShown(!isShown);
  }

  return { isWide, isOpen, toggle };
}
