import { useId } from 'react';
import { Column } from './Column.tsx';
import { type PanelName, type PanelProps, panelsFor } from './panels.tsx';
import { Part } from './Part.tsx';
import { Tabs } from './Tabs.tsx';

interface SideProps extends PanelProps {
  shown: PanelName;
  onShow: (panel: PanelName) => void;
  onClose: () => void;
}

/** The right column: panels about the snapshot, one at a time. */
export function Side({ shown, onShow, onClose, ...props }: SideProps) {
  const id = useId();
  const panels = panelsFor(props.snapshot);
  const panel = panels.find(({ name }) => name === shown);
  return (
    <Column
      side="right"
      label={panel?.title ?? ''}
      head={<Tabs id={id} panels={panels} shown={shown} onShow={onShow} />}
      onClose={onClose}
    >
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        <Part key={shown}>{panel && <panel.Content {...props} />}</Part>
      </div>
    </Column>
  );
}
