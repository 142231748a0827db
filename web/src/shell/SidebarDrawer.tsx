import { Drawer, Group } from '@mantine/core';
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
    // The drawer's own head would be a second banner beside the top bar.
    <Drawer opened={isOpen} onClose={onClose} size={288} padding={12} withCloseButton={false}>
      <Group justify="space-between" pl={10} mb={12}>
        <Drawer.Title fz={14} fw={600}>
          {t('menu')}
        </Drawer.Title>
        <Drawer.CloseButton />
      </Group>
      {children}
    </Drawer>
  );
}
