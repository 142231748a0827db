import { PanelLeft } from 'lucide-react';
import { IconButton } from '../../kit/IconButton.tsx';
import { t } from '../../pages/dashboard/copy.ts';

interface SidebarToggleProps {
  isOpen: boolean;
  onToggle: () => void;
}

export function SidebarToggle({ isOpen, onToggle }: SidebarToggleProps) {
  const label = t(isOpen ? 'hideSidebar' : 'showSidebar');
  return (
    <IconButton size="large" label={label} title={label} aria-expanded={isOpen} onClick={onToggle}>
      <PanelLeft size={16} />
    </IconButton>
  );
}
