import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../words/projects.ts';

interface SidebarDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar where there is no room for it beside the page. */
export function SidebarDrawer({ isOpen, onClose, children }: SidebarDrawerProps) {
  return (
    <Drawer opened={isOpen} onClose={onClose} size={288} title={t('menu')} padding={12}>
      {children}
    </Drawer>
  );
}
