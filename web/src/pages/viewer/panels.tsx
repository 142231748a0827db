import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { type ComponentType, lazy } from 'react';
import { t } from '../../words/viewer.ts';
import type { Preview } from './usePreview.ts';

export type PanelName = 'comments' | 'reviews' | 'details';

/** What every panel is given. */
export interface PanelProps {
  snapshot: SnapshotView;
  preview: Preview;
}

interface Panel {
  name: PanelName;
  title: string;
  /** Comes behind the viewer's first picture. */
  Content: ComponentType<PanelProps>;
}

/** The panels of the right column, in the order of their tabs. */
export const PANELS: readonly Panel[] = [
  {
    name: 'details',
    title: t('details'),
    Content: lazy(async () => ({ default: (await import('./Details.tsx')).Details })),
  },
];
