import { useId } from 'react';
import { t } from './copy.ts';
import { SidePanel } from './SidePanel.tsx';
import { type PanelName, type PanelProps, panelsFor } from './panels.tsx';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { Tabs } from '../../kit/Tabs.tsx';

interface RightPanelProps extends PanelProps {
  shown: PanelName;
  onShow: (panel: PanelName) => void;
  onClose: () => void;
}

export function RightPanel({ shown, onShow, onClose, ...props }: RightPanelProps) {
  const id = useId();
  const panels = panelsFor(props.snapshot);
  const panel = panels.find(({ name }) => name === shown);
  return (
    <SidePanel
      side="right"
      label={panel?.title ?? ''}
      head={<Tabs id={id} label={t('panels')} panels={panels} shown={shown} onShow={onShow} />}
      onClose={onClose}
    >
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        <LazyPart key={shown}>{panel && <panel.Content {...props} />}</LazyPart>
      </div>
    </SidePanel>
  );
}
