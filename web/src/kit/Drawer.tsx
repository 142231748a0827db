import { Drawer as MantineDrawer } from '@mantine/core';
import type { ReactNode } from 'react';

/** Attributes of an element in a drawer that handles Escape: the drawer listens on the window and would close first. */
export const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': true };

interface DrawerProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

export const Drawer = ({ title, isOpen, onClose, children }: DrawerProps) => (
  <MantineDrawer opened={isOpen} onClose={onClose} size={288} title={title} padding={12}>
    {children}
  </MantineDrawer>
);
