import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { type ComponentType, lazy } from 'react';
import { t as comments } from '../../features/comments/viewerCopy.ts';
import { t } from './copy.ts';
import type { Preview } from '../../features/preview/usePreview.ts';

export type PanelName = 'comments' | 'reviews' | 'details' | 'ai';

export interface PanelProps {
  snapshot: SnapshotView;
  preview: Preview;
}

export interface Panel {
  name: PanelName;
  title: string;
  /** Who sees it; everyone by default. */
  isFor?: (snapshot: SnapshotView) => boolean;
  /** Loads after the first render. */
  Content: ComponentType<PanelProps>;
}

const PANELS: readonly Panel[] = [
  {
    name: 'comments',
    title: comments('comments'),
    Content: lazy(async () => ({
      default: (await import('../../features/comments/lazyParts.ts')).CommentsPanel,
    })),
  },
  {
    name: 'reviews',
    title: t('reviews'),
    isFor: ({ you }) => you.kind === 'owner' || you.kind === 'reviewer',
    Content: lazy(async () => ({
      default: (await import('../../features/reviews/ReviewsPanel.tsx')).ReviewsPanel,
    })),
  },
  {
    name: 'details',
    title: t('details'),
    Content: lazy(async () => ({ default: (await import('./Details.tsx')).Details })),
  },
  {
    name: 'ai',
    title: t('assistant'),
    Content: lazy(async () => ({ default: (await import('./AssistantParts.tsx')).AssistantParts })),
  },
];

/** The panels of the right column, in the order of their tabs. */
export const panelsFor = (snapshot: SnapshotView): Panel[] =>
  PANELS.filter(({ isFor }) => isFor?.(snapshot) ?? true);

/** Returns the panel with this name, or null. */
export const panelNamed = (name: string | undefined): PanelName | null =>
  PANELS.find((panel) => panel.name === name)?.name ?? null;
