import { ActionIcon } from '@mantine/core';
import { PanelLeft } from 'lucide-react';
import { t } from '../words/dashboard.ts';

interface SidebarToggleProps {
  isOpen: boolean;
  onToggle: () => void;
}

export function SidebarToggle({ isOpen, onToggle }: SidebarToggleProps) {
  const label = t(isOpen ? 'hideSidebar' : 'showSidebar');
  return (
    <ActionIcon size={32} aria-label={label} title={label} aria-expanded={isOpen} onClick={onToggle}>
      <PanelLeft size={16} />
    </ActionIcon>
  );
}
