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

export interface Panel {
  name: PanelName;
  title: string;
  /** Whom it is for; everybody when left out. */
  isFor?: (snapshot: SnapshotView) => boolean;
  /** Comes behind the viewer's first picture. */
  Content: ComponentType<PanelProps>;
}

const PANELS: readonly Panel[] = [
  {
    name: 'comments',
    title: comments('comments'),
    Content: lazy(async () => ({ default: (await import('./comments/CommentsPanel.tsx')).CommentsPanel })),
  },
  {
    name: 'reviews',
    title: t('reviews'),
    isFor: ({ you }) => you.kind === 'owner' || you.kind === 'reviewer',
    Content: lazy(async () => ({ default: (await import('./reviews/ReviewsPanel.tsx')).ReviewsPanel })),
  },
  {
    name: 'details',
    title: t('details'),
    Content: lazy(async () => ({ default: (await import('./Details.tsx')).Details })),
  },
];

/** The panels of the right column, in the order of their tabs. */
export const panelsFor = (snapshot: SnapshotView): Panel[] =>
  PANELS.filter(({ isFor }) => isFor?.(snapshot) ?? true);

/** The panel of this name, if there is one. */
export const panelNamed = (name: string | undefined): PanelName | null =>
  PANELS.find((panel) => panel.name === name)?.name ?? null;
