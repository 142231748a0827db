import type { ReactNode } from 'react';
import { Drawer } from '../../kit/Drawer.tsx';
import { countDialogs } from '../../lib/dialogs.ts';
import { t } from '../../features/projects/copy.ts';

interface SidebarDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar on narrow screens. */
export function SidebarDrawer({ isOpen, onClose, children }: SidebarDrawerProps) {
  function close(): void {
    // Receives every Escape, including those for a dialog above it.
    if (countDialogs() === 1) onClose();
  }

  return (
    <Drawer title={t('menu')} isOpen={isOpen} onClose={close}>
      {children}
    </Drawer>
  );
}
