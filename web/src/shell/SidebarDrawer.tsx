import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { countDialogs } from '../ui/dialogs.ts';
import { t } from '../words/projects.ts';

interface SidebarDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar where there is no room for it beside the page. */
export function SidebarDrawer({ isOpen, onClose, children }: SidebarDrawerProps) {
  function close(): void {
    // It hears every Escape, also that for a dialog over it.
    if (countDialogs() === 1) onClose();
  }

  return (
    <Drawer opened={isOpen} onClose={close} size={288} title={t('menu')} padding={12}>
      {children}
    </Drawer>
  );
}
