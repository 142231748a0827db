import { Ellipsis } from 'lucide-react';
import { openInTab, tabTarget } from '../../features/preview/openInTab.ts';
import { useFreeze } from '../../features/preview/freeze.ts';
import { t as freezeText } from '../../features/preview/freezeCopy.ts';
import { t as previewText } from '../../features/preview/copy.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu, MenuItem, MenuSwitch } from '../../kit/Menu.tsx';
import { t } from './copy.ts';
import type { PanelProps } from './panels.tsx';

interface MoreMenuProps extends Pick<PanelProps, 'snapshot' | 'preview'> {
  onDetails: () => void;
  onAssistant: () => void;
}

/** What the bar has no room for. */
export function MoreMenu({ snapshot, preview, onDetails, onAssistant }: MoreMenuProps) {
  const { isFrozen, canFreeze, toggle } = useFreeze(preview);
  const items = [
    { label: previewText('openInNewTab'), onSelect: () => void openInTab(tabTarget(snapshot, preview)) },
    { label: t('assistantName'), onSelect: onAssistant },
    { label: t('showDetails'), onSelect: onDetails },
    { label: t('dashboard'), onSelect: () => window.location.assign('/dashboard') },
  ];
  return (
    <Menu
      trigger={
        <IconButton label={t('more')}>
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      {items.map(({ label, onSelect }) => (
        <MenuItem key={label} onSelect={onSelect}>
          {label}
        </MenuItem>
      ))}
      {canFreeze && <MenuSwitch label={freezeText('freeze')} isOn={isFrozen} onSelect={toggle} />}
    </Menu>
  );
}
