import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { type ComponentType, lazy } from 'react';
import { t as comments } from '../../words/comments.ts';
import { t } from '../../words/viewer.ts';
import type { Threads } from './comments/useThreads.ts';
import type { Preview } from './usePreview.ts';

export type PanelName = 'comments' | 'reviews' | 'details';

/** What every panel is given. */
export interface PanelProps {
  snapshot: SnapshotView;
  preview: Preview;
  threads: Threads;
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
    name: 'comments',
    title: comments('comments'),
    Content: lazy(async () => ({ default: (await import('./comments/CommentsPanel.tsx')).CommentsPanel })),
  },
  {
    name: 'details',
    title: t('details'),
    Content: lazy(async () => ({ default: (await import('./Details.tsx')).Details })),
  },
];
