import { Ellipsis } from 'lucide-react';
import { openInTab, tabTarget } from '../../features/preview/openInTab.ts';
import { t as previewText } from '../../features/preview/copy.ts';
import { Menu } from '../../kit/viewer/Menu.tsx';
import { t } from './copy.ts';
import type { PanelProps } from './panels.tsx';

interface MoreMenuProps extends Pick<PanelProps, 'snapshot' | 'preview'> {
  onDetails: () => void;
  onAssistant: () => void;
}

/** What the bar has no room for. */
export function MoreMenu({ snapshot, preview, onDetails, onAssistant }: MoreMenuProps) {
  const items = [
    { label: previewText('openInNewTab'), onSelect: () => void openInTab(tabTarget(snapshot, preview)) },
    { label: t('assistantName'), onSelect: onAssistant },
    { label: t('showDetails'), onSelect: onDetails },
    { label: t('dashboard'), onSelect: () => window.location.assign('/dashboard') },
  ];
  return <Menu label={t('more')} icon={<Ellipsis size={16} />} groups={[{ items }]} />;
}
