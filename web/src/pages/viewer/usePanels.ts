import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { type PanelName, panelsFor } from './panels.tsx';
import { type Column, isSheet, useColumns } from './useColumns.ts';

export interface Panels {
  columns: Record<Column, boolean>;
  toggle: (column: Column) => void;
  /** The panel of the right column, also while it is closed. */
  current: PanelName;
  choose: (panel: PanelName) => void;
  /** Opens the right column with a panel. */
  show: (panel: PanelName) => void;
  isShown: (panel: PanelName) => boolean;
  /** Closes the right column where it is a sheet over the preview. Returns whether it was. */
  leaveSheet: () => boolean;
}

/** The columns beside the preview and the panel of the right one. `first`: the panel in the URL. */
export function usePanels(snapshot: SnapshotView, first: PanelName | null): Panels {
  const requested = panelsFor(snapshot).find(({ name }) => name === first)?.name;
  const { columns, toggle, open } = useColumns(requested !== undefined);
  const [current, choose] = useState<PanelName>(requested ?? 'comments');
  return {
    columns,
    toggle,
    current,
    choose,
    show(panel) {
      choose(panel);
      open('panel');
    },
    isShown: (panel) => columns.panel && panel === current,
    leaveSheet() {
      const isLeft = columns.panel && isSheet();
      if (isLeft) toggle('panel');
      return isLeft;
    },
  };
}
