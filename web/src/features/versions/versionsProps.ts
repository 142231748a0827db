import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { Threads } from '../comments/useThreads.ts';
import type { Preview } from '../preview/usePreview.ts';

export interface VersionsProps {
  snapshot: SnapshotView;
  preview: Preview;
  threads: Threads;
}
